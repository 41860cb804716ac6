package policy

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// baselineVersion is that of the file's format; it grows by additions only.
const baselineVersion = "1.0"

// Baseline is a set of known findings. An entry stands for findings of a rule
// about a subject and a setting, in an application; the file is a hint, and
// lines do not count at all.
type Baseline struct {
	entries []*Entry
}

// Entry is one line of a baseline file.
type Entry struct {
	Rule        string `json:"rule"`
	Subject     string `json:"subject,omitempty"`
	Setting     string `json:"setting"`
	Application string `json:"application,omitempty"`
	File        string `json:"file,omitempty"`
	// Executions is the most executions of one call that the entry stands
	// for, nil where the finding is not about a call: what runs more often
	// than that is new.
	Executions *int `json:"executions,omitempty"`
	// Count is how many findings it stands for; 1 is left out in the file.
	Count  int    `json:"count,omitempty"`
	Reason string `json:"reason,omitempty"`

	// At is the entry in its file, no place for a Baseline that was not read.
	At source.Span `json:"-"`

	known   *finding.Finding // what it was made of
	left    int              // how many findings it covers no more
	outside bool             // the audit cannot tell whether they are gone
}

// place is the path by which an entry is judged stale.
func (e *Entry) place() string {
	if e.File == "" {
		return "."
	}
	return e.File
}

// Len counts the findings that the baseline stands for, those of other rules
// that met with one that is shown included.
func (b *Baseline) Len() int {
	n := 0
	for _, e := range b.entries {
		n += e.Count
	}
	return n
}

// NewBaseline makes a baseline of what was found and is not silenced, those
// of other rules that met with it included. Reasons of an older one (nil for
// none) are kept, and so are its entries that this audit could not judge.
func NewBaseline(found []*finding.Finding, old *Baseline) *Baseline {
	b := &Baseline{}
	var all []*finding.Finding
	for _, f := range Flatten(found) {
		known := f.Suppressed == nil || f.Suppressed.Kind == InBaseline || f.Suppressed.Kind == Older
		if known && f.Rule != staleBaseline {
			all = append(all, partsOf(f)...)
		}
	}
	reasons := map[*finding.Finding]string{}
	if old != nil {
		for f, e := range match(all, fresh(old.entries), func(*Entry, *finding.Finding) bool { return true }) {
			reasons[f] = e.Reason
		}
		for _, e := range old.entries {
			if e.left > 0 && e.outside {
				kept := *e
				kept.Count = e.left
				b.entries = append(b.entries, &kept)
			}
		}
	}
	for _, f := range all {
		e := newEntry(f)
		e.Reason = reasons[f]
		b.entries = append(b.entries, e)
	}
	b.join()
	return b
}

// Snapshot makes a baseline of everything that was found, to compare a later
// audit with.
func Snapshot(found []*finding.Finding) *Baseline {
	b := &Baseline{}
	for _, f := range parts(Flatten(found)) {
		b.entries = append(b.entries, newEntry(f))
	}
	return b
}

func newEntry(f *finding.Finding) *Entry {
	e := &Entry{Rule: f.Rule.ID, Subject: f.Subject, Setting: f.Setting, Application: f.Application,
		Executions: executions(f), Count: 1, known: f}
	if f.At.Valid() {
		e.File = f.At.File.Path
	}
	return e
}

// executions is the most executions of one call, background repeats included.
func executions(f *finding.Finding) *int {
	if f.Facts == nil || f.Facts.Executions == nil {
		return nil
	}
	n := *f.Facts.Executions
	if f.Facts.MaxExecutions != nil {
		n = max(n, *f.Facts.MaxExecutions)
	}
	return &n
}

func (e *Entry) compare(o *Entry) int {
	return cmp.Or(cmp.Compare(e.Application, o.Application), cmp.Compare(e.File, o.File), cmp.Compare(e.Subject, o.Subject),
		cmp.Compare(e.Rule, o.Rule), cmp.Compare(e.Setting, o.Setting), cmp.Compare(orZero(e.Executions), orZero(o.Executions)),
		cmp.Compare(e.Reason, o.Reason))
}

func orZero(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// join sorts the entries and adds up equal ones.
func (b *Baseline) join() {
	slices.SortStableFunc(b.entries, (*Entry).compare)
	out := b.entries[:0]
	for _, e := range b.entries {
		if n := len(out); n > 0 && out[n-1].compare(e) == 0 && (out[n-1].Executions == nil) == (e.Executions == nil) {
			out[n-1].Count += e.Count
			continue
		}
		out = append(out, e)
	}
	b.entries = out
}

// Pruned returns the baseline without what the audit that it was applied to
// showed to be gone, and the number of findings that this takes out.
func (b *Baseline) Pruned() (*Baseline, int) {
	out, gone := &Baseline{}, 0
	for _, e := range b.entries {
		kept := *e
		if !e.outside {
			kept.Count -= e.left
			gone += e.left
		}
		if kept.Count > 0 {
			out.entries = append(out.entries, &kept)
		}
	}
	out.join()
	return out, gone
}

// Write writes the file: sorted, one entry a line.
func (b *Baseline) Write(w io.Writer) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"schemaVersion\": %q,\n  \"tool\": \"dubboaudit\",\n  \"findings\": [", baselineVersion)
	for i, e := range b.entries {
		line := *e
		if line.Count == 1 {
			line.Count = 0 // left out
		}
		text, err := marshal(&line)
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, "\n    %s", text)
	}
	if len(b.entries) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	_, err := w.Write(out.Bytes())
	return err
}

// marshal leaves <, > and & as they are: people read the file.
func marshal(v any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "", lang.Errorf("baseline: %v", err)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// ReadBaseline reads a baseline file. The path is that of the entries' places,
// "" where the file lies outside the audited root: they then have none.
func ReadBaseline(path string, text []byte) (*Baseline, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	r := &baselineReader{dec: json.NewDecoder(bytes.NewReader(text)), text: text}
	if path != "" {
		r.file, _ = source.New(path, text, "utf-8")
	}
	b, err := r.read()
	if err != nil {
		line := 1 + bytes.Count(text[:min(r.dec.InputOffset(), int64(len(text)))], []byte("\n"))
		return nil, lang.Errorf("line %d: not a baseline: %v", line, err)
	}
	return b, nil
}

var errNoBaseline = lang.Errorf(`an object with "schemaVersion" and "findings" is expected`)

// Accept marks findings as known, as the next audit with a baseline of them
// would, and leaves out what was said about an older baseline.
func Accept(found []*finding.Finding) []*finding.Finding {
	out := slices.DeleteFunc(slices.Clone(found), func(f *finding.Finding) bool { return f.Rule == staleBaseline })
	for _, f := range Flatten(out) {
		if f.Suppressed == nil {
			f.Suppressed = &finding.Suppression{Kind: InBaseline}
		}
	}
	return out
}
