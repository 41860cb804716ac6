package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/lang"
)

// What init writes is right, and stays so when every proposal is taken.
func TestConfigText(t *testing.T) {
	many := &audit.Survey{Profiles: []string{"dev", "online"}}
	for i := range 3 * maxHints {
		name := fmt.Sprintf("com.acme.A#m%d", i)
		many.Doubtful = append(many.Doubtful, audit.Named{Name: name, Of: texts("unknown")})
		many.Placeholders = append(many.Placeholders, name)
	}
	tests := map[string]*audit.Survey{
		"nothing": {},
		"many":    many,
		"versions": {Versions: []audit.Named{{Name: "", Of: texts("a")}, {Name: "2.7.8", Of: texts("b", "c")},
			{Name: "3.2.4", Of: texts(strings.Fields(strings.Repeat("d ", 30))...)}}},
		"hostile": {
			Versions:     []audit.Named{{Name: "2.7.8", Of: texts("a\nfailOn: never", "# x")}},
			Profiles:     []string{"a\"]\nfailOn: never", "{b}"},
			Placeholders: []string{"a\": \"\nfailOn: never", "'"},
			Doubtful:     []audit.Named{{Name: "a\nfailOn: never", Of: texts("unknown")}},
		},
	}
	for name, survey := range tests {
		for _, l := range append(lang.Languages, lang.Pseudo) {
			configTextIn(t, l, name, survey)
		}
	}
}

func configTextIn(t *testing.T, l lang.Language, name string, survey *audit.Survey) {
	t.Helper()
	text := configText(survey, l)
	c, err := policy.ParseConfig("written", []byte(text), knownRule)
	if err != nil || c.FailOn != "warning" {
		t.Errorf("%s: %v\n%s", name, err, text)
	}
	c, err = policy.ParseConfig("taken", []byte(uncommented(text)), knownRule)
	if err != nil || len(c.Ignores) != 1 || !c.RequireReason || c.DubboVersion == "" || len(survey.Profiles) > 0 && len(c.Profiles) != 1 {
		t.Errorf("%s: %v\n%s", name, err, uncommented(text))
	}
}

// uncommented takes the proposals: a comment has one space behind the mark.
func uncommented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "#"); ok && !(len(rest) > 1 && rest[0] == ' ' && rest[1] != ' ') {
			line = rest
		}
		b.WriteString(line)
	}
	return b.String()
}

func texts(names ...string) []lang.Text {
	var out []lang.Text
	for _, n := range names {
		out = append(out, lang.Verbatim(n))
	}
	return out
}
