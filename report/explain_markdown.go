package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// What is shown of one place is bounded: an interface may have many methods,
// and a default many references.
const (
	maxMethods = 40
	maxChains  = 30
)

// Markdown explains what is at a byte offset of a file: a setting with the
// methods that it reaches and those for which another value wins, or a
// reference or call with the effective settings and where they come from. It
// is "" where there is nothing to tell.
func (x *Explanation) Markdown(l lang.Language, file string, off int) string {
	w := &explainWriter{x: x, lang: l}
	p := spot{path: file, off: off}
	if uses := x.uses(p); len(uses) > 0 {
		return w.settingMarkdown(uses)
	}
	var parts []string
	calls := x.calls(p)
	for len(calls) > 0 {
		ref, n := calls[0].Ref, 1
		for n < len(calls) && calls[n].Ref == ref {
			n++
		}
		if text := w.referenceMarkdown(ref, calls[:n]); !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
		calls = calls[n:]
	}
	const most = 4 // a library's reference is in many applications
	if n := len(parts) - most; n > 1 {
		parts = append(parts[:most], l.Say("and in %d more applications", n)+"\n")
	}
	return strings.Join(parts, "\n---\n\n")
}

// settingMarkdown lists what becomes of a value, once for the methods of a
// reference for which it is the same.
func (e *explainWriter) settingMarkdown(uses []use) string {
	type line struct {
		ref     *effective.Reference
		text    string // as said
		key     string // tells lines apart
		methods []string
	}
	var lines []*line
	reached, beaten := 0, 0
	for _, u := range uses {
		if u.wins {
			reached++
		} else {
			beaten++
		}
		text := originText(u.setting)
		key := text.String()
		i := slices.IndexFunc(lines, func(l *line) bool { return l.ref == u.ref && l.key == key })
		if i < 0 {
			i = len(lines)
			lines = append(lines, &line{ref: u.ref, text: text.In(e.lang), key: key})
		}
		if u.call != nil {
			lines[i].methods = append(lines[i].methods, u.call.Method)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n\n", "**"+inline(settingNames(uses))+"**", reach(reached, beaten).In(e.lang))
	for i, l := range lines {
		if i == maxChains {
			fmt.Fprintf(&b, "- %s\n", e.lang.Say("and %d more", len(lines)-maxChains))
			break
		}
		fmt.Fprintf(&b, "- %s%s: %s\n", code(l.ref.Name()), e.methodsOf(l.methods, l.ref), inline(l.text))
	}
	return b.String()
}

func settingNames(uses []use) string {
	var names []string
	for _, u := range uses {
		if !slices.Contains(names, u.setting.name) {
			names = append(names, u.setting.name)
		}
	}
	return strings.Join(names, ", ")
}

func reach(reached, beaten int) lang.Text {
	switch {
	case beaten == 0:
		return lang.T("takes effect")
	case reached == 0:
		return lang.T("has no effect")
	}
	return lang.T("takes effect for %d of %d", reached, reached+beaten)
}

func (e *explainWriter) methodsOf(methods []string, r *effective.Reference) string {
	if len(methods) == 0 || len(methods) == len(r.Calls) {
		return ""
	}
	return " " + inline(methodList(methods).In(e.lang))
}

// referenceMarkdown is the table of a reference's calls and the chains below.
func (e *explainWriter) referenceMarkdown(r *effective.Reference, calls []*effective.Call) string {
	var b strings.Builder
	version := lang.T("Dubbo version unknown")
	if r.App.Version.Text != "" {
		version = lang.T("Dubbo %s", r.App.Version.Text)
	}
	fmt.Fprintf(&b, "%s\n\n", e.lang.Say("**%s** in %s, %s", code(r.Name()), inline(r.App.Name), inline(version.In(e.lang))))
	for _, f := range append([]*effective.Failure{r.Fails}, r.App.Fails...) {
		if f != nil {
			fmt.Fprintf(&b, "%s\n\n", e.lang.Say("Fails: %s", inline(failureText(f, versionOf(r)).In(e.lang))))
		}
	}
	head := []string{e.say("Method"), "Retries", "Timeout", "Cluster", "Check", e.say("Executions"), e.say("Worst case"), e.say("Verdict")}
	fmt.Fprintf(&b, "| %s |\n%s|\n", strings.Join(head, " | "), strings.Repeat("|---", len(head)))
	for i, c := range calls {
		if i == maxMethods {
			fmt.Fprintf(&b, "\n%s\n", e.lang.Say("and %d more methods", len(calls)-maxMethods))
			break
		}
		row := e.row(c)
		for j := range row {
			row[j] = inlineCell(row[j])
		}
		row[0] = codeCell(c.Method)
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
	}
	b.WriteString("\n")
	one := *r
	one.Calls = calls
	lines := 0
	for _, name := range chainNames {
		for _, ch := range chains(&one, name) {
			if lines++; lines > maxChains {
				continue
			}
			only := ""
			if len(ch.methods) < len(calls) {
				only = e.lang.Say("%s: ", inline(methodList(ch.methods).In(e.lang)))
			}
			fmt.Fprintf(&b, "- %s%s\n", only, inline(ch.text.In(e.lang)))
		}
	}
	fmt.Fprintf(&b, "- %s\n", inline(originText(checkOf(r)).In(e.lang)))
	return b.String()
}
