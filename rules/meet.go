package rules

import (
	"cmp"
	"slices"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// causes lists the rules in the order in which an owner should read them
// where several meet with the same severity: first why nothing works at all,
// then the setting that does not do what it says, then its effect on writes.
// Rules not listed follow, by id.
var causes = []string{
	"DA412", "DA419", "DA426", "DA602", "DA306", "DA308",
	"DA401", "DA404", "DA405", "DA407", "DA408", "DA406", "DA418", "DA409", "DA402", "DA403",
	"DA411", "DA410", "DA421", "DA420",
	"DA106", "DA108", "DA105", "DA109", "DA104", "DA103", "DA110", "DA101", "DA102", "DA424", "DA422", "DA201",
}

func causeRank(id string) int {
	if i := slices.Index(causes, id); i >= 0 {
		return i
	}
	return len(causes)
}

// meeting is what drafts of one reference and method have in common. A
// finding about the whole reference has no call; there only those about one
// setting meet, for each setting has its own edit.
type meeting struct {
	ref     *effective.Reference
	call    *effective.Call
	setting string
}

func meetingOf(d *draft) meeting {
	if d.call != nil {
		return meeting{ref: d.ref, call: d.call}
	}
	return meeting{ref: d.ref, setting: d.Setting}
}

// meet shows one finding where several rules report the same reference and
// method: the others become its related lines. What cannot be decided stays
// apart, it is counted by itself; so does what is about another version.
func meet(drafts []*draft) []*finding.Finding {
	groups := map[meeting][]*draft{}
	var order []meeting
	var out []*finding.Finding
	for _, d := range drafts {
		if d.ref == nil || d.Rule == &cannotDecide.Info || d.Rule == &upgradeFlips.Info {
			out = append(out, d.Finding)
			continue
		}
		key := meetingOf(d)
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], d)
	}
	for _, key := range order {
		out = append(out, together(groups[key]))
	}
	for _, f := range out {
		tidy(f)
	}
	return out
}

// together picks the finding to show. What counts for a gate comes before
// what does not, so that a doubtful error hides no certain warning.
func together(group []*draft) *finding.Finding {
	slices.SortStableFunc(group, func(a, b *draft) int {
		return cmp.Or(
			cmp.Compare(b2i(b.Confidence > finding.Low), b2i(a.Confidence > finding.Low)),
			cmp.Compare(b.Severity, a.Severity),
			cmp.Compare(causeRank(a.Rule.ID), causeRank(b.Rule.ID)),
			cmp.Compare(a.Rule.ID, b.Rule.ID))
	})
	first := group[0].Finding
	for _, d := range group[1:] {
		first.Others = append(first.Others, d.Finding)
		first.Related = append(first.Related, finding.Related{Rule: d.Rule.ID, At: d.At, Message: d.Message})
		if len(first.Fixes) == 0 && first.Setting == d.Setting {
			first.Fixes = d.Fixes
		}
	}
	return first
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// tidy drops related lines said twice and those at the finding's own place
// that say no more than it does.
func tidy(f *finding.Finding) {
	for _, o := range f.Others {
		tidy(o)
	}
	type line struct {
		rule, message string
		at            source.Span
	}
	seen := map[line]bool{}
	f.Related = slices.DeleteFunc(f.Related, func(r finding.Related) bool {
		l := line{r.Rule, r.Message.String(), r.At}
		dup := seen[l]
		seen[l] = true
		return dup
	})
}
