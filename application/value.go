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
// mention a word.
func (t *Types) Mentioning(word string) []*decl.Unit {
	var list []*decl.Unit
	seen := map[*decl.Unit]bool{}
	for _, dir := range t.dirs {
		for _, u := range t.sources.Mentioning(dir, word) {
			if u.Java != nil && !seen[u] && !isTestPath(u.File.Path) {
				seen[u] = true
				list = append(list, u)
			}
		}
	}
	return list
}
