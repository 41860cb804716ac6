package trace

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
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
	case len(all) == 0:
		return nil, errors.New("no interface is referenced or exported in the audited files")
	case len(full) == 0:
		if meant := dotted(model, all, name); len(meant) > 0 {
			return nil, fmt.Errorf("no interface is named %q; did you mean %s?", name, effective.SomeNames(meant))
		}
		return nil, effective.UnknownName(lang.T("interface"), iface, all)
	case len(full) > 1:
		return nil, fmt.Errorf("several interfaces are named %q: write one of %s", iface, effective.SomeNames(full))
	}
	s := gather(model, full[0])
	known, complete := s.known()
	method, err := effective.MethodAsked(method, s.refs, s.services)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", s.iface, err)
	case single && (slices.Contains(known, method) || !complete && method != ""):
		s.methods = []string{method}
	case single:
		return nil, effective.UnknownName(lang.T("method of %s", s.iface), method, known)
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

// dotted are the methods that a name with a dot in place of # means.
func dotted(model *effective.Model, all []string, name string) []string {
	name, _, _ = strings.Cut(name, "(")
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return nil
	}
	var out []string
	for _, full := range matching(all, name[:i]) {
		if known, _ := gather(model, full).known(); slices.Contains(known, name[i+1:]) {
			out = append(out, full+"#"+name[i+1:])
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
