package yaml

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// hostile texts must end in bounded time with what could be read. The problem
// says why not all of it could.
func TestLimits(t *testing.T) {
	bomb := "dubbo: &a0 [x, x]\n"
	for i := 1; i < 40; i++ {
		bomb += fmt.Sprintf("k%d: &a%d [*a%d, *a%d]\n", i, i, i-1, i-1)
	}
	mergeBomb := "dubbo: &a0 {x: 1}\n"
	for i := 1; i < 30; i++ {
		mergeBomb += fmt.Sprintf("k%d: &a%d {<<: [*a%d, *a%d, *a%d]}\n", i, i, i-1, i-1, i-1)
	}
	wide := "dubbo: 1\nb: &w {"
	for i := range 2000 {
		wide += fmt.Sprintf("k%d: 1, ", i)
	}
	wide += "}\nc:\n  <<: [" + strings.Repeat("*w, ", 20_000) + "]\n"
	tests := []struct {
		name, in string
		kind     source.ProblemKind
	}{
		{"aliases", bomb, source.TooLarge},
		{"merge keys", mergeBomb, source.TooLarge},
		{"merges of a wide mapping", wide, source.TooLarge},
		{"alias to itself", "dubbo: &a {b: [*a]}\n", source.TooLarge},
		{"merge of itself", "dubbo: &a\n  x: 1\n  <<: *a\n", source.TooLarge},
		{"deep flow", "dubbo: " + strings.Repeat("[", 9000) + strings.Repeat("]", 9000), source.TooLarge},
		{"very deep flow", "dubbo: " + strings.Repeat("[", 200_000), source.YAMLSyntax},
		{"deep block", "dubbo:\n" + deepBlock(2000), source.TooLarge},
		{"long keys", "dubbo:\n" + longKeys(100, 10_000), source.TooLarge},
		{"many properties", "dubbo:\n" + strings.Repeat("- a\n", maxProps+1), source.TooLarge},
		{"large", "dubbo: " + strings.Repeat("x", maxBytes), source.TooLarge},
		{"one long flow line", "dubbo: {" + strings.Repeat("é: 1, ", 40_000) + "}\n", source.YAMLSyntax},
		{"not YAML at length", "dubbo: a: b\n" + strings.Repeat("k: 'v' # x\n", 50_000), source.YAMLSyntax},
		{"not YAML, deep", "dubbo: a: b\n" + deepBlock(2000), source.YAMLSyntax},
		{"unclosed template", strings.Repeat("dubbo: {{ x\n", 20_000), source.YAMLSyntax},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			u := parse(tt.in)
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("took %v", d)
			}
			if len(u.Problems) == 0 || u.Problems[0].Kind != tt.kind {
				t.Errorf("problems: %v", u.Problems)
			}
			t.Log(time.Since(start), u.Problems[:min(1, len(u.Problems))])
		})
	}
}

func deepBlock(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i+1) + "k:\n")
	}
	return b.String()
}

func longKeys(depth, length int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat(" ", i+1) + strings.Repeat("k", length) + ":\n")
	}
	for i := range 100 {
		fmt.Fprintf(&b, "%s%d: x\n", strings.Repeat(" ", depth+1), i)
	}
	return b.String()
}

func TestRelevant(t *testing.T) {
	tests := []struct {
		path, raw string
		want      bool
	}{
		{"a/application-dev.yaml", "", true},
		{"bootstrap.yml", "", true},
		{"conf/rpc.yml", "dubbo:", true},
		{"conf/jdbc.yml", "url: x", false},
	}
	for _, tt := range tests {
		if got := Relevant(tt.path, []byte(tt.raw)); got != tt.want {
			t.Errorf("%s: got %v", tt.path, got)
		}
	}
}
