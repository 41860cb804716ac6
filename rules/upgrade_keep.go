package rules

import (
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// keep is the edit after which the version to come does what happens today.
type keep struct {
	says lang.Text
	fix  *finding.Fix // nil where it cannot be written byte for byte
}

// keepCall is the edit for a call, nil where no setting brings today's
// behaviour back.
func (p *Pass) keepCall(c, t *effective.Call) *keep {
	var out *keep
	for _, w := range wants(c, t) {
		k := p.write(w)
		switch {
		case k == nil:
		case out == nil:
			out = k
		default:
			out.says = lang.Sentences(out.says, k.says)
			out.fix = joined(out.fix, k.fix)
		}
	}
	return out
}

// write finds the place for a setting by what would win over it.
func (p *Pass) write(w want) *keep {
	ref := w.t.Ref // in the version in use a bean may be shared, and the edit has no effect yet
	switch remedyAt(w.t.Ref, w.from(), w.name) {
	case elsewhere:
		from := w.from()
		return &keep{lang.T("Set %s to %s.", from.Key, w.value), nil}
	case atMethods:
		return p.writeAtMethod(w)
	case there:
		if w.from().Level == effective.AtMethod {
			return p.writeAtMethod(w)
		}
		return &keep{lang.T("Set %s to %s where it is written.", w.name, w.value), nil}
	}
	if !uniform(w) {
		return p.writeAtMethod(w)
	}
	value, note := writable(w)
	says := lang.T("%s.", toSet(owner(ref), w.name, value).Then(note))
	return &keep{says, p.settingFix(w, value, note.IsZero() && w.better())}
}

// writeAtMethod tells the edit at one method; only retries=0 is made.
func (p *Pass) writeAtMethod(w want) *keep {
	k := &keep{says: lang.T("Set %s to %s for the method %s of the reference.", w.name, w.value, w.c.Method)}
	ref := w.t.Ref
	if w.name != "retries" || w.value != "0" || w.c.Method == unknownMethod || !methodRetriesCount(ref) || !methodRetriesCount(w.c.Ref) {
		return k
	}
	if edits := stopMethods(ref.Config, []string{w.c.Method}); edits != nil {
		k.fix = &finding.Fix{Title: lang.T("set retries to 0 for %s", w.c.Method), Edits: edits}
	}
	return k
}

// settingFix writes a value at the reference, over what stands there.
func (p *Pass) settingFix(w want, value string, safe bool) *finding.Fix {
	return p.writeFix(w.c.Ref, w.name, value, safe && w.t.Ref.SharedWith == nil)
}

// writeFix is safe where it reaches this reference alone, in one application,
// whose version is known.
func (p *Pass) writeFix(ref *effective.Reference, name, value string, safe bool) *finding.Fix {
	edits, complete := writeSetting([]*effective.Reference{ref}, name, value)
	if len(edits) == 0 {
		return nil
	}
	return &finding.Fix{
		Title: lang.T("set %s to %s on the reference", name, value),
		Safe:  safe && complete && ref.Param(name) == nil && len(p.sameAs(ref)) == 1 && !ref.App.Version.IsZero(),
		Edits: edits,
	}
}

// keepStart is the edit for a reference that starts in another way.
func (p *Pass) keepStart(ref, after *effective.Reference, x effective.Change) *keep {
	switch {
	case ref.Refused() || after.Refused():
		return nil
	case x.Setting == "check" && x.After != effective.Undecided:
		return &keep{setTo(ref, "check", x.Before.Value), p.writeFix(ref, "check", x.Before.Value, false)}
	case x.Setting == "start" && after.App.Version.AtLeast("3.0.0"):
		return &keep{setTo(ref, "init", "false"), p.writeFix(ref, "init", "false", false)}
	}
	return nil
}

// joined makes one of two fixes, nil where one is missing.
func joined(a, b *finding.Fix) *finding.Fix {
	if a == nil || b == nil {
		return nil
	}
	return &finding.Fix{Title: lang.T("%s and %s", a.Title, b.Title), Safe: a.Safe && b.Safe, Edits: append(a.Edits, b.Edits...)}
}
