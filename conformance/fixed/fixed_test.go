package fixed

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/conformance"
	"github.com/dubboaudit/dubboaudit/dubbo"
)

// TestFixes holds the fixes of today against what was run: they are the same
// byte for byte, the release did with both sides what is predicted, and it did
// what a fix promises.
func TestFixes(t *testing.T) {
	all, err := Runs()
	if err != nil {
		t.Fatal(err)
	}
	sum, compared := Tally{}, 0
	for _, r := range all {
		v := dubbo.MustVersion(r.Version)
		pairs, err := Pairs(v)
		if err != nil {
			t.Fatal(err)
		}
		names := func() (have, want []string) {
			for _, x := range r.Results {
				have = append(have, x.Case)
			}
			for _, p := range pairs {
				want = append(want, p.Before.Name)
			}
			return have, want
		}
		if have, want := names(); !cmp.Equal(have, want) {
			t.Errorf("%s: the cases with fixes are others than those that were run, run it again with -fixed -update:\n%s", r.Version, cmp.Diff(have, want))
			continue
		}
		for i, p := range pairs {
			x := r.Results[i]
			if d := cmp.Diff(x.Diff, p.Diff); d != "" {
				t.Errorf("%s %s: the fix is another one than was run (-run +now):\n%s", r.Version, x.Case, d)
			}
			compared += predicted(t, v, p.Before, x.Before) + predicted(t, v, p.After, x.After)
		}
		for _, msg := range r.Broken() {
			t.Error(msg)
		}
		n := r.Tally()
		sum.add(n)
		if n.Ended < 5 || n.Kept < 5 {
			t.Errorf("%s: only %+v", r.Version, n)
		}
	}
	// Scripts look for this line.
	fmt.Printf("fixes on %d releases: %d writes that ran several times run once, %d that did not start run once, %d calls are as they were; %d records predicted\n",
		len(all), sum.Ended, sum.Started, sum.Kept, compared)
	if len(all) < 4 {
		t.Errorf("only %d releases", len(all))
	}
}

// predicted compares the records of a case with the model of its files.
func predicted(t *testing.T, v dubbo.Version, c *conformance.Case, records []*conformance.Record) int {
	t.Helper()
	m, problems, err := c.Model(v)
	if err != nil || len(problems) > 0 {
		t.Fatalf("%s on %s: %v %v", c.Name, v, problems, err)
	}
	agreed := 0
	for _, rec := range records {
		if conformance.Left(rec) != "" {
			continue
		}
		if msg := conformance.Compare(rec, m); msg != "" {
			t.Errorf("%s: %s", rec.Key(), msg)
			continue
		}
		agreed++
	}
	return agreed
}

var update = flag.Bool("update", false, "write the table in docs/fix.md")

// TestTable compares the table in the documentation with the runs.
func TestTable(t *testing.T) {
	const name, head = "../../docs/fix.md", "\n## Run on real Dubbo\n"
	all, err := Runs()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, section, found := strings.Cut(string(text), head)
	lo := strings.Index(section, "\n| case |") + 1
	size := strings.Index(section[max(lo, 0):], "\n\n") + 1
	if !found || lo == 0 || size == 0 {
		t.Fatalf("%s has no table below %q", name, head)
	}
	want := Table(all)
	if d := cmp.Diff(want, section[lo:lo+size]); d != "" && !*update {
		t.Errorf("%s is stale, run make docs (-runs +table):\n%s", name, d)
	}
	if *update {
		if err := os.WriteFile(name, []byte(before+head+section[:lo]+want+section[lo+size:]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBroken: what breaks a promise is told.
func TestBroken(t *testing.T) {
	const diff = "case mixed\n+ <dubbo:method name=\"slow\" retries=\"0\"/>\n"
	for _, test := range []struct{ name, was, now, want string }{
		{"once", "r slow 3 failover 1500 RpcException#2 timeout", "r slow 1 failover 500 RpcException#2 timeout", ""},
		{"as before", "r slow 3 failover 1500 RpcException#2 timeout", "r slow 3 failover 1500 RpcException#2 timeout", ""},
		{"fewer", "r slow 3 failover 1500 RpcException#2 timeout", "r slow 2 failover 1000 RpcException#2 timeout", "2 executions, before the fix 3"},
		{"a read", "r slow5 3 failover 1500 RpcException#2 timeout", "r slow5 1 failover 500 RpcException#2 timeout", "1 executions, before the fix 3"},
		{"another answer", "r slow 3 failover 1500 RpcException#2 timeout", "r slow 1 failover 500 null", "the caller sees null, before the fix RpcException#2 timeout"},
		{"another cluster", "r slow 3 failover 1500 RpcException#2 timeout", "r slow 1 failfast 500 RpcException#2 timeout", "clusters [failfast], before the fix [failover]"},
		{"no start", "r slow 3 failover 1500 RpcException#2 timeout", "r - 0 - 0 bean fails: X", "bean fails: X"},
		{"started", "- - 0 - 0 startup fails: X", "r slow 1 failover 500 RpcException#2 timeout", ""},
		{"started and runs on", "- - 0 - 0 startup fails: X", "r slow 3 failover 1500 RpcException#2 timeout", "3 executions, of a write that did not start before"},
	} {
		r, err := parse("2.7.8", diff+"was "+test.was+"\nnow "+test.now+"\n")
		if err != nil {
			t.Fatal(err)
		}
		got := r.Broken()
		if test.want == "" && len(got) > 0 || test.want != "" && (len(got) == 0 || !strings.HasSuffix(got[0], ": "+test.want)) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestPairs: what is fixed has no safe fix left.
func TestPairs(t *testing.T) {
	for _, text := range []string{"2.6.3", "2.6.12", "2.7.6", "2.7.15", "3.3.6"} {
		v := dubbo.MustVersion(text)
		pairs, err := Pairs(v)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pairs {
			plan, err := planOf(p.After, v)
			if err != nil {
				t.Fatal(err)
			}
			if len(plan.Patches) > 0 {
				t.Errorf("%s %s: there are fixes left", text, p.Before.Name)
			}
		}
		t.Logf("%s: %d cases", text, len(pairs))
	}
}
