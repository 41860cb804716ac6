package application

import (
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Property returns what the application sees as the value of a property of
// Spring, nil where no file defines it.
func (a *App) Property(key string) *Setting {
	if a.resolver == nil {
		return nil
	}
	res := a.resolver.resolve("${" + key + "}")
	if !res.known && len(res.via) == 0 {
		return nil
	}
	return res.setting(key, "${"+key+"}", source.Span{}, source.Span{})
}

// Text fills in the placeholders of a text.
func (a *App) Text(raw string) (value string, known bool) {
	if a.resolver == nil {
		return "", false
	}
	res := a.resolver.resolve(raw)
	return res.value, res.known
}

// Constant returns the value of a constant expression that stands in a type,
// placeholders filled in.
func (a *App) Constant(e *decl.Expr, in *decl.Type) (value string, known bool) {
	u := a.Types.FileOf(in)
	if e == nil || u == nil || u.Java == nil {
		return "", false
	}
	res := scope{a.Types, u.Java, in}.constant(e)
	if !res.known {
		return "", false
	}
	return a.Text(res.value)
}

// Mentioning returns the main sources of the application's modules that
// mention a word; with more words those that very likely mention all of them.
func (t *Types) Mentioning(word string, more ...string) []*decl.Unit {
	return t.mentioning(t.dirs, word, more)
}

// Using is Mentioning in the sources that can see a type: no library knows one
// of the application's own module.
func (t *Types) Using(typ *decl.Type, word string, more ...string) []*decl.Unit {
	dirs := t.dirs
	if typ.At.Valid() && len(dirs) > 0 && t.rank(typ.At.File.Path) < 2 {
		dirs = dirs[:1]
	}
	return t.mentioning(dirs, word, more)
}

func (t *Types) mentioning(dirs []string, word string, more []string) []*decl.Unit {
	var list []*decl.Unit
	seen := map[*decl.Unit]bool{}
	for _, dir := range dirs {
		for _, u := range t.sources.Mentioning(dir, word, more...) {
			if u.Java != nil && !seen[u] && !isTestPath(u.File.Path) {
				seen[u] = true
				list = append(list, u)
			}
		}
	}
	return list
}
