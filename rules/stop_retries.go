package rules

import (
	"iter"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// remedy says where the retries of a call can be ended.
type remedy uint8

const (
	atReference remedy = iota // an attribute of the reference wins
	atMethods                 // only a method-level value wins over the provider's method
	there                     // where the value is written
	elsewhere                 // in a property or command line that wins over all of these
)

// remedyOf finds the place for an edit by where the effective value was
// written: what the reference says would lose to a method or a parameter.
func remedyOf(c *effective.Call) remedy { return remedyAt(c.Ref, c.Retries.From, "retries") }

// remedyAt does the same for any setting of a reference.
func remedyAt(ref *effective.Reference, from effective.Origin, name string) remedy {
	switch from.Level {
	case effective.AtMethod, effective.AtURL:
		return there
	case effective.AtReference:
		if s := owner(ref).Get(name); s == nil || s.At != from.At {
			return there
		}
		return atReference
	case effective.ProviderMethod:
		return atMethods
	case effective.JVMProperty, effective.Environment, effective.ConfigCenter, effective.SpringEnv, effective.DubboProps,
		effective.GovernanceRule:
		if !strings.HasPrefix(from.Key, "dubbo.consumer") && !strings.HasPrefix(from.Key, "dubbo.provider") {
			return elsewhere
		}
	}
	return atReference
}

// stop tells the edit that ends the retries of a call.
func stop(c *effective.Call) lang.Text {
	switch remedyOf(c) {
	case there, elsewhere:
		return lang.T("Set it to 0 there.")
	case atMethods:
		return lang.T("Set retries to 0 for the method %s of the reference.", c.Method)
	}
	return stopRetries(c.Ref)
}

// stopRetriesFixes returns the edits that end the retries of a write. The
// attribute of the reference is safe where no other method loses retries by
// it; the method-level settings change the writes alone. Where neither can be
// written, the value is changed where it stands.
func (p *Pass) stopRetriesFixes(c *effective.Call) []*finding.Fix {
	ref, at := owner(c.Ref), remedyOf(c)
	if len(misspelled(ref.Config, "retries")) > 0 {
		return nil // what was meant counts once it has its name
	}
	if at == there || at == elsewhere {
		return []*finding.Fix{p.changeInPlace(c)}
	}
	key := stopping{ref, at}
	fixes, ok := p.stops[key]
	if !ok {
		fixes = p.stopFixes(ref, at)
		if p.stops == nil {
			p.stops = map[stopping][]*finding.Fix{}
		}
		p.stops[key] = fixes
	}
	if len(fixes) == 0 {
		return []*finding.Fix{p.changeInPlace(c)}
	}
	return fixes
}

// stopping is what the edits depend on that end retries: all writes of a
// reference share them.
type stopping struct {
	ref *effective.Reference
	at  remedy
}

// stopFixes returns no edit where none can be written at the reference.
func (p *Pass) stopFixes(ref *effective.Reference, at remedy) []*finding.Fix {
	writes, others := p.retried(ref, at)
	if at == atMethods {
		return []*finding.Fix{p.stopOnMethods(ref, writes)}
	}
	whole := p.stopOnReference(ref, !others)
	if !others && whole != nil {
		return []*finding.Fix{whole}
	}
	methods := p.stopOnMethods(ref, writes)
	if methods == nil && whole == nil {
		return nil
	}
	return []*finding.Fix{methods, whole}
}

// retried lists the writes of a reference that the remedy stops, and says
// whether it would stop other methods too.
func (p *Pass) retried(ref *effective.Reference, at remedy) (writes []string, others bool) {
	seen := map[string]bool{}
	for _, twin := range p.sameAs(ref) {
		for _, x := range twin.Calls {
			of := remedyOf(x)
			switch {
			case !repeats(x), x.Never(), of == there, of == elsewhere:
			case !isWrite(p.Verdict(x)):
				others = others || of == atReference
			case (of == at || at == atMethods) && !seen[x.Method]:
				seen[x.Method] = true
				writes = append(writes, x.Method)
			}
		}
	}
	return writes, others
}

// sameAs lists the references that are edited together: those that share a
// bean or must say the same to start, and the same text in other applications.
func (p *Pass) sameAs(ref *effective.Reference) []*effective.Reference {
	if p.twins == nil {
		p.twins = &twins{}
	}
	return p.twins.of(ref, p.references())
}

// twins finds references that are edited together, once for all rules of a run.
type twins struct {
	all     []*effective.Reference
	byPlace map[source.Span][]int // positions in all
	known   map[*effective.Reference][]*effective.Reference
}

func (t *twins) of(ref *effective.Reference, all iter.Seq[*effective.Reference]) []*effective.Reference {
	if out, ok := t.known[ref]; ok {
		return out
	}
	if t.known == nil {
		t.known, t.byPlace = map[*effective.Reference][]*effective.Reference{}, map[source.Span][]int{}
		for r := range all {
			if r.At.Valid() {
				t.byPlace[r.At] = append(t.byPlace[r.At], len(t.all))
			}
			t.all = append(t.all, r)
		}
	}
	places := map[source.Span]bool{ref.At: true}
	for _, r := range ref.App.References {
		if bean(r) == bean(ref) || sameService(r, ref) && dubbo.DuplicateReference.Has(ref.App.Version.Version) {
			places[r.At] = true
		}
	}
	var found []int
	for at := range places {
		found = append(found, t.byPlace[at]...)
	}
	if !ref.At.Valid() {
		found = append(found, slices.Index(t.all, ref))
	}
	slices.Sort(found)
	out := make([]*effective.Reference, len(found))
	for i, n := range found {
		out[i] = t.all[n]
	}
	t.known[ref] = out
	return out
}

// bean is the reference whose bean a reference gets.
func bean(ref *effective.Reference) *effective.Reference {
	if ref.SharedWith != nil {
		return ref.SharedWith
	}
	return ref
}

func sameService(a, b *effective.Reference) bool {
	return a.Name() == b.Name() && a.Group == b.Group && a.Version == b.Version
}

// everywhere reports whether something holds for a reference in every
// application that has it, each with a version that is known.
func (p *Pass) everywhere(ref *effective.Reference, holds func(*effective.Reference) bool) bool {
	return !slices.ContainsFunc(p.sameAs(ref), func(r *effective.Reference) bool {
		return r.App.Version.IsZero() || !holds(r)
	})
}

// changeInPlace sets the value that counts to 0 where it is written. That is
// safe where it reaches no method that may be tried again.
func (p *Pass) changeInPlace(c *effective.Call) *finding.Fix {
	from, safe := c.Retries.From, !c.Ref.App.Version.IsZero()
	switch from.Level {
	case effective.AtService, effective.AtProvider, effective.ProviderMethod:
		safe = false // consumers elsewhere take it too
	}
	for x := range p.calls() {
		if x.Retries.From.At == from.At && repeats(x) && !isWrite(p.Verdict(x)) {
			safe = false
		}
	}
	title := lang.T("set retries to 0")
	if strings.Contains(from.Key, ".") {
		title = lang.T("set %s to 0", from.Key)
	}
	fix := change(from.At, c.Retries.Raw, "0", title, safe)
	ref := owner(c.Ref)
	if s := ref.Get("retries"); fix != nil && s != nil && s.At != from.At && from.Level == effective.AtReference {
		// The attribute beside a parameter: they must say the same.
		if e := replaceValue(s.At, s.Raw, noRetries(ref)); e != nil {
			fix.Edits = append(fix.Edits, *e)
		}
	}
	return fix
}

// stopWhole is the edit for a reference whose cluster was to call once: no
// method of it was meant to be retried.
func (p *Pass) stopWhole(c *effective.Call, meantOnce bool) *finding.Fix {
	if remedyOf(c) != atReference || !repeats(c) {
		return nil
	}
	return p.stopOnReference(owner(c.Ref), meantOnce)
}

func (p *Pass) stopOnReference(ref *effective.Reference, alone bool) *finding.Fix {
	value := noRetries(ref)
	refs := p.sameAs(ref)
	edits, complete := writeSetting(refs, "retries", value)
	if len(edits) == 0 {
		return nil
	}
	title := setOn("retries", value, refs)
	if !alone {
		title = lang.T("%s (its reading methods are no longer retried either)", title)
	}
	safe := alone && complete && p.everywhere(ref, func(r *effective.Reference) bool {
		return noRetries(r) == value && !slices.ContainsFunc(r.Calls, contradicts)
	})
	return &finding.Fix{Title: title, Safe: safe, Edits: edits}
}

// setOn is the title of an edit that sets an attribute of references.
func setOn(name, value string, refs []*effective.Reference) lang.Text {
	if slices.ContainsFunc(refs, func(r *effective.Reference) bool { return r.At != refs[0].At }) {
		return lang.T("set %s to %s on all references of the service that share a bean", name, value)
	}
	return lang.T("set %s to %s on the reference", name, value)
}

// writeSetting gives each of the references an attribute, over what stands
// there and in a parameter of the name, which must not contradict it. It is
// incomplete where one of them cannot be edited.
func writeSetting(refs []*effective.Reference, name, value string) (edits []finding.Edit, complete bool) {
	complete = true
	seen := map[source.Span]bool{}
	for _, ref := range refs {
		if seen[ref.At] {
			continue
		}
		seen[ref.At] = true
		e := addSetting(ref.Config, name, value)
		if s := ref.Get(name); s != nil {
			if s.Raw == value {
				continue
			}
			e = replaceValue(s.At, s.Raw, value)
			complete = complete && ref.Composed == ""
		}
		if e == nil {
			complete = false
			continue
		}
		edits = append(edits, *e)
		if s := ref.Param(name); s != nil {
			if e := replaceValue(s.At, s.Raw, value); e != nil {
				edits = append(edits, *e)
			}
		}
	}
	return edits, complete
}

// contradicts reports whether a lost value of a single method asks for retries:
// it says the same as the reference now, and would not say so any more.
func contradicts(c *effective.Call) bool {
	for _, l := range c.Retries.Shadowed {
		if n, ok := number(l.Text()); l.From.Level == effective.AtMethod && (!ok || n > 0) {
			return true
		}
	}
	return false
}

// changeDropped changes a value that this version takes for not written, safe
// where the new one counts in every application that has it. References that
// share the bean get it too.
func (p *Pass) changeDropped(c *effective.Call, at source.Span, from, to string) *finding.Fix {
	refs := p.sameAs(c.Ref)
	if slices.ContainsFunc(refs, func(r *effective.Reference) bool { return r.At != c.Ref.At }) {
		_, others := p.retried(c.Ref, atReference)
		return p.stopOnReference(c.Ref, !others)
	}
	safe := true
	for r := range p.references() {
		if s := r.Get("retries"); s != nil && s.At == at && (r.App.Version.IsZero() || noRetries(r) != to) {
			safe = false
		}
	}
	return change(at, from, to, lang.T("change %s to %s", from, to), safe)
}
