package effective

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// UnknownName is the error for a name that was asked for and is not there: it
// lists the nearest ones, else those that are. what says what is named:
// "interface", "method of com.acme.OrderService".
func UnknownName(what lang.Text, name string, all []string) error {
	var near []string
	for _, n := range all {
		if dubbo.Nearest(name, []string{n, simpleOf(n)}) != "" {
			near = append(near, n)
		}
	}
	qualified := slices.Clone(near)
	near = slices.DeleteFunc(near, func(n string) bool {
		return slices.ContainsFunc(qualified, func(q string) bool { return q != n && simpleOf(q) == n })
	})
	switch {
	case len(all) == 0:
		return lang.Errorf("no %s was found", what)
	case name == "" && strings.ContainsRune("aeiou", rune(what.String()[0])):
		return lang.Errorf("an %s is needed: %s", what, SomeNames(all))
	case name == "":
		return lang.Errorf("a %s is needed: %s", what, SomeNames(all))
	case len(near) > 0:
		return lang.Errorf("no %s is named %q; did you mean %s?", what, name, SomeNames(near))
	}
	return lang.Errorf("no %s is named %q; there are %s", what, name, SomeNames(all))
}

func simpleOf(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// SomeNames are the first names of a list.
func SomeNames(all []string) lang.Text {
	const most = 8
	if n := len(all) - most; n > 1 {
		return lang.T("%s and %d more", lang.Names(all[:most]), n)
	}
	return lang.Names(all)
}

// MethodAsked is the name of a method that may be asked for with the types of
// its parameters, as in "save(java.lang.String)". Overloads share a name, by
// which Dubbo sets everything: one of several cannot be asked for alone.
func MethodAsked(text string, refs []*Reference, services []*Service) (string, error) {
	name, params, ok := strings.Cut(text, "(")
	if !ok {
		return text, nil
	}
	params, closed := strings.CutSuffix(params, ")")
	if name == "" || !closed {
		return "", lang.Errorf("%q is no method: write its name, or name(Type, Type)", text)
	}
	want := plainTypes(params)
	var all []string
	found := false
	for _, m := range overloads(name, refs, services) {
		var types []string
		for _, p := range m.Params {
			types = append(types, p.Type.String())
		}
		list := strings.Join(types, ", ")
		if all = append(all, name+"("+list+")"); slices.Equal(plainTypes(list), want) {
			found = true
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	switch {
	case len(all) == 0 || found && len(all) == 1:
		return name, nil
	case found:
		return "", lang.Errorf("%s cannot be asked for alone: Dubbo sets overloads by their name; %s stands for %s", text, name, SomeNames(all))
	}
	return "", lang.Errorf("no %s is declared; %s stands for %s", text, name, SomeNames(all))
}

// overloads are the declarations of a method, none where they are not known.
func overloads(name string, refs []*Reference, services []*Service) []*decl.Method {
	var out []*decl.Method
	for _, r := range refs {
		for _, c := range r.Calls {
			if c.Method == name {
				out = append(out, c.Overloads...)
			}
		}
	}
	for _, s := range services {
		methods, _ := s.App.Types.Methods(s.Type)
		for _, m := range methods {
			if m.Name == name {
				out = append(out, m.Method)
			}
		}
	}
	return out
}

// plainTypes splits a list of types into simple names without arguments.
func plainTypes(list string) []string {
	var out []string
	var word strings.Builder
	depth := 0
	end := func() {
		t := strings.ReplaceAll(strings.TrimSpace(word.String()), "$", ".")
		t = strings.TrimSuffix(t, "...") + strings.Repeat("[]", strings.Count(t, "..."))
		out = append(out, simpleOf(t))
		word.Reset()
	}
	for _, r := range list {
		switch {
		case r == '<':
			depth++
		case r == '>':
			depth--
		case depth > 0:
		case r == ',':
			end()
		default:
			word.WriteRune(r)
		}
	}
	if len(out) > 0 || strings.TrimSpace(word.String()) != "" {
		end()
	}
	return out
}
