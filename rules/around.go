package rules

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/retrylayer"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// ways are those to a call. Only for a write that is repeated, or that takes a
// key, anybody looks further than its class: that costs time.
func (p *Pass) ways(c *effective.Call) []*retrylayer.Way {
	if len(c.CalledAt) == 0 {
		return nil
	}
	far := p.surelyWrites(c) && (repeats(c) || p.Verdict(c).Key != "")
	return p.Ways(c, !far)
}

// repeating are the layers of a way that run the call again after a failure;
// a job's next run is none of these.
func repeating(w *retrylayer.Way) []*retrylayer.Layer {
	var list []*retrylayer.Layer
	for _, l := range w.Layers {
		if l.Kind != retrylayer.Schedule {
			list = append(list, l)
		}
	}
	return list
}

// counted reports whether the attempts of all layers are known.
func counted(layers []*retrylayer.Layer) bool {
	for _, l := range layers {
		if l.Attempts == 0 {
			return false
		}
	}
	return true
}

func product(layers []*retrylayer.Layer) int {
	n := 1
	for _, l := range layers {
		n *= max(l.Attempts, 1)
	}
	return n
}

// named says what a layer is and how often it runs the call: "@Retryable in
// Gateway.create (3 attempts, its default)".
func named(l *retrylayer.Layer) lang.Text {
	name := inMethod(l)
	switch {
	case l.Attempts == 0:
		return lang.T("%s (number unknown: %s)", name, l.Unknown)
	case l.Kind == retrylayer.Loop:
		return lang.T("%s (%d rounds)", name, l.Attempts)
	}
	return lang.T("%s (%d attempts, %s)", name, l.Attempts, l.From)
}

// inMethod names a layer with its method, where it stands in one of ours.
func inMethod(l *retrylayer.Layer) lang.Text {
	if l.Kind == retrylayer.Schedule || l.Kind == retrylayer.Redelivery {
		return l.Name
	}
	return lang.T("%s in %s", l.Name, l.Method)
}

func namedAll(layers []*retrylayer.Layer) lang.Text {
	parts := make([]lang.Text, len(layers))
	for i, l := range layers {
		parts[i] = named(l)
	}
	return lang.Join(parts, lang.T(" and "))
}

// layers adds the places of layers, and of the calls that lead to the Dubbo
// call through them.
func (d *draft) layers(w *retrylayer.Way, layers []*retrylayer.Layer) *draft {
	for _, l := range layers {
		d.also(l.At, "%s runs the call again", named(l))
	}
	for i, s := range w.Steps {
		if i > 0 {
			d.also(s.At, "%s.%s leads to the call", simpleName(s.Type, s.Type), s.Method)
		}
	}
	return d
}

// upstream are the calls found in the audited trees that a service's method,
// where a way begins, is called by.
func (p *Pass) upstream(c *effective.Call, w *retrylayer.Way) []*effective.Call {
	if w.Entry != retrylayer.Service {
		return nil
	}
	last := w.Steps[len(w.Steps)-1]
	if p.called == nil {
		p.called = map[string][]*effective.Call{}
		for u := range p.calls() {
			if len(u.CalledAt) > 0 && len(u.Ref.Providers) > 0 {
				p.called[u.Method] = append(p.called[u.Method], u)
			}
		}
	}
	var list []*effective.Call
	for _, u := range p.called[last.Method] {
		if u != c && slices.ContainsFunc(u.Ref.Providers, func(s *effective.Service) bool { return s.Impl == last.Type && s.App == c.Ref.App }) {
			list = append(list, u)
		}
	}
	return list
}

// severityOf is an error for a certain write, a warning for a likely one and
// for what is no write.
func (p *Pass) severityOf(c *effective.Call) finding.Severity {
	if v := p.Verdict(c); p.surelyWrites(c) {
		return max(writeSeverity(c, v), finding.Warning)
	}
	return finding.Warning
}
