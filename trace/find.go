package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

// subject is an interface with the methods to trace and whatever the model
// holds about it.
type subject struct {
	iface    string
	methods  []string
	refs     []*effective.Reference
	services []*effective.Service
}

// find looks for "interface#method" or "interface" in a model.
func find(model *effective.Model, name string) (*subject, error) {
	iface, method, single := strings.Cut(name, "#")
	all := interfaces(model)
	full := matching(all, iface)
	switch {
	case len(full) == 0:
		return nil, unknownName("interface", iface, all)
	case len(full) > 1:
		return nil, fmt.Errorf("several interfaces are named %q: write one of %s", iface, some(full))
	}
	s := gather(model, full[0])
	known, complete := s.known()
	switch {
	case single && (slices.Contains(known, method) || !complete && method != ""):
		s.methods = []string{method}
	case single:
		return nil, unknownName("method of "+s.iface, method, known)
	case len(known) == 0:
		return nil, fmt.Errorf("the methods of %s are not known from the audited files: name one, as in %s#save", s.iface, s.iface)
	default:
		s.methods = known
	}
	return s, nil
}

// interfaces are the names of all interfaces that are referenced or exported.
func interfaces(model *effective.Model) []string {
	var out []string
	for _, a := range model.Apps {
		for _, r := range a.References {
			out = append(out, r.Name())
		}
		for _, s := range a.Services {
			if s.Interface != nil {
				out = append(out, s.Interface.Value)
			}
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(s string) bool { return s == "" })
}

// matching are the interfaces that a name means: the qualified one, else those
// with that simple name.
func matching(all []string, name string) []string {
	if slices.Contains(all, name) {
		return []string{name}
	}
	var out []string
	for _, full := range all {
		if name != "" && full[strings.LastIndexByte(full, '.')+1:] == name {
			out = append(out, full)
		}
	}
	return out
}

// gather collects the references and services of an interface; those of tests
// only where there are no others.
func gather(model *effective.Model, iface string) *subject {
	s := &subject{iface: iface}
	for _, tests := range []bool{false, true} {
		for _, a := range model.Apps {
			for _, r := range a.References {
				if r.Name() == iface && r.Test == tests {
					s.refs = append(s.refs, r)
				}
			}
			for _, v := range a.Services {
				if v.Interface != nil && v.Interface.Value == iface && v.Test == tests {
					s.services = append(s.services, v)
				}
			}
		}
		if len(s.refs)+len(s.services) > 0 {
			break
		}
	}
	return s
}

// known are the methods of the interface as far as the files tell; complete is
// false where there may be others.
func (s *subject) known() (methods []string, complete bool) {
	add := func(name string) {
		if name != "*" && !slices.Contains(methods, name) {
			methods = append(methods, name)
		}
	}
	for _, r := range s.refs {
		for _, c := range r.Calls {
			add(c.Method)
		}
		if r.Type != nil {
			_, all := r.App.Types.Methods(r.Type)
			complete = complete || all
		}
	}
	for _, v := range s.services {
		if v.Type == nil {
			continue
		}
		declared, all := v.App.Types.Methods(v.Type)
		complete = complete || all
		for _, m := range declared {
			add(m.Name)
		}
	}
	return methods, complete
}

// unknownName is the error for a name that is not there, with the nearest ones,
// else with those that are.
func unknownName(what, name string, all []string) error {
	var near []string
	for _, n := range all {
		simple := n[strings.LastIndexByte(n, '.')+1:]
		if dubbo.Nearest(name, []string{n, simple}) != "" {
			near = append(near, n)
		}
	}
	switch {
	case len(all) == 0:
		return fmt.Errorf("no %s is referenced or exported in the audited files", what)
	case name == "":
		return fmt.Errorf("a %s is needed: %s", what, some(all))
	case len(near) > 0:
		return fmt.Errorf("no %s is named %q; did you mean %s?", what, name, some(near))
	}
	return fmt.Errorf("no %s is named %q; there are %s", what, name, some(all))
}

// some writes the first names of a list.
func some(all []string) string {
	const most = 8
	if n := len(all) - most; n > 1 {
		return strings.Join(all[:most], ", ") + fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(all, ", ")
}
