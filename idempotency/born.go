package idempotency

import (
	"regexp"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// maker are expressions that make a new identifier.
var maker = regexp.MustCompile(`(?i)uuid|snow|nextid|idutil|idgen|idworker|objectid`)

// born looks for an object among the parameters that brings along the primary
// key of its row: its id is made where the object is, in the caller, and Dubbo
// sends the same object again. The database refuses the second row.
func (d *draft) born() {
	if d.Kind != Write || d.decl == nil || !d.inserts || !d.Guard.IsZero() || d.Lookup == nil {
		return
	}
	for _, p := range d.decl.Params {
		t := d.lookupData(p.Type.Name, d.Type)
		for depth := 0; t != nil && depth <= maxSupers; depth++ {
			if f := madeID(t); f != nil {
				d.Guard = lang.T("the primary key %s of %s", f.Name, t.Name)
				d.add(Evidence{Kind: "key", Text: lang.T("a new %s makes its own %s, in the caller: a second row under it is refused", t.Name, f.Name), At: f.At})
				return
			}
			if len(t.Extends) == 0 {
				break
			}
			t = d.lookupData(t.Extends[0].Name, t)
		}
	}
}

// madeID returns the field "id" whose initialiser makes a new identifier.
func madeID(t *decl.Type) *decl.Field {
	for _, f := range t.Fields {
		if normal(f.Name) == "id" && f.Init != nil && f.Init.Kind == decl.CallExpr && maker.MatchString(f.Init.Text) {
			return f
		}
	}
	return nil
}
