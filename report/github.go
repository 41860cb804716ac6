package report

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

const (
	// maxAnnotations is what GitHub shows of each level in one step.
	maxAnnotations = 10
	// maxAnnotation bounds the bytes of an annotation's text; GitHub takes 64 KB.
	maxAnnotation = 8000
)

// githubLevel names severities as GitHub does.
var githubLevel = [...]string{finding.Note: "notice", finding.Warning: "warning", finding.Error: "error"}

// annotation is one workflow command.
type annotation struct {
	level, title, text string
	at                 source.Span
	path               string // where at is no place
}

// writeGitHub writes workflow commands that GitHub turns into annotations. It
// writes no more of a level than GitHub shows of one step; the last of them
// tells how much is left.
func writeGitHub(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	byLevel := map[string][]annotation{}
	found := map[string]int{}
	for i := range r.Problems {
		a := problemAnnotation(&r.Problems[i], r.Options.Lang)
		byLevel[a.level] = append(byLevel[a.level], a)
	}
	for _, b := range worstFirst(r.active()) {
		f := b.first()
		level := githubLevel[f.Severity]
		found[level] += len(b.findings)
		byLevel[level] = append(byLevel[level], annotation{level: level, title: head(f).In(r.Options.Lang), at: nearest(f),
			text: b.body(r.Options.Lang)})
	}
	for _, level := range []string{"error", "warning", "notice"} {
		list := byLevel[level]
		if left := len(list) - maxAnnotations; left > 0 {
			list = append(list[:maxAnnotations-1:maxAnnotations-1], annotation{level: level, title: "dubboaudit",
				text: r.say("%d more places are not shown here: GitHub shows %d annotations of a kind in a step. "+
					"The other reports of this run hold all (%s).", left+1, maxAnnotations, lang.N(found[level], "1 finding", "%d findings"))})
		}
		for _, a := range list {
			out.WriteString(a.command())
		}
	}
	(&textWriter{out, r, newPaint(false)}).summary()
	return out.Flush()
}

func problemAnnotation(p *source.Problem, l lang.Language) annotation {
	a := annotation{level: "error", title: "dubboaudit: " + string(p.Kind), text: clean(problemText(p, l)), at: p.At, path: p.Path}
	if p.Minor {
		a.level = "notice"
	}
	return a
}

// command writes "::error file=...,line=...::text" on one line. Columns stand
// only where the place is on one line: GitHub refuses them elsewhere.
func (a annotation) command() string {
	var b strings.Builder
	b.WriteString("::" + a.level + " ")
	prop := func(name, value string) {
		if b.Len() > len("::"+a.level+" ") {
			b.WriteByte(',')
		}
		b.WriteString(name + "=" + propertyEscaper.Replace(value))
	}
	switch {
	case a.at.Valid():
		start, end := a.at.Start(), a.at.End()
		prop("file", clean(a.at.File.Path))
		prop("line", strconv.Itoa(start.Line))
		prop("endLine", strconv.Itoa(end.Line))
		if start.Line == end.Line {
			prop("col", strconv.Itoa(start.Column))
			prop("endColumn", strconv.Itoa(end.Column))
		}
	case a.path != "":
		prop("file", clean(a.path))
	}
	prop("title", clean(a.title))
	text := a.text
	if len(text) > maxAnnotation {
		text = text[:boundary(text, maxAnnotation)] + "…"
	}
	b.WriteString("::" + dataEscaper.Replace(text) + "\n")
	return b.String()
}

// The escapes of the runner: what it undoes, and nothing else.
var (
	dataEscaper     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscaper = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
