package sql

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestParse reads testdata/statements.txt: a statement a line, with what is
// found in it in the line behind.
func TestParse(t *testing.T) {
	const path = "testdata/statements.txt"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	statements := 0
	in := bufio.NewScanner(strings.NewReader(string(text)))
	for in.Scan() {
		if line := in.Text(); !strings.HasPrefix(line, "\t") {
			got.WriteString(line + "\n")
			for _, s := range Parse(line) {
				got.WriteString("\t" + summary(&s) + "\n")
				checkRanges(t, line, &s)
			}
			statements++
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(text), got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	t.Logf("%d statements", statements)
}

func summary(s *Statement) string {
	b := fmt.Sprintf("%s %s", s.Effect, s.Table)
	if s.Effect == "" {
		b = "nothing known"
	}
	if len(s.Tables) > 1 {
		b += " and " + strings.Join(s.Tables[1:], ", ")
	}
	if s.Columns != nil {
		b += " (" + strings.Join(s.Columns, ", ") + ")"
	}
	for _, a := range s.Sets {
		b += "; set " + a.Column
		switch {
		case a.Relative:
			b += " relative " + a.Op
		case a.Literal != "":
			b += " = " + a.Literal
		}
	}
	for _, c := range s.Where {
		b += "; where "
		if c.Or {
			b += "or "
		}
		b += strings.TrimSpace(c.Column + " " + c.Op + " " + c.Literal)
	}
	if s.Conflict != nil {
		b += "; conflict " + strings.Join(s.Conflict, ", ")
	}
	if g, c := s.Guard(); g != NoGuard {
		b += fmt.Sprintf("; guard %d %s", g, c.Column)
	}
	flags := []string{"for update", "from select", "not exists", "replace"}
	for i, on := range []bool{s.ForUpdate, s.FromSelect, s.NotExists, s.Replace} {
		if on {
			b += "; " + flags[i]
		}
	}
	return strings.TrimRight(b, " ")
}

func checkRanges(t *testing.T, text string, s *Statement) {
	ok := func(lo, hi int) bool { return 0 <= lo && lo <= hi && hi <= len(text) }
	bad := !ok(s.Lo, s.Hi)
	bad = bad || slices.ContainsFunc(s.Sets, func(a Assignment) bool { return !ok(a.Lo, a.Hi) })
	bad = bad || slices.ContainsFunc(s.Where, func(c Condition) bool { return !ok(c.Lo, c.Hi) })
	if bad {
		t.Errorf("%q: a place outside of the text: %+v", text, s)
	}
}

func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/statements.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		f.Add(line)
	}
	f.Add(strings.Repeat("(", 10_000))
	f.Add("update t set a = " + strings.Repeat("if(a, ", 5_000))
	f.Add("select * from t where " + strings.Repeat("(a = 1 and ", 5_000))
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range Parse(text) {
			checkRanges(t, text, &s)
			s.Guard()
			s.Relative()
		}
	})
}
