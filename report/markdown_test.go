package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

func TestInline(t *testing.T) {
	for text, want := range map[string]string{
		"retries=2 is Dubbo's default":      "retries=2 is Dubbo's default",
		"Set retries = 0 in @Reference.":    "Set retries = 0 in `@Reference`.",
		"ask @acme/all, or see #12":         "ask `@acme/all`, or see `#12`",
		"see http://acme.test/a_b for more": "see `http://acme.test/a_b` for more",
		"a_b*c* [x](y) <b> & `d` ~e~ $f$":   "a\\_b\\*c\\* \\[x\\](y) \\<b\\> \\& \\`d\\` \\~e\\~ \\$f\\$",
		"- no list":                         "\\- no list",
		"12. no list":                       "12\\. no list",
		"# no heading":                      "\\# no heading",
		"two\nlines":                        "two␊lines",
		"com.acme.A#create":                 "`com.acme.A#create`",
		"行う。@Referenceでretries = 0にする":      "行う。`@Reference`でretries = 0にする",
		"在 @Reference 中设置，或者在别处":            "在 `@Reference` 中设置，或者在别处",
		"": "",
	} {
		if got := inline(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"a":    "`a`",
		"a`b":  "``a`b``",
		"`a`":  "`` `a` ``",
		" a ":  "`a`",
		"":     "",
		"a\nb": "`a␊b`",
	} {
		if got := code(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestCells(t *testing.T) {
	if got, want := inlineCell(`a|b \| c`), `a\|b \\¦ c`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := codeCell(`a|b\|c`), "`a\\|b\\¦c`"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMarkdownLimit(t *testing.T) {
	var list []*finding.Finding
	for i := range 500 {
		f := newFile(t, fmt.Sprintf("m%03d/dubbo.xml", i), "<beans/>")
		list = append(list, &finding.Finding{Rule: retriesRule, Severity: finding.Note + finding.Severity(i%3), Confidence: finding.High,
			Message: lang.T("create may run 3 times, %s", strings.Repeat("and again ", 30)), Subject: fmt.Sprintf("com.acme.A%d#create", i), At: find(t, f, "<beans/>", 0)})
	}
	out := string(render(t, "markdown", finish(&Report{Findings: list})))
	if len(out) > maxMarkdown {
		t.Errorf("%d bytes", len(out))
	}
	if n := strings.Count(out, "\n| **error**"); n != maxRows {
		t.Errorf("%d rows, not of errors first", n)
	}
	for _, want := range []string{"and 480 places more", "more; a comment has no room for them"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not told", want)
		}
	}
	if open, closed := strings.Count(out, "<details>"), strings.Count(out, "</details>"); open != closed || open == 0 {
		t.Errorf("%d details opened, %d closed", open, closed)
	}
}

func TestSuggest(t *testing.T) {
	f := newFile(t, "a.xml", "<a>\r\n  <b c=\"1\"\r\n     d=\"2\"/>\r\n  <e/>\r\n</a>\r\n")
	g := newFile(t, "long.xml", "<a>"+strings.Repeat("<b/>", 5000)+"<c/></a>")
	edit := func(text string, n int, to string) finding.Edit {
		return finding.Edit{At: find(t, f, text, n), NewText: to}
	}
	overlap := edit("c=\"1\"", 0, "")
	for _, c := range []struct {
		name  string
		edits []finding.Edit
		want  []string
	}{
		{"one line", []finding.Edit{edit("2", 0, "0")}, []string{"a.xml:3\n     d=\"0\"/>"}},
		{"two edits of one line, in any order", []finding.Edit{edit("e", 0, "x"), edit("<e/>", 0, "")}, nil},
		{"two lines apart", []finding.Edit{edit("<e/>", 0, "<f/>"), edit("<a>", 0, "<z>")}, []string{"a.xml:1\n<z>", "a.xml:4\n  <f/>"}},
		{"over lines", []finding.Edit{edit("\"1\"\r\n     d", 0, "\"0\" d")}, []string{"a.xml:2-3\n  <b c=\"0\" d=\"2\"/>"}},
		{"a line removed", []finding.Edit{edit("  <e/>\r\n", 0, "")}, []string{"a.xml:4-5\n</a>"}},
		{"overlap", []finding.Edit{overlap, edit("1", 0, "2")}, nil},
		{"a file of one line", []finding.Edit{{At: find(t, g, "<c/>", 0), NewText: "<d/>"}}, nil},
		{"a character that is not seen", []finding.Edit{edit("2", 0, "\u202e0")}, nil},
		{"none", nil, nil},
	} {
		var got []string
		for _, s := range suggest(finding.Fix{Edits: c.edits}) {
			got = append(got, s.place()+"\n"+s.text)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", c.name, diff)
		}
	}
}

// A suggestion must not end its own block.
func TestSuggestionFence(t *testing.T) {
	f := newFile(t, "a.properties", "# ````\na=1\n")
	s := suggest(finding.Fix{Edits: []finding.Edit{{At: find(t, f, "# ````\na=1", 0), NewText: "# ````\r\na\t=0"}}})
	want := "`````suggestion\n# ````\na\t=0\n`````\n"
	if len(s) != 1 || s[0].block() != want {
		t.Errorf("%v, want %q", s, want)
	}
}
