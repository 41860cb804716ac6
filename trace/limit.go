package trace

import (
	"slices"
	"strconv"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/retrylayer"
)

// limit tells how often the write may run, and what becomes of the last error
// against what is stored by then.
func (m *method) limit() Place {
	if len(m.calls) == 0 {
		return Place{Status: Unknown, Message: lang.T("nothing in the audited files references %s; the settings of its callers would tell the attempts", m.iface)}
	}
	p := Place{Status: OK}
	most := m.attempts(&p)
	lost := m.lastError(&p)
	switch {
	case p.Status == Unknown:
	case m.onlyReads():
		p.says("a repeat only reads again")
	case lost:
		p.Status = Broken
	case most > 1 && m.saved != OK:
		m.repeated(&p)
	case most > 1:
		p.says("a repeat does no harm by what the lookup says")
	default:
		p.says("an error after a timeout does not mean that nothing is stored")
	}
	return p
}

// repeated judges repeats that the lookup does not answer with the earlier
// result.
func (m *method) repeated(p *Place) {
	p.Status = Broken
	switch {
	case m.saved == Unknown:
		p.Status = Unknown
		p.says("whether the repeats are stored again depends on the lookup")
	case m.kept:
		p.says("a repeat is not stored again but refused, so the last error may tell of a failure although the write is stored")
	default:
		p.says("each execution may store its write, and the last error does not tell how many did")
	}
}

// attempts adds how often each reference runs the method, Dubbo's executions
// times the layers around the call, and returns the most.
func (m *method) attempts(p *Place) int {
	most := 0
	var refs references
	for _, c := range m.calls {
		text, n := executions(c)
		refs.add(p, c, text)
		if c.Retries.From.At.Valid() && c.Retries.From.At != c.Ref.At {
			p.at(c.Retries.From.At, "retries %s, from %s", valueText(c.Retries), c.Retries.From.Level)
		}
		if n == 0 && c.Fails == nil {
			p.Status, p.Message = Unknown, text
			return 0
		}
		around := m.multiplied(c)
		if around > 1 {
			text = lang.T("%d x %d = %s: %s; around it %s", around, n, times(around*n), text, layerTexts(m.counted(c)))
		}
		if n*around > most || p.Message.IsZero() {
			most, p.Message = n*around, text
		}
	}
	if len(m.calls) > 1 {
		p.Message = lang.T("of %d references the most: %s", len(m.calls), p.Message)
	}
	for _, l := range m.layers(nil) {
		if !open(l) {
			p.at(l.At, "runs the call again: %s", layerText(l))
			continue
		}
		p.at(l.At, "runs the call again: %s: %s", layerText(l), l.Unknown)
		p.says("%s runs it again, how often is not in the files", layerText(l))
		if l.Kind != retrylayer.Schedule {
			most = max(most, 2)
		}
	}
	return most
}

// references are those that were told, with what was said of each.
type references []reference

type reference struct {
	location int // in the place
	apps     []string
	text     lang.Text
}

// add tells a reference; applications that share one, as part of a library, are
// named together.
func (r *references) add(p *Place, c *effective.Call, text lang.Text) {
	i := slices.IndexFunc(*r, func(o reference) bool { return p.Locations[o.location].At == c.Ref.At && o.text.Equal(text) })
	if i < 0 {
		i = len(*r)
		*r = append(*r, reference{len(p.Locations), nil, text})
		p.Locations = append(p.Locations, Location{At: c.Ref.At})
	}
	o := &(*r)[i]
	o.apps = append(o.apps, c.Ref.App.Name)
	p.Locations[o.location].Message = lang.T("%s: %s", names(o.apps), text)
}

// counted are the layers around a call of which the number is known.
func (m *method) counted(c *effective.Call) []*retrylayer.Layer {
	return slices.DeleteFunc(m.layers(c), open)
}

// executions tells how often one call runs; 0 where the files do not tell, or
// where it fails by configuration.
func executions(c *effective.Call) (lang.Text, int) {
	switch {
	case c.Fails != nil:
		return lang.T("every call fails by configuration: %s", c.Fails.Msg), 0
	case !c.Executions.Known:
		return lang.T("how often the method runs is not decided by the files: %s", c.Executions.Unknown), 0
	}
	n := max(c.Executions.V, c.MaxExecutions)
	text := lang.T("%s (%s, retries %s from %s, timeout %s), then the caller sees %s",
		times(n), c.Cluster.V, valueText(c.Retries), c.Retries.From.Level, timeoutText(c), c.CallerSees)
	return text, n
}

func times(n int) lang.Text { return lang.N(n, "1 execution", "%d executions") }

func valueText(v effective.Value[int]) lang.Text {
	if !v.Known {
		return lang.T("unknown")
	}
	return lang.Verbatim(strconv.Itoa(v.V))
}

func timeoutText(c *effective.Call) lang.Text {
	if !c.Timeout.Known {
		return lang.T("unknown")
	}
	return lang.T("%d ms", c.Timeout.V.Milliseconds())
}
