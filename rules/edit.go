package rules

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// addSetting inserts an attribute into the start tag or the annotation of a
// config object, nil where that cannot be done byte for byte.
func addSetting(c *application.Config, name, value string) *finding.Edit {
	if !c.At.Valid() || c.Get(name) != nil || len(misspelled(c, name)) > 0 {
		return nil
	}
	text := c.At.Text()
	switch c.Form {
	case "xml":
		if i := endOfStartTag(text, c.Tag); i > 0 {
			return insert(c.At, i, fmt.Sprintf(" %s=%q", name, value))
		}
	case "annotation":
		if c.Composed == "" { // an annotation of the trees has other attributes
			return addArgument(c.At, name+" = "+value)
		}
	}
	return nil
}

// addArgument inserts a named argument before the others of an annotation, nil
// where its list has another shape.
func addArgument(at source.Span, argument string) *finding.Edit {
	text := at.Text()
	if i, after := startOfArguments(text); i > 0 {
		return insert(at, i, argument+after)
	}
	if strings.HasPrefix(text, "@") && !strings.Contains(text, "(") {
		return insert(at, len(text), "("+argument+")")
	}
	return nil
}

func insert(at source.Span, i int, text string) *finding.Edit {
	return &finding.Edit{At: source.Span{File: at.File, Lo: at.Lo + i, Hi: at.Lo + i}, NewText: text}
}

// startTag matches the start tag of an element with its local name.
var startTag = regexp.MustCompile(`^<(?:[\w.-]+:)?([\w.-]+)`)

// endOfStartTag returns the offset behind the last attribute, 0 when text is
// not the whole start tag of that element.
func endOfStartTag(text, tag string) int {
	m := startTag.FindStringSubmatch(text)
	if m == nil || m[1] != tag || !strings.HasSuffix(text, ">") {
		return 0
	}
	return len(strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(text, ">"), "/"), " \t\r\n"))
}

// argument matches the first named argument behind the parenthesis.
var argument = regexp.MustCompile(`^@[\w.]+\s*\(\s*(\)|[A-Za-z_]\w*\s*=[^=])`)

// startOfArguments returns the offset of the first argument and what follows
// a new one there: nothing in an empty list, a comma in another. It returns 0
// where the annotation has no list or one of another shape.
func startOfArguments(text string) (int, string) {
	m := argument.FindStringSubmatchIndex(text)
	if m == nil {
		return 0, ""
	}
	if text[m[2]] == ')' {
		return m[2], ""
	}
	return m[2], ", "
}

// replaceValue changes a written number to another, nil where the place does
// not hold it exactly once (a constant, a placeholder).
func replaceValue(at source.Span, raw, value string) *finding.Edit {
	text := at.Text()
	if raw == "" || strings.Count(text, raw) != 1 {
		return nil
	}
	i := strings.Index(text, raw)
	if i > 0 && isWordByte(text[i-1]) || i+len(raw) < len(text) && isWordByte(text[i+len(raw)]) {
		return nil
	}
	return &finding.Edit{At: source.Span{File: at.File, Lo: at.Lo + i, Hi: at.Lo + i + len(raw)}, NewText: value}
}

func isWordByte(b byte) bool {
	return b == '_' || b == '-' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// change makes a fix that replaces one written value.
func change(at source.Span, raw, value string, title lang.Text, safe bool) *finding.Fix {
	e := replaceValue(at, raw, value)
	if e == nil {
		return nil
	}
	return &finding.Fix{Title: title, Safe: safe, Edits: []finding.Edit{*e}}
}
