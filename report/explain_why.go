package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// contests writes, for one setting, every place that the version looks at, in
// its order, with what stands there. Methods whose contests are alike share
// one.
func (e *explainWriter) contests(r *effective.Reference) {
	e.title(r)
	if e.x.why == "check" && len(r.Calls) > 0 { // a setting of the reference
		fmt.Fprintf(e.w, "    check: %s", e.contest(r.Calls[0], ""))
		return
	}
	var order []string
	alike := map[string][]*effective.Call{}
	english := &explainWriter{x: e.x, paint: newPaint(false)}
	for _, c := range r.Calls {
		key := english.contest(c, "METHOD")
		if alike[key] == nil {
			order = append(order, key)
		}
		alike[key] = append(alike[key], c)
	}
	for _, key := range order {
		var names []string
		for _, c := range alike[key] {
			names = append(names, c.Method)
		}
		word := "METHOD"
		if len(names) == 1 {
			word = ""
		}
		name := e.paint.bold(e.in(methodList(names)))
		fmt.Fprintf(e.w, "    %s", e.lang.Say("%s of %s: %s", e.x.why, name, e.contest(alike[key][0], word)))
	}
}

// contest is the value and a line for each place. A word may stand for the
// method in the keys.
func (e *explainWriter) contest(c *effective.Call, word string) string {
	s := settingNamed(c, e.x.why)
	var b strings.Builder
	b.WriteString(e.in(s.text))
	if s.value == nil {
		b.WriteString(e.say(", not decided: %s", s.unknown))
	}
	b.WriteByte('\n')
	rows := [][]string{{"", e.say("LEVEL"), e.say("LOOKED FOR"), e.say("FOUND")}}
	for i, r := range e.x.contests.Of(c, s.name) {
		where := r.Where.In(e.lang)
		if word != "" {
			where = strings.NewReplacer("."+c.Method+".", "."+word+".", "_"+strings.ToUpper(c.Method)+"_", "_"+word+"_").Replace(where)
		}
		rows = append(rows, e.rung(s, strconv.Itoa(i+1), clean(where), r)...)
	}
	if len(rows) == 1 {
		b.WriteString("      " + e.say("the order of places depends on the Dubbo version, which the files do not tell: --dubbo-version decides") + "\n")
		return b.String()
	}
	for i, line := range align(rows) {
		line = strings.TrimRight(line, " ")
		if i == 0 {
			line = e.paint.gutter(line)
		}
		b.WriteString("      " + line + "\n")
	}
	return b.String()
}

// rung are the lines of a place: one for each value that stands there.
func (e *explainWriter) rung(s setting, n, where string, r effective.Rung) [][]string {
	if !r.Unread.IsZero() {
		n = "-"
	}
	row := []string{n, clean(r.Level.In(e.lang)), where, ""}
	if len(r.Found) == 0 {
		return [][]string{row}
	}
	var rows [][]string
	for _, c := range r.Found {
		row[3] = clean(candidateValue(s, c).In(e.lang)) + "  " + e.in(fate(s, r, c))
		rows = append(rows, slices.Clone(row))
		row[0], row[1], row[2] = "", "", ""
	}
	return rows
}

// candidateValue is the value and its place.
func candidateValue(s setting, c effective.Candidate) lang.Text {
	value := lang.Verbatim(c.Raw)
	switch {
	case c.Raw == "":
		value = s.text
	case c.Raw == "none" && c.From.Level == effective.Default:
		value = lang.T("none")
	}
	return value.Then(placeText(c.From))
}

// fate says what becomes of a value.
func fate(s setting, r effective.Rung, c effective.Candidate) lang.Text {
	switch {
	case c.Wins && s.value == nil:
		return lang.T("not decided")
	case c.Wins && s.proof() != nil:
		return lang.T("wins").Then(because(s.quirkReason(), s.proof().Text()))
	case c.Wins:
		return lang.T("wins")
	case !r.Unread.IsZero() && c.Reason.IsZero():
		return lang.T("not read").Then(because(r.Unread))
	}
	text := lang.T("loses")
	if !r.Unread.IsZero() {
		text = lang.T("not read")
	}
	lost := effective.Loser{From: c.From, Quirk: c.Quirk}
	return text.Then(because(c.Reason, s.proofTextAgainst(lost)))
}

// because is ": reason; proof" of what there is to say.
func because(reasons ...lang.Text) lang.Text {
	all := lang.Join(reasons, lang.T("; "))
	if all.IsZero() {
		return all
	}
	return lang.T(": %s", all)
}

// settingNamed is a setting of a call, or the check of its reference.
func settingNamed(c *effective.Call, name string) setting {
	all := slices.Concat(coreSettings(c), moreSettings(c), []setting{checkOf(c.Ref)})
	return all[slices.IndexFunc(all, func(s setting) bool { return s.name == name })]
}
