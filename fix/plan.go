package fix

import (
	"cmp"
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// Plan is what will be changed, file by file.
type Plan struct {
	Changes []*Change
	Patches []*Patch // sorted by path
	Refused []Refusal
}

// Refusal is a change that is not made.
type Refusal struct {
	*Change
	Reason error
}

// NewPlan takes the changes in their order and refuses a change as a whole
// where one of its edits cannot be made: its file may not be written (check
// says why, nil allows all), its encoding cannot hold the new text, or the edit meets one of
// an earlier change. Equal edits are one.
func NewPlan(changes []*Change, check func(*source.File) error) *Plan {
	b := builder{check: check, checked: map[*source.File]error{}, patches: map[string]*Patch{}}
	for _, c := range changes {
		if err := b.refuses(c); err != nil {
			b.plan.Refused = append(b.plan.Refused, Refusal{c, err})
			continue
		}
		b.take(c)
	}
	for _, p := range b.patches {
		slices.SortFunc(p.Edits, func(x, y finding.Edit) int { return cmp.Compare(x.At.Lo, y.At.Lo) })
		b.plan.Patches = append(b.plan.Patches, p)
	}
	slices.SortFunc(b.plan.Patches, func(x, y *Patch) int { return cmp.Compare(x.File.Path, y.File.Path) })
	return &b.plan
}

type builder struct {
	plan    Plan
	check   func(*source.File) error
	checked map[*source.File]error
	patches map[string]*Patch // by path
}

func (b *builder) refuses(c *Change) error {
	for i, e := range c.Edits {
		if err := b.mayWrite(e.At.File); err != nil {
			return lang.Errorf("%s: %v", e.At.File.Path, err)
		}
		if _, err := e.At.File.Encode(e.NewText); err != nil {
			return err
		}
		for _, other := range c.Edits[:i] {
			if meet(e, other) {
				return lang.Errorf("its own edits overlap")
			}
		}
		p := b.patches[e.At.File.Path]
		if p == nil {
			continue
		}
		for j, other := range p.Edits {
			if meet(e, other) {
				return lang.Errorf("it overlaps another fix (%s, %s)", p.from[j].Title, p.from[j].Place())
			}
		}
	}
	return nil
}

func (b *builder) mayWrite(f *source.File) error {
	err, known := b.checked[f]
	if !known && b.check != nil {
		err = b.check(f)
		b.checked[f] = err
	}
	return err
}

func (b *builder) take(c *Change) {
	b.plan.Changes = append(b.plan.Changes, c)
	for _, e := range c.Edits {
		p := b.patches[e.At.File.Path]
		if p == nil {
			p = &Patch{File: e.At.File}
			b.patches[e.At.File.Path] = p
		}
		if !slices.ContainsFunc(p.Edits, func(o finding.Edit) bool { return same(e, o) }) {
			p.Edits, p.from = append(p.Edits, e), append(p.from, c)
		}
	}
}

func same(a, b finding.Edit) bool {
	return a.At.File.Path == b.At.File.Path && a.At.Lo == b.At.Lo && a.At.Hi == b.At.Hi && a.NewText == b.NewText
}

// meet reports whether two different edits overlap or touch: where they touch,
// the result would depend on their order.
func meet(a, b finding.Edit) bool {
	return a.At.File.Path == b.At.File.Path && !same(a, b) && a.At.Lo <= b.At.Hi && b.At.Lo <= a.At.Hi
}
