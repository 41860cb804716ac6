package report

import (
	"fmt"
	"slices"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// chain is one way in which a setting got its value, and the methods for
// which it is so.
type chain struct {
	text    lang.Text
	key     string // tells chains apart
	methods []string
}

// chainNames are the settings of a method whose origins are shown.
var chainNames = []string{"retries", "timeout", "cluster", "loadbalance", "async", "mock", "forks", "executions"}

// origins writes below the table where the values come from: once where it is
// the same for all methods.
func (e *explainWriter) origins(r *effective.Reference) {
	fmt.Fprintf(e.w, "      %s\n", e.in(originText(checkOf(r))))
	for _, name := range chainNames {
		for _, ch := range chains(r, name) {
			only := ""
			if len(ch.methods) < len(r.Calls) {
				only = e.paint.label(e.say("%s: ", methodList(ch.methods)))
			}
			fmt.Fprintf(e.w, "      %s%s\n", only, e.in(ch.text))
		}
	}
	for _, c := range r.Calls {
		if c.Fails != nil && c.Fails != r.Fails {
			fmt.Fprintf(e.w, "      %s\n", e.say("%s: fails: %s", c.Method, failureText(c.Fails, versionOf(r))))
		}
	}
	for _, doubt := range doubts(r) {
		fmt.Fprintf(e.w, "      %s\n", e.say("not sure: %s", doubt))
	}
}

// doubts lists what makes the settings of a reference unsure, each once.
func doubts(r *effective.Reference) []lang.Text {
	var list []lang.Text
	for _, c := range r.Calls {
		for _, u := range c.Unsure {
			if !slices.ContainsFunc(list, u.Equal) {
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
			key := text.String()
			at := slices.IndexFunc(list, func(ch *chain) bool { return ch.key == key })
			if at < 0 {
				at = len(list)
				list = append(list, &chain{text: text, key: key})
			}
			list[at].methods = append(list[at].methods, c.Method)
		}
	}
	return list
}

// methodList names methods, the first ones of many.
func methodList(methods []string) lang.Text {
	const most = 4
	if n := len(methods) - most; n > 1 {
		return lang.T("%s and %d more", lang.Names(methods[:most]), n)
	}
	return lang.Names(methods)
}

// originText says "retries 2 ← default; shadowed: 0 at provider
// a.xml:3:4 (not merged in 2.7.9-2.7.14; measured on 2.7.9)".
func originText(s setting) lang.Text {
	text := lang.T("%s %s ← %s", s.name, s.text, s.winner())
	if len(s.shadowed) == 0 {
		return text
	}
	var losers []lang.Text
	for _, l := range s.shadowed {
		losers = append(losers, s.loser(l))
	}
	return text.Then(lang.T("; shadowed: %s", losers))
}

// winner says where the value comes from, and why where a peculiarity of the
// version made it.
func (s setting) winner() lang.Text {
	text := levelText(s.from)
	if s.value == nil && !s.unknown.IsZero() {
		text = lang.T("not decided: %s", s.unknown)
	}
	if p := s.proof(); p != nil && !slices.ContainsFunc(s.shadowed, func(l effective.Loser) bool { return l.Quirk == s.from.Quirk }) {
		return text.Then(aside(s.quirkReason(), p.Text()))
	}
	return text
}

// quirkReason says why the version made the value; nothing where it did not.
func (s setting) quirkReason() lang.Text {
	if q := dubbo.QuirkByID(s.from.Quirk); q != nil {
		return q.Reason
	}
	return lang.Text{}
}

// loser says what a value is, where it stands and why it has no effect.
func (s setting) loser(l effective.Loser) lang.Text {
	return lang.T("%s at %s", l.Raw, levelText(l.From)).Then(aside(l.Reason, s.proofTextAgainst(l)))
}

// aside is " (reason; proof)" of what there is to say.
func aside(texts ...lang.Text) lang.Text {
	all := lang.Join(texts, lang.T("; "))
	if all.IsZero() {
		return all
	}
	return lang.T(" (%s)", all)
}

func levelText(o effective.Origin) lang.Text {
	text := lang.T("%s", o.Level)
	if o.Quirk != "" {
		text = text.Then(lang.Verbatim(" " + string(o.Quirk)))
	}
	return text.Then(placeText(o))
}

// placeText is the place of an origin, and those on the way to it.
func placeText(o effective.Origin) lang.Text {
	var text lang.Text
	if o.At.Valid() {
		p := o.At.Start()
		text = lang.Verbatim(fmt.Sprintf(" %s:%d:%d", o.At.File.Path, p.Line, p.Column))
	}
	for _, via := range o.Via {
		if via.Valid() {
			text = text.Then(lang.T(" via %s", lineOf(via)))
		}
	}
	return text
}

func lineOf(at source.Span) string { return fmt.Sprintf("%s:%d", at.File.Path, at.Start().Line) }
