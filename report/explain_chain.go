package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

// chain is one way in which a setting got its value, and the methods for
// which it is so.
type chain struct {
	text    string
	methods []string
}

// chainNames are the settings of a method whose origins are shown.
var chainNames = []string{"retries", "timeout", "cluster", "loadbalance", "async", "mock", "forks", "executions"}

// origins writes below the table where the values come from: once where it is
// the same for all methods.
func (e *explainWriter) origins(r *effective.Reference) {
	fmt.Fprintf(e.w, "      %s\n", originText(checkOf(r)))
	for _, name := range chainNames {
		for _, ch := range chains(r, name) {
			only := ""
			if len(ch.methods) < len(r.Calls) {
				only = e.paint.label(methodList(ch.methods) + ": ")
			}
			fmt.Fprintf(e.w, "      %s%s\n", only, ch.text)
		}
	}
	for _, c := range r.Calls {
		if c.Fails != nil && c.Fails != r.Fails {
			fmt.Fprintf(e.w, "      %s: fails: %s\n", clean(c.Method), clean(failureText(c.Fails, versionOf(r))))
		}
	}
	for _, doubt := range doubts(r) {
		fmt.Fprintf(e.w, "      not sure: %s\n", clean(doubt))
	}
}

// doubts lists what makes the settings of a reference unsure, each once.
func doubts(r *effective.Reference) []string {
	var list []string
	for _, c := range r.Calls {
		for _, u := range c.Unsure {
			if !slices.Contains(list, u) {
				list = append(list, u)
			}
		}
	}
	return list
}

func chains(r *effective.Reference, name string) []*chain {
	var list []*chain
	for _, c := range r.Calls {
		for _, s := range chained(c) {
			if s.name != name {
				continue
			}
			text := originText(s)
			at := slices.IndexFunc(list, func(ch *chain) bool { return ch.text == text })
			if at < 0 {
				at = len(list)
				list = append(list, &chain{text: text})
			}
			list[at].methods = append(list[at].methods, clean(c.Method))
		}
	}
	return list
}

func methodList(methods []string) string {
	const most = 4
	if n := len(methods) - most; n > 1 {
		return strings.Join(methods[:most], ", ") + fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(methods, ", ")
}

// originText writes "retries 2 ← default; shadowed: 0 at provider
// a.xml:3:4 (not merged in 2.7.9-2.7.14; measured on 2.7.9)".
func originText(s setting) string {
	text := s.name + " " + s.text + " ← " + s.winner()
	for i, l := range s.shadowed {
		sep := "; shadowed: "
		if i > 0 {
			sep = ", "
		}
		text += sep + s.loser(l)
	}
	return clean(text)
}

// winner says where the value comes from, and why where a peculiarity of the
// version made it.
func (s setting) winner() string {
	text := levelText(s.from)
	if s.value == nil && s.unknown != "" {
		text = "not decided: " + s.unknown
	}
	if p := s.proof(); p != nil && !slices.ContainsFunc(s.shadowed, func(l effective.Loser) bool { return l.Quirk == s.from.Quirk }) {
		text += " (" + s.quirkReason() + "; " + p.String() + ")"
	}
	return text
}

// quirkReason says why the version made the value; "" where it did not.
func (s setting) quirkReason() string {
	if q := dubbo.QuirkByID(s.from.Quirk); q != nil {
		return q.Reason
	}
	return ""
}

// loser says what a value is, where it stands and why it has no effect.
func (s setting) loser(l effective.Loser) string {
	text := l.Raw + " at " + levelText(l.From)
	if p := s.proofAgainst(l); p != nil {
		return text + " (" + l.Reason + "; " + p.String() + ")"
	} else if l.Reason != "" {
		return text + " (" + l.Reason + ")"
	}
	return text
}

func levelText(o effective.Origin) string {
	text := string(o.Level)
	if o.Quirk != "" {
		text += " " + string(o.Quirk)
	}
	if o.At.Valid() {
		p := o.At.Start()
		text += fmt.Sprintf(" %s:%d:%d", o.At.File.Path, p.Line, p.Column)
	}
	for _, via := range o.Via {
		if via.Valid() {
			text += " via " + via.File.Path + ":" + fmt.Sprint(via.Start().Line)
		}
	}
	return text
}
