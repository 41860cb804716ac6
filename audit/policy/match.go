package policy

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// cover suppresses the findings that the baseline knows. n findings of an
// entry cover at most n; a finding whose call runs more often than the entry
// says is not known.
func (b *Baseline) cover(all []*finding.Finding) {
	found := live(all)
	known := match(parts(found), fresh(b.entries), func(e *Entry, f *finding.Finding) bool {
		n := executions(f)
		return e.Executions == nil || n == nil || *n <= *e.Executions
	})
	for _, f := range found {
		if e := whole(known, f); e != nil {
			f.Suppressed = &finding.Suppression{Kind: InBaseline, Reason: e.Reason, At: e.At}
		}
	}
	b.outgrown(parts(found), known)
}

// outgrown uses up the entries of findings that are new because they got worse:
// those entries are not stale, and count again when the old state comes back.
func (b *Baseline) outgrown(found []*finding.Finding, known map[*finding.Finding]*Entry) {
	worse := slices.DeleteFunc(slices.Clone(found), func(f *finding.Finding) bool { return known[f] != nil })
	match(worse, b.entries, func(*Entry, *finding.Finding) bool { return true })
}

// coverUnchanged suppresses the findings that were there before with no
// milder effect.
func (b *Baseline) coverUnchanged(all []*finding.Finding) {
	found := live(all)
	known := match(parts(found), fresh(b.entries), func(e *Entry, f *finding.Finding) bool { return !worse(f, e.known) })
	for _, f := range found {
		if whole(known, f) != nil {
			f.Suppressed = &finding.Suppression{Kind: Older}
		}
	}
}

// parts puts in the place of each finding that speaks for several places the
// findings of these: how many there are changes with each fix, and must make
// none of the others new.
func parts(all []*finding.Finding) []*finding.Finding {
	var out []*finding.Finding
	for _, f := range all {
		out = append(out, partsOf(f)...)
	}
	return out
}

func partsOf(f *finding.Finding) []*finding.Finding {
	if len(f.Same) > 0 {
		return f.Same
	}
	return []*finding.Finding{f}
}

// whole is the entry of a finding all parts of which are known, that of its
// first part; nil where one is new.
func whole(known map[*finding.Finding]*Entry, f *finding.Finding) *Entry {
	list := partsOf(f)
	for _, part := range list {
		if known[part] == nil {
			return nil
		}
	}
	return known[list[0]]
}

// worse reports whether a finding has got a worse effect than it had: it runs
// more often, in another cluster, is more severe or surer.
func worse(f, before *finding.Finding) bool {
	now, then := executions(f), executions(before)
	return f.Severity > before.Severity || f.Confidence > before.Confidence ||
		now != nil && (then == nil || *now > *then) ||
		f.Facts != nil && before.Facts != nil && f.Facts.Cluster != before.Facts.Cluster
}

// live leaves out what is suppressed, and what is about the baseline itself.
func live(all []*finding.Finding) []*finding.Finding {
	var out []*finding.Finding
	for _, f := range all {
		if f.Suppressed == nil && f.Rule != staleBaseline {
			out = append(out, f)
		}
	}
	return out
}

func fresh(entries []*Entry) []*Entry {
	for _, e := range entries {
		e.left = e.Count
	}
	return entries
}

// identity is what a finding and its entry have in common wherever they
// stand.
type identity struct{ rule, subject, setting string }

// nearness lists how much else they must share, the nearest first: a file that
// was moved keeps its application, an application that was renamed its files.
var nearness = []func(e *Entry, f *finding.Finding) bool{
	func(e *Entry, f *finding.Finding) bool { return sameApplication(e, f) && sameFile(e, f) },
	sameApplication,
	sameFile,
}

// sameApplication: a library's finding belongs to all applications that
// include it, and one more of them makes it no other finding.
func sameApplication(e *Entry, f *finding.Finding) bool {
	if e.Application == f.Application {
		return true
	}
	apps := strings.Split(e.Application, ", ")
	return f.Application != "" && slices.ContainsFunc(strings.Split(f.Application, ", "), func(a string) bool { return slices.Contains(apps, a) })
}

func sameFile(e *Entry, f *finding.Finding) bool {
	return e.File != "" && f.At.Valid() && f.At.File.Path == e.File
}

// match pairs findings with entries that cover them, each entry with as many
// as it has left. Findings that run most often choose first, and choose the
// entry that just covers them, so that as many as possible find one.
func match(found []*finding.Finding, entries []*Entry, covers func(*Entry, *finding.Finding) bool) map[*finding.Finding]*Entry {
	known := map[identity][]*Entry{}
	for _, e := range entries {
		id := identity{e.Rule, e.Subject, e.Setting}
		known[id] = append(known[id], e)
	}
	for _, list := range known {
		slices.SortStableFunc(list, func(a, b *Entry) int { return compareExecutions(a.Executions, b.Executions) })
	}
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(a, b *finding.Finding) int {
		n, m := executions(a), executions(b)
		if n == nil || m == nil {
			return compareExecutions(n, m)
		}
		return compareExecutions(m, n)
	})
	out := map[*finding.Finding]*Entry{}
	for _, near := range nearness {
		for _, f := range found {
			if out[f] != nil {
				continue
			}
			for _, e := range known[identity{f.Rule.ID, f.Subject, f.Setting}] {
				if e.left > 0 && near(e, f) && covers(e, f) {
					e.left--
					out[f] = e
					break
				}
			}
		}
	}
	return out
}

// compareExecutions puts what is not known last: an entry without a number
// covers most, a finding without one is covered by any.
func compareExecutions(a, b *int) int {
	if a == nil || b == nil {
		return cmp.Compare(b2i(a == nil), b2i(b == nil))
	}
	return cmp.Compare(*a, *b)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
