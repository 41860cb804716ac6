package rules

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// stopOnMethods sets retries to 0 for each write: in its method element or
// @Method where there is one, else in a new one. All writes of the reference
// share the one fix, so that their fixes do not overlap.
func (p *Pass) stopOnMethods(ref *effective.Reference, methods []string) *finding.Fix {
	if len(methods) == 0 || slices.Contains(methods, unknownMethod) || !p.everywhere(ref, methodRetriesCount) {
		return nil
	}
	var edits []finding.Edit
	done := map[source.Span]bool{}
	for _, r := range p.sameAs(ref) {
		if done[r.At] {
			continue
		}
		done[r.At] = true
		more := stopMethods(r.Config, methods)
		if more == nil {
			return nil
		}
		edits = append(edits, more...)
	}
	title := lang.T("set retries to 0 for %s", lang.Names(methods))
	safe := len(done) == 1 || !dubbo.DuplicateReference.Has(ref.App.Version.Version)
	return &finding.Fix{Title: title, Safe: safe, Edits: edits}
}

// stopMethods makes the edits of one reference, nil where one cannot be made.
func stopMethods(c *application.Config, methods []string) []finding.Edit {
	var edits []finding.Edit
	var fresh []string
	for _, name := range methods {
		have := methodsNamed(c, name)
		if len(have) == 0 {
			fresh = append(fresh, name)
			continue
		}
		e := addSetting(have[0], "retries", "0")
		if s := have[0].Get("retries"); s != nil {
			e = replaceValue(s.At, s.Raw, "0")
		}
		if e == nil || len(have) > 1 {
			return nil
		}
		edits = append(edits, *e)
	}
	if len(fresh) == 0 {
		return edits
	}
	more := addMethods(c, fresh)
	if more == nil {
		return nil
	}
	return append(edits, more...)
}

// methodRetriesCount reports whether the version reads retries of a single
// method in the form in which the reference is written.
func methodRetriesCount(ref *effective.Reference) bool {
	v := ref.App.Version.Version
	if dubbo.MethodRetriesLost.Has(v) {
		return false
	}
	if ref.Form != "annotation" {
		return true
	}
	apache := strings.HasPrefix(ref.Annotation, "org.apache.")
	return dubbo.AttrIn("@Method", "retries", apache, v) && !dubbo.MethodAnnotationIgnored.Has(v)
}

func methodsNamed(c *application.Config, name string) []*application.Config {
	var out []*application.Config
	for _, m := range c.Methods {
		if m.Value("name") == name {
			out = append(out, m)
		}
	}
	return out
}

func addMethods(c *application.Config, names []string) []finding.Edit {
	switch c.Form {
	case "xml":
		return methodElements(c, names)
	case "annotation":
		return methodAnnotations(c, names)
	}
	return nil
}

// methodElements adds <dubbo:method> elements behind the start tag: on lines
// of their own, indented as the file is, where the reference begins a line.
func methodElements(c *application.Config, names []string) []finding.Edit {
	text := c.At.Text()
	end := endOfStartTag(text, c.Tag)
	if end == 0 {
		return nil
	}
	tag := text[1 : 1+strings.IndexFunc(text[1:], func(r rune) bool { return strings.ContainsRune(" \t\r\n/>", r) })]
	newLine, inner := lineOf(c.At)
	var b strings.Builder
	for _, m := range names {
		fmt.Fprintf(&b, "%s<%smethod name=%q retries=\"0\"/>", inner, strings.TrimSuffix(tag, c.Tag), m)
	}
	if strings.HasSuffix(text, "/>") {
		at := source.Span{File: c.At.File, Lo: c.At.Lo + end, Hi: c.At.Hi}
		return []finding.Edit{{At: at, NewText: ">" + b.String() + newLine + "</" + tag + ">"}}
	}
	return []finding.Edit{*insert(c.At, len(text), b.String())}
}

