package html

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/report"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

const (
	none      = -1
	maxPlaces = 20 // places listed where there may be many
	maxOpen   = 8  // places listed of something that is not decided
)

// builder makes the document. What many rows share is made once.
type builder struct {
	report *report.Report
	lang   lang.Language
	doc    document

	rules     map[*finding.Info]int
	settings  table[setting]
	verdicts  table[verdict]
	snippets  map[snippetKey]int
	fixes     map[string]int
	timelines map[string]int
	// css is the style of the pictures, which stands in the page once.
	css string
	// calls are indices in doc.Calls, by application and subject.
	calls map[callKey][]int
	spans []source.Span // of the calls' references
	open  map[openKey]*open
}

type callKey struct{ app, subject string }

// table holds values, equal ones once.
type table[T any] struct {
	rows []T
	at   map[string]int
}

func (t *table[T]) add(v T) int {
	key, err := json.Marshal(v)
	if err != nil {
		return none
	}
	i, ok := t.at[string(key)]
	if !ok {
		if t.at == nil {
			t.at = map[string]int{}
		}
		i = len(t.rows)
		t.rows, t.at[string(key)] = append(t.rows, v), i
	}
	return i
}

// build makes the document, and the style that its pictures need.
func build(r *report.Report) (*document, string) {
	b := &builder{report: r, lang: r.Options.Lang, rules: map[*finding.Info]int{}, snippets: map[snippetKey]int{}, fixes: map[string]int{},
		timelines: map[string]int{}, calls: map[callKey][]int{}, open: map[openKey]*open{}}
	b.doc = document{Version: report.Clean(r.Version), Root: report.Clean(r.Root), Summary: r.Summary, Apps: []app{}, Rules: []rule{},
		Findings: []item{}, Refs: []reference{}, Calls: []call{}, Snippets: []snippet{}, Fixes: []change{}, Timelines: []string{}, Problems: []problem{}}
	if r.Explain != nil {
		b.model(r.Explain.Model)
	} else {
		for _, name := range r.Applications {
			b.doc.Apps = append(b.doc.Apps, app{Name: report.Clean(name), Fails: []string{}})
		}
		label(b.doc.Apps)
	}
	for _, f := range worstFirst(r.Findings) {
		b.finding(f)
	}
	for i := range r.Problems {
		b.problem(&r.Problems[i])
	}
	b.doc.Settings, b.doc.Verdicts = b.settings.rows, b.verdicts.rows
	b.doc.Open = b.reasons()
	return &b.doc, b.css
}

// say is a name, a phrase or a word in the reader's language, safe to show.
func (b *builder) say(text any) string { return report.Clean(lang.T("%s", text).In(b.lang)) }

// worstFirst sorts severe findings first, and sure ones inside a severity.
func worstFirst(list []*finding.Finding) []*finding.Finding {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(f, g *finding.Finding) int {
		if d := int(g.Severity) - int(f.Severity); d != 0 {
			return d
		}
		return int(g.Confidence) - int(f.Confidence)
	})
	return list
}

func (b *builder) model(m *effective.Model) {
	number := map[*effective.App]int{}
	for i, a := range m.Apps {
		number[a] = i
		x := app{Name: report.Clean(a.Name), Root: report.Clean(a.Root), Dubbo: report.Clean(a.Version.Text),
			Origin: b.say(a.Version.Origin), References: len(a.References), Services: len(a.Services), Fails: []string{}}
		if a.Version.At.Valid() {
			x.Origin = place(a.Version.At)
		}
		for _, f := range a.Fails {
			x.Fails = append(x.Fails, b.say(f.Msg))
		}
		b.doc.Apps = append(b.doc.Apps, x)
		for _, ref := range a.References {
			b.doc.Refs = append(b.doc.Refs, reference{i, referenceName(ref), place(ref.At)})
			for _, c := range ref.Calls {
				b.call(c)
			}
		}
	}
	labels := label(b.doc.Apps)
	b.doc.Graph = b.graph(m, number, labels)
}

// label tells applications of the same name apart, and returns all labels.
func label(apps []app) []string {
	count := map[string]int{}
	for _, a := range apps {
		count[a.Name]++
	}
	var list []string
	for i := range apps {
		a := &apps[i]
		if a.Label = a.Name; count[a.Name] > 1 && a.Root != "" {
			a.Label += " (" + a.Root + ")"
		}
		list = append(list, a.Label)
	}
	return list
}

func (b *builder) problem(p *source.Problem) {
	at := report.Clean(p.Path)
	if p.At.Valid() {
		at = place(p.At)
	}
	b.doc.Problems = append(b.doc.Problems, problem{b.say(p.Kind), at, b.say(p.Msg), p.Minor})
}

// unsure is what open.What says of a reason that makes results less certain.
const unsure = "unsure"

// openKey tells reasons apart, by their English.
type openKey struct{ what, why string }

// undecided notes that something is not decided, and where.
func (b *builder) undecided(what string, why lang.Text, where string) {
	key := openKey{what, why.String()}
	o := b.open[key]
	if o == nil {
		o = &open{What: what, Why: b.say(why), Places: []string{}}
		b.open[key] = o
	}
	o.Count++
	if len(o.Places) < maxOpen {
		o.Places = append(o.Places, where)
	}
}

// reasons lists what was not decided, the most frequent first.
func (b *builder) reasons() []open {
	list := []open{}
	for _, key := range slices.SortedFunc(maps.Keys(b.open), func(x, y openKey) int {
		return strings.Compare(x.what+"\x00"+x.why, y.what+"\x00"+y.why)
	}) {
		list = append(list, *b.open[key])
	}
	slices.SortStableFunc(list, func(x, y open) int { return y.Count - x.Count })
	return list
}

// place writes "path:line:column", "" for none.
func place(s source.Span) string {
	if !s.Valid() {
		return ""
	}
	p := s.Start()
	return fmt.Sprintf("%s:%d:%d", report.Clean(s.File.Path), p.Line, p.Column)
}

func (b *builder) places(spans []source.Span) []string {
	list := []string{}
	for i, s := range spans {
		if i == maxPlaces {
			return append(list, b.say(lang.T("and %d more", len(spans)-i)))
		}
		if s.Valid() {
			list = append(list, place(s))
		}
	}
	return list
}
