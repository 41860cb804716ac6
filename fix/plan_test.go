package fix

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

func change(title string, edits ...finding.Edit) *Change {
	return &Change{Fix: finding.Fix{Title: lang.Verbatim(title), Safe: true, Edits: edits}}
}

func TestNewPlan(t *testing.T) {
	a, _ := written(t, "a.xml", "<a b='1' c='2'/>\n<d/>\n", "", nil)
	b, _ := written(t, "b.xml", "<b/>\n", "", nil)
	latin, _ := written(t, "c.xml", "<c d='é'/>", "ISO-8859-1", charmap.ISO8859_1)
	link, _ := written(t, "link.xml", "<c/>", "", nil)
	check := func(f *source.File) error {
		if f == link {
			return errors.New("it is a link")
		}
		return nil
	}
	for _, tc := range []struct {
		name    string
		changes []*Change
		want    []string // "path offset-offset text" of the patches, then "refused title: reason"
	}{
		{"sorted", []*Change{change("y", replace(b, "b", "x")), change("x", replace(a, "2", "3"), replace(a, "1", "0"))},
			[]string{"a.xml 6-7 0", "a.xml 12-13 3", "b.xml 1-2 x"}},
		{"equal edits are one", []*Change{change("x", replace(a, "<a|", " e='0'"), replace(a, "1", "0")), change("y", replace(a, "<a|", " e='0'"), replace(a, "2", "0"))},
			[]string{"a.xml 2-2  e='0'", "a.xml 6-7 0", "a.xml 12-13 0"}},
		{"overlap", []*Change{change("x", replace(a, "'1'", "'0'")), change("y", replace(a, "1", "2"))},
			[]string{"a.xml 5-8 '0'", "refused y: it overlaps another fix (x, a.xml:1:6)"}},
		{"two texts at one place", []*Change{change("x", replace(a, "<a|", " e='0'")), change("y", replace(a, "<a|", " f='0'"))},
			[]string{"a.xml 2-2  e='0'", "refused y: it overlaps another fix (x, a.xml:1:3)"}},
		{"touching", []*Change{change("x", replace(a, "1", "0")), change("y", replace(a, "1|", "0"))},
			[]string{"a.xml 6-7 0", "refused y: it overlaps another fix (x, a.xml:1:7)"}},
		{"all or nothing", []*Change{change("x", replace(a, "1", "0")), change("y", replace(b, "b", "x"), replace(a, "1", "2"))},
			[]string{"a.xml 6-7 0", "refused y: it overlaps another fix (x, a.xml:1:7)"}},
		{"with itself", []*Change{change("x", replace(a, "1", "0"), replace(a, "'1", "'2"))}, []string{"refused x: its own edits overlap"}},
		{"encoding", []*Change{change("x", replace(latin, "<c|", " 订='1'")), change("y", replace(latin, "<c|", " ü='1'"))},
			[]string{"c.xml 2-2  ü='1'", "refused x: iso-8859-1 cannot hold \" 订='1'\""}},
		{"file", []*Change{change("x", replace(b, "b", "x"), replace(link, "c", "x"))}, []string{"refused x: link.xml: it is a link"}},
	} {
		plan := NewPlan(tc.changes, check)
		var got []string
		for _, p := range plan.Patches {
			for _, e := range p.Edits {
				got = append(got, fmt.Sprintf("%s %d-%d %s", p.File.Path, e.At.Lo, e.At.Hi, e.NewText))
			}
		}
		for _, r := range plan.Refused {
			got = append(got, fmt.Sprintf("refused %s: %s", r.Title, r.Reason))
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tc.name, diff)
		}
		if len(plan.Changes)+len(plan.Refused) != len(tc.changes) {
			t.Errorf("%s: %d of %d changes", tc.name, len(plan.Changes)+len(plan.Refused), len(tc.changes))
		}
	}
}

func TestSelect(t *testing.T) {
	f, _ := written(t, "a.xml", "<a b='1' c='2'/>", "", nil)
	one, two := finding.Info{ID: "DA101"}, finding.Info{ID: "DA102"}
	with := func(info *finding.Info, fixes ...finding.Fix) *finding.Finding {
		return &finding.Finding{Rule: info, Fixes: fixes}
	}
	safe := change("safe", replace(f, "1", "0")).Fix
	unsafe := finding.Fix{Title: lang.Verbatim("unsafe"), Edits: []finding.Edit{replace(f, "2", "0")}}
	nowhere := finding.Fix{Title: lang.Verbatim("nowhere"), Safe: true, Edits: []finding.Edit{{NewText: "x"}}}
	met := with(&one, unsafe)
	met.Others = []*finding.Finding{with(&two, safe)}
	silenced := with(&one, safe)
	silenced.Suppressed = &finding.Suppression{Kind: "inline"}
	for _, tc := range []struct {
		name   string
		found  []*finding.Finding
		rules  []string
		unsafe bool
		want   string
	}{
		{"same fix", []*finding.Finding{with(&one, unsafe, safe), with(&two, safe)}, nil, false, "safe DA101 DA102"},
		{"none safe", []*finding.Finding{with(&one, unsafe)}, nil, false, ""},
		{"unsafe asked for", []*finding.Finding{with(&one, unsafe), with(&two, unsafe, safe)}, nil, true, "unsafe DA101, safe DA102"},
		{"of one that met", []*finding.Finding{met}, nil, false, "safe DA102"},
		{"rule", []*finding.Finding{met, with(&one, safe)}, []string{"DA101"}, false, "safe DA101"},
		{"silenced", []*finding.Finding{silenced}, nil, true, ""},
		{"no place", []*finding.Finding{with(&one, nowhere)}, nil, true, ""},
	} {
		var got []string
		for _, c := range Select(tc.found, tc.rules, tc.unsafe) {
			s := c.Title.String()
			for _, f := range c.Findings {
				s += " " + f.Rule.ID
			}
			got = append(got, s)
		}
		if s := strings.Join(got, ", "); s != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, s, tc.want)
		}
	}
}
