package fixed

import (
	"embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/conformance"
)

//go:embed all:runs
var runs embed.FS

// Run is what a release did with the pairs: what was run as a diff, and the
// records of both sides by the name of the case.
type Run struct {
	Version string
	Results []*Result
}

// Result is a pair as it was run.
type Result struct {
	Case, Diff    string
	Before, After []*conformance.Record
}

// Runs returns every recorded run.
func Runs() ([]*Run, error) {
	files, err := runs.ReadDir("runs")
	if err != nil {
		return nil, err
	}
	var out []*Run
	for _, f := range files {
		text, err := runs.ReadFile(path.Join("runs", f.Name()))
		if err != nil {
			return nil, err
		}
		r, err := parse(strings.TrimSuffix(f.Name(), ".txt"), string(text))
		if err != nil {
			return nil, fmt.Errorf("runs/%s: %w", f.Name(), err)
		}
		out = append(out, r)
	}
	return out, nil
}

// NewRun joins the pairs of a release with the records of both sides.
func NewRun(version string, pairs []*Pair, records []*conformance.Record) *Run {
	of := func(name string) []*conformance.Record {
		return slices.DeleteFunc(slices.Clone(records), func(r *conformance.Record) bool { return r.Case != name })
	}
	r := &Run{Version: version}
	for _, p := range pairs {
		r.Results = append(r.Results, &Result{Case: p.Before.Name, Diff: p.Diff, Before: of(p.Before.Name), After: of(p.After.Name)})
	}
	return r
}

// The lines of a run: the name of a case, its diff, and the records. No line
// of a diff starts with one of these words.
const caseWord, wasWord, nowWord = "case ", "was ", "now "

func parse(version, text string) (*Run, error) {
	r := &Run{Version: version}
	var x *Result
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, caseWord); ok {
			x = &Result{Case: strings.TrimSpace(name)}
			r.Results = append(r.Results, x)
			continue
		}
		if x == nil {
			return nil, fmt.Errorf("%q is before the first case", line)
		}
		var err error
		if rest, ok := strings.CutPrefix(line, wasWord); ok {
			x.Before, err = appendRecord(x.Before, version, x.Case, rest)
		} else if rest, ok := strings.CutPrefix(line, nowWord); ok {
			x.After, err = appendRecord(x.After, version, prefix+x.Case, rest)
		} else {
			x.Diff += line
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
	}
	return r, nil
}

func appendRecord(list []*conformance.Record, version, name, line string) ([]*conformance.Record, error) {
	rec, err := conformance.ParseRecord(strings.TrimSuffix(line, "\n"))
	if err != nil {
		return nil, err
	}
	rec.Version, rec.Case = version, name
	return append(list, rec), nil
}

// Write writes the run below the folder of the records.
func (r *Run) Write(dir string) error {
	var b strings.Builder
	for _, x := range r.Results {
		b.WriteString(caseWord + x.Case + "\n" + x.Diff)
		for _, side := range []struct {
			word    string
			records []*conformance.Record
		}{{wasWord, x.Before}, {nowWord, x.After}} {
			for _, rec := range side.records {
				b.WriteString(side.word + rec.String() + "\n")
			}
		}
	}
	return os.WriteFile(filepath.Join(dir, "fixed", "runs", r.Version+".txt"), []byte(b.String()), 0o644)
}
