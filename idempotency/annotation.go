package idempotency

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// simple returns an annotation's or a type's name without package.
func simple(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// guards are annotations that claim to drop repeated calls. The names are
// those of public starters and of the applications' own ones.
var guards = set(`Idempotent Idempotency IdempotentCheck ApiIdempotent AutoIdempotent EnableIdempotent NoRepeatSubmit
	RepeatSubmit NoRepeat AvoidRepeatSubmit PreventRepeat PreventRepeatSubmit PreventDuplicateSubmit DuplicateSubmit
	NoDuplicateSubmit Resubmit NoResubmit FormRepeat RepeatLock`)

// participants are annotations of methods that a transaction coordinator
// calls, which reserve something.
var participants = set(`Compensable TwoPhaseBusinessAction Hmily HmilyTCC HmilyTAC TccTransaction`)

// annotations reads what the interface and the implementation claim.
func (d *draft) annotations() {
	for _, a := range d.all() {
		name := simple(a.Name)
		e := Evidence{Kind: "annotation", Text: lang.Verbatim("@" + name), At: a.At}
		switch {
		case guards[name]:
			d.Guard, d.Annotated = e.Text, true
			e.Text = lang.T("%s claims to drop repeated calls", d.Guard)
		case participants[name]:
			e.Text = lang.T("%s: a participant of a distributed transaction reserves something", e.Text)
			if d.Kind != Write || d.Strength < A {
				d.becomes(Write, A, medium)
			}
		case name == "Transactional":
			if !d.transactional(a, &e) {
				continue
			}
		case strings.HasPrefix(name, "Lock") || strings.HasSuffix(name, "Lock"):
			e.Text = lang.T("%s keeps executions apart in time and does not drop the second one", e.Text)
		default:
			continue
		}
		d.add(e)
	}
}

// transactional reads @Transactional of a method: somebody expects it to
// write, or to read only.
func (d *draft) transactional(a *decl.Annotation, e *Evidence) bool {
	if ro := a.Arg("readOnly"); ro != nil && ro.Kind == decl.BoolExpr && ro.Text == "true" {
		e.Text = lang.Verbatim("@Transactional(readOnly = true)")
		if d.confidence == low || d.Kind == Unknown {
			d.becomes(Read, NoStrength, medium)
		}
		return true
	}
	if d.Kind != Unknown || d.onType(a) {
		return false
	}
	e.Text = lang.T("%s: it writes something", e.Text)
	d.becomes(Write, B, low)
	return true
}

// onType reports whether an annotation stands on a type, where it says
// little about one method.
func (d *draft) onType(a *decl.Annotation) bool {
	for _, t := range []*decl.Type{d.Type, d.ImplType} {
		if t == nil {
			continue
		}
		for _, x := range t.Annotations {
			if x == a {
				return true
			}
		}
	}
	return false
}

// all returns the annotations on the method, its interface, its
// implementation and that one's class, in this order.
func (d *draft) all() []*decl.Annotation {
	var list []*decl.Annotation
	if d.decl != nil {
		list = append(list, d.decl.Annotations...)
	}
	if d.Type != nil {
		list = append(list, d.Type.Annotations...)
	}
	for _, m := range d.impl {
		list = append(list, m.Annotations...)
	}
	if d.ImplType != nil {
		list = append(list, d.ImplType.Annotations...)
	}
	return list
}
