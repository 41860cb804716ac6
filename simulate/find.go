package simulate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// Find returns the call of a model that the names mean: a reference by its
// id, its field, its interface, or the interface's simple name, where needed
// behind "application/", or by its place ("dubbo.xml:12"), and a method. A method may be left out where there
// is only one. The error says which names there are.
func Find(m *effective.Model, reference, method string) (*effective.Call, error) {
	var all []*effective.Reference
	for _, a := range m.Apps {
		all = append(all, a.References...)
	}
	refs := named(all, reference)
	switch {
	case len(refs) == 0:
		return nil, effective.UnknownName(lang.T("reference"), reference, names(all))
	case len(refs) > 1:
		return nil, lang.Errorf("several references are named %q: write one of %s", reference, effective.SomeNames(qualified(refs)))
	}
	ref := refs[0]
	method, err := effective.MethodAsked(method, refs, nil)
	if err != nil {
		return nil, err
	}
	var methods []string
	for _, c := range ref.Calls {
		if c.Method == method || method == "" && len(ref.Calls) == 1 {
			return c, nil
		}
		methods = append(methods, c.Method)
	}
	// A method that nobody calls and whose interface is not there.
	if i := slices.Index(methods, "*"); i >= 0 && method != "" {
		return ref.Calls[i], nil
	}
	return nil, effective.UnknownName(lang.T("method of %s", ref.Name()), method, methods)
}

// named returns the references that a name means: the ids first, for a name
// that is both an id here and a simple name there means the id.
func named(all []*effective.Reference, name string) []*effective.Reference {
	for _, key := range []func(*effective.Reference) []string{places, ids, interfaces} {
		var out []*effective.Reference
		for _, r := range all {
			for _, k := range key(r) {
				if k != "" && (k == name || r.App.Name+"/"+k == name) {
					out = append(out, r)
					break
				}
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

func places(r *effective.Reference) []string {
	if !r.At.Valid() {
		return nil
	}
	return []string{fmt.Sprintf("%s:%d", r.At.File.Path, r.At.Start().Line)}
}

func ids(r *effective.Reference) []string { return []string{r.ID, r.Field} }

func interfaces(r *effective.Reference) []string {
	full := r.Name()
	return []string{full, full[strings.LastIndexByte(full, '.')+1:]}
}

// names are all names under which references can be asked for.
func names(all []*effective.Reference) []string {
	var out []string
	for _, r := range all {
		out = append(out, r.Name())
	}
	for _, r := range all {
		out = append(out, append(ids(r), interfaces(r)...)...)
	}
	return distinct(out)
}

// qualified are names that tell references apart: the first that does of id,
// application and id, application and interface, place.
func qualified(refs []*effective.Reference) []string {
	var out []string
	for _, r := range refs {
		app := r.App.Name + "/"
		for _, k := range append([]string{r.ID, app + r.ID, app + r.Field, app + r.Name()}, places(r)...) {
			if k != "" && k != app && len(named(refs, k)) == 1 {
				out = append(out, k)
				break
			}
		}
	}
	return out
}

func distinct(list []string) []string {
	var out []string
	for _, s := range list {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
