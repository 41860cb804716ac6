package retrylayer

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// caller is one call of a method.
type caller struct {
	typ    *decl.Type
	method *decl.Method
	at     source.Span
	// self is set for a call on the same object, which no proxy sees.
	self bool
}

// maxCallers bounds the callers of one method.
const maxCallers = 12

// asked is a question for the callers of a method: of its own class alone, or
// of all.
type asked struct {
	method *decl.Method
	near   bool
}

// callersOf returns the calls of a method in the application's sources: of its
// class, and unless only near ones are asked for through fields and parameters of that type or of an interface of
// it that declares the method.
func (f *Finder) callersOf(fr *frame, near bool) []caller {
	key := asked{fr.method, near}
	if list, ok := f.callers[key]; ok {
		return list
	}
	s := &callerSearch{Finder: f, fr: fr}
	s.ownClass()
	if !slices.Contains(fr.method.Modifiers, "private") && !near {
		switch f.entryOf(fr.typ, fr.method) {
		case Web, Message, Job: // nobody else calls them
		default:
			s.elsewhere()
		}
	}
	f.callers[key] = s.found
	return s.found
}

type callerSearch struct {
	*Finder
	fr    *frame
	found []caller
}

func (s *callerSearch) add(t *decl.Type, m *decl.Method, at source.Span, self bool) {
	if len(s.found) < maxCallers {
		s.found = append(s.found, caller{t, m, at, self})
	}
}

// calls reports whether a call may be one of the method.
func (s *callerSearch) calls(c *decl.Call) bool {
	m := s.fr.method
	n := len(m.Params)
	return c.Method == m.Name && (c.Args < 0 || c.Args == n || n > 0 && m.Params[n-1].Type.Dims > 0 && c.Args >= n-1)
}

func (s *callerSearch) ownClass() {
	for _, t := range append([]*decl.Type{s.fr.typ}, s.fr.typ.Nested...) {
		for _, m := range t.Methods {
			for i := range m.Calls {
				c := &m.Calls[i]
				if m != s.fr.method && s.calls(c) && (c.Recv == "" || c.Recv == "this" || c.Recv == s.fr.typ.Name+".this") {
					s.add(t, m, c.At, true)
				}
			}
		}
	}
}

// elsewhere looks at the sources that name the class, or an interface of it.
func (s *callerSearch) elsewhere() {
	names := map[string]bool{s.fr.typ.FQN: true}
	words := []string{s.fr.typ.Name}
	for _, ref := range slices.Concat(s.fr.typ.Implements, s.fr.typ.Extends) {
		fqn := s.resolve(ref.Name, s.fr.typ)
		if t := s.types.Lookup(fqn); t != nil && slices.ContainsFunc(t.Methods, func(m *decl.Method) bool { return m.Name == s.fr.method.Name }) {
			names[fqn], words = true, append(words, simple(fqn))
		}
	}
	seen := map[*decl.Unit]bool{}
	for _, word := range words {
		for _, u := range s.types.Using(s.fr.typ, word, s.fr.method.Name) {
			if !seen[u] && !isTest(u.File.Path) {
				seen[u] = true
				for _, t := range u.Java.Types {
					s.in(t, u.Java, names, words)
				}
			}
		}
	}
}

func isTest(path string) bool { return strings.Contains("/"+path, "/src/test/") }

// in looks for calls in one class.
func (s *callerSearch) in(t *decl.Type, file *decl.JavaFile, names map[string]bool, words []string) {
	for _, n := range t.Nested {
		s.in(n, file, names, words)
	}
	holds := func(r decl.TypeRef) bool {
		return r.Dims == 0 && slices.Contains(words, simple(r.Name)) && names[s.types.Resolve(r.Name, file, t)]
	}
	fields := map[string]bool{}
	for _, fld := range t.Fields {
		if holds(fld.Type) && !isReference(fld.Annotations) {
			fields[fld.Name] = true
		}
	}
	for _, m := range t.Methods {
		for i := range m.Calls {
			c := &m.Calls[i]
			if !s.calls(c) || m == s.fr.method {
				continue
			}
			recv := strings.TrimPrefix(strings.TrimPrefix(c.Recv, t.Name+"."), "this.")
			param := slices.ContainsFunc(m.Params, func(p decl.Param) bool { return p.Name == recv && holds(p.Type) })
			if fields[recv] || param || slices.Contains(words, recv) {
				s.add(t, m, c.At, false)
			}
		}
	}
}

// isReference tells the fields that hold a Dubbo reference: a call on them
// leaves the process.
func isReference(list []*decl.Annotation) bool {
	return annotation(list, "Reference", "DubboReference") != nil
}
