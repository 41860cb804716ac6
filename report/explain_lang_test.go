package report

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/dubboaudit/dubboaudit/lang"
)

var (
	// narrow finds words that were not said in the report's language.
	narrow = regexp.MustCompile(`(?:^|[^\w.])[a-z]{3,} [a-z]{2,}`)
	// shownSetting is a name with its value.
	shownSetting = regexp.MustCompile(`\b(?:check|retries|timeout|cluster|mock|loadbalance|async|forks) \w+`)
)

// TestExplainLanguage: what is shown is in the language of the report, names
// and values aside.
func TestExplainLanguage(t *testing.T) {
	r := explained(t)
	r.Options.Lang = lang.Pseudo
	check := func(format string, text []byte) {
		for line := range bytes.Lines(bytes.ReplaceAll(text, []byte("fail:return null"), nil)) {
			if words := narrow.Find(shownSetting.ReplaceAll(line, nil)); words != nil {
				t.Errorf("%s: %q in %s", format, words, line)
			}
		}
	}
	for _, f := range ExplainFormats {
		var b bytes.Buffer
		if err := f.Write(&b, r); err != nil {
			t.Fatal(err)
		}
		check(f.Name, b.Bytes())
	}
	ref := r.Explain.Model.Apps[0].References[0]
	check("hover", []byte(r.Explain.Markdown(lang.Pseudo, ref.At.File.Path, ref.At.Lo+3)))
}
