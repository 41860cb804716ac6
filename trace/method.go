package trace

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// method is one method being traced.
type method struct {
	*Input
	*subject
	name string
	// calls are those of the references: the ones that code makes, as far as
	// that is known.
	calls   []*effective.Call
	verdict idempotency.Verdict

	ways  []way    // back from the calls: see walkBack
	cut   bool     // there are more ways than are told
	tries []tries  // of the code around the calls: see findLayers
	impls []*inner // forward: see explore
	// saved is the status of Lookup, which Limit asks for; kept is set where
	// no repeat is stored again, whatever it is answered.
	saved Status
	kept  bool
}

func newMethod(in *Input, s *subject, name string) *method {
	m := &method{Input: in, subject: s, name: name}
	for _, r := range s.refs {
		for _, c := range r.Calls {
			if c.Method == name || c.Method == "*" {
				m.calls = append(m.calls, c)
			}
		}
	}
	made := slices.DeleteFunc(slices.Clone(m.calls), (*effective.Call).Uncalled)
	if len(made) > 0 {
		m.calls = made
	}
	switch {
	case len(m.calls) > 0:
		m.verdict = in.Verdict(m.calls[0])
	case len(s.services) > 0:
		m.verdict = in.Verdict(ownCall(s.services[0], name))
	}
	return m
}

// ownCall is a call of a service that nothing references, as if its own
// application did.
func ownCall(s *effective.Service, name string) *effective.Call {
	c := &effective.Call{Method: name, Ref: &effective.Reference{App: s.App, Config: s.Config, Providers: []*effective.Service{s}}}
	if s.Type == nil {
		return c
	}
	methods, _ := s.App.Types.Methods(s.Type)
	for _, m := range methods {
		if m.Name == name {
			c.Decl, c.DeclType = m.Method, m.Type
			c.Overloads = append(c.Overloads, m.Method)
		}
	}
	return c
}

func (m *method) subjectName() string { return m.iface + "#" + m.name }

// simple is "OrderService.createOrder".
func (m *method) simple() string { return simple(m.iface) + "." + m.name }

// inner is one class behind the interface with what its method does.
type inner struct {
	impl  *decl.Type
	graph *callgraph.Graph
	types *application.Types
	// service exports it, nil where the files do not tell.
	service *effective.Service
	methods []*decl.Method
	results []*callgraph.Result
}

// explore follows the implementations: those that services export, else the
// classes that are named after the interface.
func (m *method) explore() {
	for _, s := range m.exporting() {
		if s.ImplType != nil {
			m.add(&inner{impl: s.ImplType, types: s.App.Types, service: s})
		}
	}
	if len(m.impls) > 0 {
		return
	}
	types, iface := m.declared()
	if types == nil {
		return
	}
	for _, impl := range m.Graph(types).Implementations(iface) {
		m.add(&inner{impl: impl, types: types})
	}
}

// exporting are the services that the references may reach, else all of the
// interface.
func (m *method) exporting() []*effective.Service {
	var out []*effective.Service
	for _, c := range m.calls {
		for _, s := range c.Ref.Providers {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	if len(out) == 0 {
		return m.services
	}
	return out
}

// declared is the interface's declaration with the types of its application.
func (m *method) declared() (*application.Types, *decl.Type) {
	for _, r := range m.refs {
		if r.Type != nil {
			return r.App.Types, r.Type
		}
	}
	for _, s := range m.services {
		if s.Type != nil {
			return s.App.Types, s.Type
		}
	}
	return nil, nil
}

// add explores the overloads of the method in one implementation.
func (m *method) add(i *inner) {
	if slices.ContainsFunc(m.impls, func(o *inner) bool { return o.impl == i.impl }) {
		return
	}
	i.graph = m.Graph(i.types)
	args := map[int]bool{}
	for _, d := range i.graph.Methods(i.impl, m.name) {
		n := len(d.Params)
		i.methods = append(i.methods, d)
		if r := i.graph.Explore(i.impl, m.name, n); r != nil && !args[n] {
			i.results = append(i.results, r)
		}
		args[n] = true
	}
	m.impls = append(m.impls, i)
}
