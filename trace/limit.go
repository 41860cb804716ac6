package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/retrylayer"
)

// limit tells how often the write may run, and what becomes of the last error
// against what is stored by then.
func (m *method) limit() Place {
	if len(m.calls) == 0 {
		return Place{Status: Unknown, Message: "nothing in the audited files references " + m.iface + "; the settings of its callers would tell the attempts"}
	}
	p := Place{Status: OK}
	most := m.attempts(&p)
	lost := m.lastError(&p)
	switch {
	case p.Status == Unknown:
	case m.onlyReads():
		p.Message += "; a repeat only reads again"
	case lost:
		p.Status = Broken
	case most > 1 && m.saved != OK:
		m.repeated(&p)
	case most > 1:
		p.Message += "; a repeat does no harm by what the lookup says"
	default:
		p.Message += "; an error after a timeout does not mean that nothing is stored"
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
		p.Message += "; whether the repeats are stored again depends on the lookup"
	case m.kept:
		p.Message += "; a repeat is not stored again but refused, so the last error may tell of a failure although the write is stored"
	default:
		p.Message += "; each execution may store its write, and the last error does not tell how many did"
	}
}

// attempts adds how often each reference runs the method, Dubbo's executions
// times the layers around the call, and returns the most.
func (m *method) attempts(p *Place) int {
	most := 0
	for _, c := range m.calls {
		text, n := executions(c)
		p.reference(c, text)
		if c.Retries.From.At.Valid() && c.Retries.From.At != c.Ref.At {
			p.Locations = append(p.Locations, Location{c.Retries.From.At, fmt.Sprintf("retries %s, from %s", valueText(c.Retries), c.Retries.From.Level)})
		}
		if n == 0 && c.Fails == nil {
			p.Status, p.Message = Unknown, text
			return 0
		}
		around := m.multiplied(c)
		if around > 1 {
			text = fmt.Sprintf("%d x %d = %s: %s; around it %s", around, n, plural(around*n, "execution"), text, layerTexts(m.counted(c)))
		}
		if n*around > most || p.Message == "" {
			most, p.Message = n*around, text
		}
	}
	if len(m.calls) > 1 {
		p.Message = "of " + plural(len(m.calls), "reference") + " the most: " + p.Message
	}
	for _, l := range m.layers(nil) {
		text := "runs the call again: " + layerText(l)
		if open(l) {
			text += ": " + l.Unknown
			p.Message += "; " + layerText(l) + " runs it again, how often is not in the files"
		}
		p.Locations = append(p.Locations, Location{l.At, text})
		if open(l) && l.Kind != retrylayer.Schedule {
			most = max(most, 2)
		}
	}
	return most
}

// reference adds the place of a reference; applications that share one, as part
// of a library, are named together.
func (p *Place) reference(c *effective.Call, text string) {
	for i := range p.Locations {
		l := &p.Locations[i]
		if names, rest, _ := strings.Cut(l.Message, ": "); l.At == c.Ref.At && rest == text {
			l.Message = names + ", " + c.Ref.App.Name + ": " + text
			return
		}
	}
	p.Locations = append(p.Locations, Location{c.Ref.At, c.Ref.App.Name + ": " + text})
}

// counted are the layers around a call of which the number is known.
func (m *method) counted(c *effective.Call) []*retrylayer.Layer {
	return slices.DeleteFunc(m.layers(c), open)
}

// executions tells how often one call runs; 0 where the files do not tell, or
// where it fails by configuration.
func executions(c *effective.Call) (string, int) {
	switch {
	case c.Fails != nil:
		return "every call fails by configuration: " + c.Fails.Msg.String(), 0
	case !c.Executions.Known:
		return "how often the method runs is not decided by the files: " + c.Executions.Unknown.String(), 0
	}
	n := max(c.Executions.V, c.MaxExecutions)
	text := fmt.Sprintf("%s (%s, retries %s from %s, timeout %s), then the caller sees %s",
		plural(n, "execution"), c.Cluster.V, valueText(c.Retries), c.Retries.From.Level, timeoutText(c), c.CallerSees)
	return text, n
}

func valueText(v effective.Value[int]) string {
	if !v.Known {
		return "unknown"
	}
	return fmt.Sprint(v.V)
}

func timeoutText(c *effective.Call) string {
	if !c.Timeout.Known {
		return "unknown"
	}
	return fmt.Sprintf("%d ms", c.Timeout.V.Milliseconds())
}
