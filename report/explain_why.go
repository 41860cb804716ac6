package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
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
	for _, c := range r.Calls {
		text := e.contest(c, "METHOD")
		if alike[text] == nil {
			order = append(order, text)
		}
		alike[text] = append(alike[text], c)
	}
	for _, text := range order {
		var names []string
		for _, c := range alike[text] {
			names = append(names, clean(c.Method))
		}
		if len(names) == 1 {
			text = e.contest(alike[text][0], "")
		}
		fmt.Fprintf(e.w, "    %s of %s: %s", e.x.why, e.paint.bold(methodList(names)), text)
	}
}

// contest is the value and a line for each place. A word may stand for the
// method in the keys.
func (e *explainWriter) contest(c *effective.Call, word string) string {
	s := settingNamed(c, e.x.why)
	var b strings.Builder
	b.WriteString(clean(s.text))
	if s.value == nil {
		b.WriteString(", not decided: " + clean(s.unknown))
	}
	b.WriteByte('\n')
	rows := [][]string{{"", "LEVEL", "LOOKED FOR", "FOUND"}}
	for i, r := range e.x.contests.Of(c, s.name) {
		if word != "" {
			r.Where = strings.NewReplacer("."+c.Method+".", "."+word+".", "_"+strings.ToUpper(c.Method)+"_", "_"+word+"_").Replace(r.Where)
		}
		rows = append(rows, rungRows(s, strconv.Itoa(i+1), r)...)
	}
	if len(rows) == 1 {
		b.WriteString("      the order of places depends on the Dubbo version, which the files do not tell: --dubbo-version decides\n")
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

// rungRows are the lines of a place: one for each value that stands there.
func rungRows(s setting, n string, r effective.Rung) [][]string {
	if r.Unread != "" {
		n = "-"
	}
	row := []string{n, string(r.Level), clean(r.Where), ""}
	if len(r.Found) == 0 {
		return [][]string{row}
	}
	var rows [][]string
	for _, c := range r.Found {
		row[3] = clean(candidateText(s, r, c))
		rows = append(rows, slices.Clone(row))
		row[0], row[1], row[2] = "", "", ""
	}
	return rows
}

// candidateText is the value, its place, and what becomes of it.
func candidateText(s setting, r effective.Rung, c effective.Candidate) string {
	value, lost := c.Raw, effective.Loser{From: c.From, Quirk: c.Quirk, Reason: c.Reason}
	if value == "" {
		value = s.text
	}
	if c.From.At.Valid() {
		p := c.From.At.Start()
		value += fmt.Sprintf(" %s:%d:%d", c.From.At.File.Path, p.Line, p.Column)
	}
	for _, via := range c.From.Via {
		if via.Valid() {
			value += fmt.Sprintf(" via %s:%d", via.File.Path, via.Start().Line)
		}
	}
	switch {
	case c.Wins && s.value == nil:
		return value + "  not decided"
	case c.Wins && s.proof() != nil:
		return value + "  wins" + because(s.quirkReason(), s.proof().String())
	case c.Wins:
		return value + "  wins"
	case r.Unread != "" && c.Reason == "":
		return value + "  not read: " + r.Unread
	}
	text := value + "  loses"
	if r.Unread != "" {
		text = value + "  not read"
	}
	if p := s.proofAgainst(lost); p != nil {
		return text + because(c.Reason, p.String())
	}
	return text + because(c.Reason)
}

// because joins reasons, those that there are.
func because(reasons ...string) string {
	reasons = slices.DeleteFunc(reasons, func(s string) bool { return s == "" })
	if len(reasons) == 0 {
		return ""
	}
	return ": " + strings.Join(reasons, "; ")
}

// settingNamed is a setting of a call, or the check of its reference.
func settingNamed(c *effective.Call, name string) setting {
	all := slices.Concat(coreSettings(c), moreSettings(c), []setting{checkOf(c.Ref)})
	return all[slices.IndexFunc(all, func(s setting) bool { return s.name == name })]
}
