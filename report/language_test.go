package report

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/lang"
)

// The fields of JSON and SARIF that are said in the reader's language.
var said = map[string]bool{"message": true, "title": true, "why": true, "keep": true, "text": true, "markdown": true, "helpUri": true, "language": true}

// TestLanguageChangesWordsOnly: what identifies findings, their order and their
// numbers are the same in all languages.
func TestLanguageChangesWordsOnly(t *testing.T) {
	for _, format := range []string{"json", "sarif"} {
		for name, fixture := range fixtures {
			want := withoutWords(t, format, fixture(t))
			for _, l := range []lang.Language{lang.English, lang.Chinese, lang.Japanese, lang.Pseudo} {
				r := fixture(t)
				r.Options.Lang = l
				if diff := cmp.Diff(want, withoutWords(t, format, r)); diff != "" {
					t.Errorf("%s.%s in %s (-want +got)\n%s", name, format, l, diff)
				}
			}
		}
	}
}

// withoutWords is a document without the fields that are said.
func withoutWords(t *testing.T, format string, r *Report) any {
	t.Helper()
	var doc any
	if err := json.Unmarshal(render(t, format, r), &doc); err != nil {
		t.Fatal(err)
	}
	var strip func(any)
	strip = func(x any) {
		switch x := x.(type) {
		case []any:
			for _, e := range x {
				strip(e)
			}
		case map[string]any:
			for key, e := range x {
				if _, isText := e.(string); said[key] && isText {
					delete(x, key)
				}
				strip(e)
			}
		}
	}
	strip(doc)
	return doc
}

// unsaid finds words that nobody translates; attributes of XML are none.
var unsaid = regexp.MustCompile(`[a-z]{3,} [a-z]{3,}(?:[^a-z=].*)?$`)

// TestSaid: what the formats add to a finding is in the catalogue. Not so the
// lines of sources, reasons that users wrote, and what a case says of itself.
func TestSaid(t *testing.T) {
	aside := strings.NewReplacer("the batch may wait", "", "permission denied", "", "expected a value", "", "a tab where spaces belong", "",
		"no place at all", "", "dubboaudit input", "")
	for _, format := range []string{"text", "junit", "checkstyle", "gitlab", "github", "markdown"} {
		for _, name := range []string{"clean", "findings", "problems", "huge"} {
			r := fixtures[name](t)
			r.Options.Lang, r.Options.ShowSuppressed = lang.Pseudo, true
			for line := range strings.SplitSeq(string(render(t, format, r)), "\n") {
				if found := unsaid.FindString(aside.Replace(line)); found != "" && !strings.Contains(line, "<dubbo:") {
					t.Errorf("%s.%s: %s", name, format, found)
				}
			}
		}
	}
}
