package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/lang"
)

func TestChosen(t *testing.T) {
	for _, tt := range []struct {
		all, lang, args string
		want            lang.Language
	}{
		{"", "", "", lang.English},
		{"", "zh_CN.UTF-8", "", lang.Chinese},
		{"ja_JP.UTF-8", "zh_CN.UTF-8", "", lang.Japanese},
		{"C.UTF-8", "zh_CN.UTF-8", "", lang.English},
		{"", "fr_FR", "", lang.English},
		{"", "zh_CN", "--lang ja .", lang.Japanese},
		{"", "zh_CN", "explain --lang=en", lang.English},
		{"", "zh_CN", "--lang en --lang ja", lang.Japanese},
		{"", "zh_CN", "--lang klingon", lang.Chinese},
		{"", "zh_CN", "--lang", lang.Chinese},
		{"", "zh_CN", "-- --lang=en", lang.Chinese},
	} {
		t.Setenv("LC_ALL", tt.all)
		t.Setenv("LANG", tt.lang)
		if got := chosen(strings.Fields(tt.args)); got != tt.want {
			t.Errorf("%v: %s", tt, got)
		}
	}
}

// plainWords are lower-case words behind each other, as no names are.
var plainWords = regexp.MustCompile(`\b[a-z]+ [a-z]+ [a-z]+\b`)

// TestHelpIsTranslated: in wide letters, help has no words in narrow ones but
// examples, usage lines and what cobra has of its own.
func TestHelpIsTranslated(t *testing.T) {
	for _, cmd := range append(newRoot().Commands(), newRoot()) {
		args := []string{cmd.Name(), "--help", "--lang", "qps"}
		if !cmd.HasParent() {
			args = args[1:]
		}
		var out, errs bytes.Buffer
		if code := run(context.Background(), args, nil, &out, &errs); code != 0 {
			t.Fatalf("%v: %d, %s", args, code, &errs)
		}
		for line := range strings.Lines(out.String()) {
			if strings.Contains(line, "  dubboaudit ") {
				continue
			}
			if words := plainWords.FindString(line); words != "" {
				t.Errorf("%v: %q in %s", args, words, line)
			}
		}
	}
}
