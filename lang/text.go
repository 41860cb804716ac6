// Package lang says things in the reader's language. What is to be said
// travels as a Text: the English phrase, which is also its key in the
// catalogue, and its arguments. Only who writes to people asks for words.
package lang

import (
	"fmt"
	"slices"
	"strings"
)

// Text is something to be said. The zero Text says nothing.
type Text struct{ phrases []phrase }

// phrase is one entry of the catalogue with its arguments.
type phrase struct {
	// key is the English format, and the key in the catalogue.
	key string
	// one is what English says of a single thing, "" where nothing is counted.
	one  string
	args []any
}

// sayer is what can be an argument and is said in the language of the whole.
type sayer interface{ In(Language) string }

// T is the Text of an English format and its arguments. The format is a
// constant, for the catalogue is made of the sources. Without arguments it is
// taken as it stands. An argument that is a Text, or a list of them, or an
// error of this package is said in the language of the whole.
func T(format string, args ...any) Text {
	if format == "" {
		return Text{}
	}
	return Text{[]phrase{{key: format, args: args}}}
}

// N counts: English says one of a single thing; many formats the number, with
// the arguments behind it, in every other case and language.
func N(n int, one, many string, args ...any) Text {
	p := phrase{key: many, args: append([]any{n}, args...)}
	if n == 1 {
		p.one = one
	}
	return Text{[]phrase{p}}
}

// Verbatim is a name or a value, which is the same in all languages.
func Verbatim(s string) Text {
	if s == "" {
		return Text{}
	}
	return Text{[]phrase{{key: "%s", args: []any{s}}}}
}

// IsZero reports whether t says nothing.
func (t Text) IsZero() bool { return len(t.phrases) == 0 }

// Then is t and what follows it, which begins with its own punctuation.
func (t Text) Then(u Text) Text {
	return Text{append(slices.Clip(t.phrases), u.phrases...)}
}

// Join sets a separator between texts; those that say nothing are left out.
func Join(texts []Text, sep Text) Text {
	var all Text
	for _, t := range texts {
		switch {
		case t.IsZero():
			continue
		case !all.IsZero():
			all = all.Then(sep)
		}
		all = all.Then(t)
	}
	return all
}

// List is the texts with commas between them.
func List(texts ...Text) Text { return Join(texts, T(", ")) }

// Enumeration is the same for nouns, between which Chinese sets another comma.
func Enumeration(texts ...Text) Text { return Join(texts, T("%s", pause{})) }

// Names enumerates names or values.
func Names(list []string) Text {
	texts := make([]Text, len(list))
	for i, s := range list {
		texts[i] = Verbatim(s)
	}
	return Enumeration(texts...)
}

// pause is the comma of an enumeration.
type pause struct{}

// In is the comma in a language.
func (pause) In(l Language) string {
	if l == Chinese {
		return "、"
	}
	return T(", ").In(l)
}

// Sentences sets sentences behind each other.
func Sentences(texts ...Text) Text { return Join(texts, T("%s", gap{})) }

// gap is what parts two sentences: nothing where words are not parted either.
type gap struct{}

// In is the gap in a language.
func (gap) In(l Language) string {
	if l == Chinese || l == Japanese {
		return ""
	}
	return " "
}

// In says t in a language.
func (t Text) In(l Language) string {
	switch len(t.phrases) {
	case 0:
		return ""
	case 1:
		return t.phrases[0].in(l)
	}
	var b strings.Builder
	for _, p := range t.phrases {
		b.WriteString(p.in(l))
	}
	return b.String()
}

// String is the English of t.
func (t Text) String() string { return t.In(English) }

// Equal reports whether both say the same.
func (t Text) Equal(u Text) bool { return t.String() == u.String() }

func (p phrase) in(l Language) string {
	switch english := l == English || l == ""; {
	case p.one != "" && english:
		return fmt.Sprintf(p.one, said(p.args[1:], l)...)
	case len(p.args) == 0:
		return l.lookup(p.key)
	}
	format, args := l.lookup(p.key), said(p.args, l)
	if l == Chinese {
		format = fitted(format, p.args, args)
	}
	return fmt.Sprintf(format, args...)
}

// said are the arguments with all that can be said in words.
func said(args []any, l Language) []any {
	out := slices.Clone(args)
	for i, arg := range out {
		switch x := arg.(type) {
		case sayer:
			out[i] = x.In(l)
		case []Text:
			out[i] = Enumeration(x...).In(l)
		}
	}
	return out
}

// Say is what T says, in the language.
func (l Language) Say(format string, args ...any) string { return T(format, args...).In(l) }