// lineOf returns what begins a new line at the level of a place and one level
// deeper, "" for both where the place does not begin its line.
func lineOf(at source.Span) (level, deeper string) {
	file := at.File
	start := file.LineStart(at.Start().Line)
	indent := string(file.Text[start:at.Lo])
	if strings.Trim(indent, " \t") != "" || start == 0 {
		return "", ""
	}
	unit := "    "
	switch n := len(indent); {
	case strings.Contains(indent, "\t"):
		unit = "\t"
	case n > 0 && n%4 != 0 && n%2 == 0:
		unit = "  "
	}
	end := lineEnd(file, start)
	return end + indent, end + indent + unit
}

// lineEnd is the line end before an offset that begins a line.
func lineEnd(f *source.File, start int) string {
	if strings.HasSuffix(string(f.Text[max(start-2, 0):start]), "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// methodAnnotations adds @Method arguments, and the import that they need.
func methodAnnotations(c *application.Config, names []string) []finding.Edit {
	pkg, ok := strings.CutSuffix(c.Annotation, "."+simpleName(c.Annotation, ""))
	if !ok || c.Composed != "" || !strings.HasSuffix(pkg, ".dubbo.config.annotation") {
		return nil
	}
	class, imports := imported(c.At.File, pkg+".Method", c.Annotation)
	list := make([]string, len(names))
	for i, m := range names {
		list[i] = fmt.Sprintf("@%s(name = %q, retries = 0)", class, m)
	}
	edits := addMethodArguments(c, list)
	if edits == nil {
		return nil
	}
	return append(edits, imports...)
}

var methodsArgument = regexp.MustCompile(`\bmethods\s*=`)

// addMethodArguments puts the annotations before those that stand in methods,
// or adds that argument.
func addMethodArguments(c *application.Config, list []string) []finding.Edit {
	if len(c.Methods) > 0 {
		first := c.Methods[0].At
		if first.File != c.At.File || first.Lo < c.At.Lo {
			return nil
		}
		before := strings.TrimRight(string(c.At.File.Text[c.At.Lo:first.Lo]), " \t\r\n")
		switch {
		case strings.HasSuffix(before, "{"):
			return []finding.Edit{*insert(first, 0, strings.Join(list, ", ")+", ")}
		case strings.HasSuffix(before, "="):
			return []finding.Edit{*insert(first, 0, "{"+strings.Join(list, ", ")+", "), *insert(first, first.Hi-first.Lo, "}")}
		}
		return nil
	}
	if methodsArgument.MatchString(c.At.Text()) {
		return nil
	}
	argument := "methods = " + list[0]
	if len(list) > 1 {
		_, deeper := lineOf(c.At)
		argument = "methods = {" + deeper + strings.Join(list, ","+cmp.Or(deeper, " ")) + "}"
	}
	if e := addArgument(c.At, argument); e != nil {
		return []finding.Edit{*e}
	}
	return nil
}

// imported returns how to write a class of Dubbo's in a Java file, and the
// edit that imports it. Beside is the annotation in whose import's
// neighbourhood the new one goes. Where the simple name is used for anything
// else, the qualified name needs no import.
func imported(f *source.File, class, beside string) (string, []finding.Edit) {
	text, simple := string(f.Text), simpleName(class, class)
	if importOf(text, class) != nil {
		return simple, nil
	}
	if regexp.MustCompile(`\b` + simple + `\b`).MatchString(text) {
		return class, nil
	}
	line := importOf(text, beside)
	if line == nil {
		line = importOf(text, strings.TrimSuffix(beside, simpleName(beside, ""))+"*")
	}
	if line == nil || strings.LastIndex(text[:line[0]], "/*") > strings.LastIndex(text[:line[0]], "*/") {
		return class, nil
	}
	at := source.Span{File: f, Lo: line[1], Hi: line[1]}
	return simple, []finding.Edit{{At: at, NewText: "import " + class + ";" + lineEnd(f, line[1])}}
}

// importOf finds the line of an import, line end included, that stands alone
// on it.
func importOf(text, class string) []int {
	return regexp.MustCompile(`(?m)^import\s+` + regexp.QuoteMeta(class) + `\s*;[ \t]*\r?\n`).FindStringIndex(text)
}
