package simulate

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// Select returns the part of a model that the names mean: the references that
// Find would choose from, all of them where no name is given, with the methods
// of that name. The error says which names there are.
func Select(m *effective.Model, reference, method string) (*effective.Model, error) {
	var all []*effective.Reference
	for _, a := range m.Apps {
		all = append(all, a.References...)
	}
	chosen := all
	if reference != "" {
		if chosen = named(all, reference); len(chosen) == 0 {
			return nil, effective.UnknownName(lang.T("reference"), reference, names(all))
		}
	}
	method, err := effective.MethodAsked(method, chosen, nil)
	if err != nil {
		return nil, err
	}
	var out effective.Model
	var methods []string
	for _, a := range m.Apps {
		app := *a
		app.References = nil
		for _, r := range a.References {
			if !slices.Contains(chosen, r) {
				continue
			}
			for _, c := range r.Calls {
				methods = append(methods, c.Method)
			}
			if part := withMethod(r, method, reference != ""); len(part.Calls) > 0 {
				app.References = append(app.References, part)
			}
		}
		if app.References != nil {
			out.Apps = append(out.Apps, &app)
		}
	}
	if out.Apps == nil {
		return nil, effective.UnknownName(lang.T("method"), method, distinct(methods))
	}
	return &out, nil
}

// withMethod is the reference with the calls of one method. In a reference that
// was asked for, "*" stands for every method of an interface that is not there.
func withMethod(r *effective.Reference, method string, open bool) *effective.Reference {
	part := *r
	part.Calls = slices.DeleteFunc(slices.Clone(r.Calls), func(c *effective.Call) bool {
		return method != "" && c.Method != method && !(open && c.Method == "*")
	})
	return &part
}
