package policy

import (
	"bytes"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// suppress is how an ignore begins as a value of Java's own annotation:
//
//	@SuppressWarnings("dubboaudit:DA101 the provider deduplicates")
//
// It covers what it annotates: the head of a field or a class with all its
// annotations, and the body of a method.
const suppress = `"dubboaudit:DA`

// annotated finds the ignores that are values of @SuppressWarnings.
func annotated(f *source.File) []*Ignore {
	if !strings.HasSuffix(f.Path, ".java") {
		return nil
	}
	var out []*Ignore
	for at, n := 0, 0; n < maxIgnores; n++ {
		i := bytes.Index(f.Text[at:], []byte(suppress))
		if i < 0 {
			break
		}
		at += i
		if ig := parseAnnotated(f, at); ig != nil {
			out = append(out, ig)
		}
		at += len(suppress)
	}
	return out
}

// parseAnnotated reads the string that begins at a byte.
func parseAnnotated(f *source.File, at int) *Ignore {
	start := annotationStart(f.Text, at)
	n := bytes.IndexAny(f.Text[at+1:min(len(f.Text), at+maxText)], "\"\n")
	if start < 0 || n < 0 {
		return nil
	}
	text := string(f.Text[at+1 : at+1+n])
	ig := parseWords(strings.Fields(strings.TrimPrefix(text, "dubboaudit:")))
	if ig == nil {
		return nil
	}
	ig.At = source.Span{File: f, Lo: at + 1, Hi: at + 1 + n}
	ig.lo = declarationStart(f.Text, start)
	ig.hi = declarationEnd(f.Text, start)
	return ig
}

// annotationStart returns the offset of the @SuppressWarnings around a string,
// -1 for none. Between them stand "(", "value =", "{" and other strings.
func annotationStart(text []byte, at int) int {
	const name = "@SuppressWarnings"
	from := max(0, at-maxReach)
	start := bytes.LastIndex(text[from:at], []byte(name))
	if start < 0 {
		return -1
	}
	start += from
	if scan(text[start:at], len(name), ")", "") < at-start {
		return -1 // it was closed before
	}
	return start
}

// declarationStart goes back over the modifiers and annotations before an
// annotation.
func declarationStart(text []byte, at int) int {
	depth := 0
	for i := at - 1; i >= max(0, at-maxReach); i-- {
		switch c := text[i]; {
		case c == ')':
			depth++
		case c == '(':
			depth--
		case depth <= 0 && (c == ';' || c == '{' || c == '}'):
			return i + 1
		}
	}
	return max(0, at-maxReach)
}

// declarationEnd returns where the annotated declaration ends: at its
// semicolon, or behind the body of a method. A class ends with its head: what
// is in it must be silenced where it stands.
func declarationEnd(text []byte, at int) int {
	end := scan(text, at, ";{", "()")
	if text[end-1] != '{' || !isMethod(text[at:end]) {
		return end
	}
	return bodyEnd(text, end)
}

// bodyEnd returns the offset behind the brace that closes the one before at.
func bodyEnd(text []byte, at int) int {
	text = text[:min(len(text), at+maxReach)]
	for depth := 1; at < len(text); at++ {
		switch rest := text[at:]; {
		case bytes.HasPrefix(rest, []byte("//")):
			at = behind(text, at, "\n")
		case bytes.HasPrefix(rest, []byte("/*")):
			at = behind(text, at, "*/")
		case bytes.HasPrefix(rest, []byte(`"""`)):
			at = behind(text, at+2, `"""`)
		case rest[0] == '"' || rest[0] == '\'':
			at = quoteEnd(text, at)
		case rest[0] == '{':
			depth++
		case rest[0] == '}':
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
	return len(text)
}

// behind returns the offset of the last byte of a mark behind at.
func behind(text []byte, at int, mark string) int {
	i := bytes.Index(text[at+1:], []byte(mark))
	if i < 0 {
		return len(text)
	}
	return at + i + len(mark)
}

// quoteEnd returns the offset of the quote that closes the one at a byte.
func quoteEnd(text []byte, at int) int {
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[at], '\n':
			return i
		}
	}
	return len(text)
}

// isMethod tells the head of a method from that of a type: it ends with its
// parameters, perhaps with what it throws.
func isMethod(head []byte) bool {
	s := strings.TrimSpace(strings.TrimSuffix(string(head), "{"))
	if i := strings.LastIndex(s, ")"); i >= 0 {
		rest := strings.TrimSpace(s[i+1:])
		return rest == "" || strings.HasPrefix(rest, "throws ")
	}
	return false
}
