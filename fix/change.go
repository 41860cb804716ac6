// Package fix applies the edits that findings carry to files as they lie on
// disk: it collects them, refuses those that get in each other's way, and
// changes the bytes of the edits and no other.
package fix

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// Change is one fix with the findings that it ends.
type Change struct {
	finding.Fix
	// Findings carry the same fix, in the order in which they were given.
	Findings []*finding.Finding
}

// Place is where the first edit stands, as "path:line:column".
func (c *Change) Place() string {
	at := c.Edits[0].At
	pos := at.Start()
	return fmt.Sprintf("%s:%d:%d", at.File.Path, pos.Line, pos.Column)
}

// Select picks one fix for each finding that is not suppressed: the first safe
// one, of the rules named, of all rules where none is. Where several rules met
// on one finding, the one that is shown comes first. With unsafe, a finding
// without a safe fix is given its first other one. Findings with the same fix
// share a Change.
func Select(found []*finding.Finding, rules []string, unsafe bool) []*Change {
	var out []*Change
	known := map[string]*Change{}
	for _, f := range found {
		of, x := pick(f, rules, unsafe)
		if x == nil {
			continue
		}
		key := identity(x.Edits)
		c := known[key]
		if c == nil {
			c = &Change{Fix: *x}
			known[key] = c
			out = append(out, c)
		}
		c.Findings = append(c.Findings, of)
	}
	return out
}

// pick returns the finding that has the fix, the shown one or one that met
// with it, and the fix.
func pick(f *finding.Finding, rules []string, unsafe bool) (*finding.Finding, *finding.Fix) {
	all := append([]*finding.Finding{f}, f.Others...)
	for _, wantSafe := range []bool{true, false} {
		for _, g := range all {
			if !asked(g, rules) {
				continue
			}
			for i, x := range g.Fixes {
				if x.Safe == wantSafe && editable(x) {
					return g, &g.Fixes[i]
				}
			}
		}
		if !unsafe {
			break
		}
	}
	return nil, nil
}

// Count is the number of findings that Select chooses from.
func Count(found []*finding.Finding, rules []string) int {
	n := 0
	for _, f := range found {
		if asked(f, rules) || slices.ContainsFunc(f.Others, func(g *finding.Finding) bool { return asked(g, rules) }) {
			n++
		}
	}
	return n
}

// asked reports whether a finding counts and is of one of the rules, where any
// is named.
func asked(f *finding.Finding, rules []string) bool {
	return f.Suppressed == nil && (len(rules) == 0 || slices.Contains(rules, f.Rule.ID))
}

// editable reports whether every edit has a place.
func editable(x finding.Fix) bool {
	return len(x.Edits) > 0 && !slices.ContainsFunc(x.Edits, func(e finding.Edit) bool { return !e.At.Valid() })
}

// identity tells fixes with the same edits.
func identity(edits []finding.Edit) string {
	var b strings.Builder
	for _, e := range edits {
		fmt.Fprintf(&b, "%q %d %d %q\n", e.At.File.Path, e.At.Lo, e.At.Hi, e.NewText)
	}
	return b.String()
}
