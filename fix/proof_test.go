package fix_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/fix"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// TestSafeFixes proves each safe fix of each case of a rule: with it alone
// applied, a second audit finds that the finding is gone, that no other has
// come, and that no setting changed but the one of which the fix speaks, at
// the calls that it is about; or, for an upgrade, what kept proves.
func TestSafeFixes(t *testing.T) {
	proved := map[string]int{}
	for _, name := range caseFiles(t) {
		id := filepath.Base(filepath.Dir(name))
		t.Run(id+"/"+strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			fsys, opt := readCase(t, name)
			before := look(t, fsys, opt)
			for _, f := range before.all() {
				for _, x := range f.Fixes {
					if x.Safe && f.Suppressed == nil {
						prove(t, before, fsys, opt, f, x)
						proved[f.Rule.ID]++
					}
				}
			}
		})
	}
	for _, id := range []string{"DA101", "DA102", "DA401", "DA402", "DA403", "DA405", "DA406", "DA407", "DA408", "DA415", "DA601"} {
		if proved[id] == 0 {
			t.Errorf("no case has a safe fix of %s", id)
		}
	}
	t.Logf("proved: %v", proved)
}

// TestAllSafeFixes proves the fixes of a case made together, as --write does:
// the files are still understood, and no finding has come.
func TestAllSafeFixes(t *testing.T) {
	several := 0
	for _, name := range caseFiles(t) {
		fsys, opt := readCase(t, name)
		before := look(t, fsys, opt)
		changes := fix.Select(before.found, nil, false)
		if len(changes) < 2 {
			continue
		}
		several++
		after := look(t, fixedAll(t, fsys, before.found), opt)
		had, has := before.count(), after.count()
		for key, n := range has {
			if n > had[key] {
				t.Errorf("%s: all fixes at once brought %s", name, key)
			}
		}
		if len(after.calls) != len(before.calls) {
			t.Errorf("%s: %d calls became %d", name, len(before.calls), len(after.calls))
		}
	}
	if several < 3 {
		t.Errorf("only %d cases have several fixes", several)
	}
	t.Logf("%d cases with several fixes", several)
}

func caseFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../testdata/rules/DA*/*.txtar")
	more, _ := filepath.Glob("testdata/cases/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	return append(files, more...)
}

func readCase(t *testing.T, name string) (fstest.MapFS, audit.Options) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	fsys, opt := fstest.MapFS{}, audit.Options{AllowEmpty: true, Today: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	for _, f := range txtar.Parse(data).Files {
		switch f.Name {
		case "want":
		case "target-version":
			opt.Target = dubbo.MustVersion(strings.TrimSpace(string(f.Data)))
		default:
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return fsys, opt
}

// state is what an audit finds, and the settings behind it.
type state struct {
	found []*finding.Finding
	calls map[string]call
	// target holds them in the version of an upgrade.
	target map[string]call
}

// call is one (reference, method) with what it was judged and its settings by
// name.
type call struct {
	*effective.Call
	verdict  idempotency.Verdict
	settings map[string]string
}

func look(t *testing.T, fsys fs.FS, opt audit.Options) state {
	t.Helper()
	r, err := audit.Run(context.Background(), fsys, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems {
		t.Errorf("problem: %v", p)
	}
	l, err := audit.Load(context.Background(), fsys, opt)
	if err != nil {
		t.Fatal(err)
	}
	s := state{r.Findings, callsOf(l.Model, l.Verdict), nil}
	if l.Model.Target != nil {
		s.target = callsOf(l.Model.Target, l.Verdict)
	}
	return s
}

func callsOf(m *effective.Model, verdict func(*effective.Call) idempotency.Verdict) map[string]call {
	out := map[string]call{}
	for _, app := range m.Apps {
		for n, ref := range app.References {
			for _, c := range ref.Calls {
				key := fmt.Sprintf("%s %d %s#%s", app.Name, n, ref.Name(), c.Signature)
				out[key] = call{c, verdict(c), map[string]string{
					"retries": written(c.Retries), "timeout": written(c.Timeout), "cluster": written(c.Cluster),
					"loadbalance": written(c.Loadbalance), "async": written(c.Async), "mock": written(c.Mock), "forks": written(c.Forks),
					"check": written(ref.Check), "lazy": written(ref.Lazy), "url": written(ref.URL),
					"group": ref.Group, "version": ref.Version, "outer": c.OuterCluster,
				}}
			}
		}
	}
	return out
}

func written[T any](v effective.Value[T]) string { return fmt.Sprint(v.Known, v.V) }

// all lists the findings, those that met on another one included.
func (s state) all() []*finding.Finding {
	var out []*finding.Finding
	for _, f := range s.found {
		out = append(append(out, f), f.Others...)
	}
	return out
}

// count counts findings by what they are about and a severity that they reach,
// places left out.
func (s state) count() map[string]int {
	out := map[string]int{}
	for _, f := range s.all() {
		for level := finding.Note; level <= f.Severity; level++ {
			out[about(f)+" "+level.String()]++
		}
	}
	return out
}

func about(f *finding.Finding) string {
	id := f.Rule.ID
	if id == "DA904" {
		id = "DA902" // an ignore that ran out silences nothing once its finding is fixed
	}
	return strings.Join([]string{id, f.Subject, f.Setting, f.Application}, " ")
}

func prove(t *testing.T, before state, fsys fstest.MapFS, opt audit.Options, f *finding.Finding, x finding.Fix) {
	t.Helper()
	what := fmt.Sprintf("%s: %s (%s)", about(f), x.Title, f.Message)
	after := look(t, patched(t, fsys, x), opt)
	had, has := before.count(), after.count()
	// Where a cluster has no effect, a note stays when the call runs once.
	end := about(f) + " " + max(finding.Warning, f.Severity).String()
	if f.Severity == finding.Note {
		end = about(f) + " " + finding.Note.String()
	}
	if has[end] >= had[end] {
		t.Errorf("%s: the finding is still there", what)
	}
	for key, n := range has {
		if n > had[key] {
			t.Errorf("%s: brought %s", what, key)
		}
	}
	if f.Upgrade != nil {
		kept(t, what, f, before, after)
		return
	}
	changed := 0
	for _, key := range slices.Sorted(maps.Keys(before.calls)) {
		was, is := before.calls[key], after.calls[key]
		if is.Call == nil {
			t.Errorf("%s: %s is gone", what, key)
			continue
		}
		for name := range was.settings {
			if was.settings[name] == is.settings[name] {
				continue
			}
			changed++
			if !promised(f, was, is, name) {
				t.Errorf("%s: changed %s of %s from %s to %s", what, name, key, was.settings[name], is.settings[name])
			}
		}
	}
	if len(after.calls) != len(before.calls) || changed == 0 {
		t.Errorf("%s: %d calls became %d, %d settings changed", what, len(before.calls), len(after.calls), changed)
	}
}

// promised says which settings a safe fix may change: the retries of a write,
// to none; and what somebody had written for the call and was lost, to what
// was written. A call that is never made does not count. What stands under a
// wrong name has the right one from then on.
func promised(f *finding.Finding, was, is call, name string) bool {
	if was.Never() {
		return true
	}
	if f.Rule.ID == "DA601" {
		return name == "retries" || name == "timeout" || name == "cluster"
	}
	switch name {
	case "retries":
		if is.Retries.Known && is.Retries.V <= 0 && (was.verdict.Kind == idempotency.Write || meantOnce(was)) {
			return true
		}
		return slices.ContainsFunc(was.Retries.Shadowed, func(l effective.Loser) bool { return l.Text() == fmt.Sprint(is.Retries.V) })
	case "cluster":
		return slices.ContainsFunc(was.Cluster.Shadowed, func(l effective.Loser) bool { return l.Text() == is.Cluster.V })
	}
	return false
}

// meantOnce reports whether somebody wrote for the call, without effect, that
// it is to run once.
func meantOnce(c call) bool {
	once := []string{"failfast", "failsafe", "available", "0", "-1"}
	lost := append(slices.Clone(c.Cluster.Shadowed), c.Retries.Shadowed...)
	return slices.ContainsFunc(lost, func(l effective.Loser) bool { return slices.Contains(once, l.Text()) })
}

// patched applies a fix to a copy of the files, and checks that no byte
// outside its edits changed.
func patched(t *testing.T, fsys fstest.MapFS, x finding.Fix) fstest.MapFS {
	t.Helper()
	out := maps.Clone(fsys)
	plan := fix.NewPlan([]*fix.Change{{Fix: x}}, nil)
	if len(plan.Refused) > 0 {
		t.Fatalf("%s: %s", x.Title, plan.Refused[0].Reason)
	}
	for _, p := range plan.Patches {
		raw := fsys[p.File.Path].Data
		data, err := p.Apply(raw)
		if err != nil {
			t.Fatalf("%s: %v", x.Title, err)
		}
		if back := undo(t, p, data); !bytes.Equal(back, raw) {
			t.Errorf("%s: undone, %s is\n%q, was\n%q", x.Title, p.File.Path, back, raw)
		}
		out[p.File.Path] = &fstest.MapFile{Data: data}
	}
	return out
}

// undo takes the edits of a patch back: what is left must be the old file.
func undo(t *testing.T, p *fix.Patch, data []byte) []byte {
	t.Helper()
	for _, e := range slices.Backward(p.Edits) {
		shift := 0
		for _, o := range p.Edits {
			if o.At.Lo < e.At.Lo {
				add, _ := p.File.Encode(o.NewText)
				shift += len(add) - (p.File.DiskOffset(o.At.Hi) - p.File.DiskOffset(o.At.Lo))
			}
		}
		add, err := p.File.Encode(e.NewText)
		if err != nil {
			t.Fatal(err)
		}
		old, err := p.File.Encode(e.At.Text())
		if err != nil {
			t.Fatal(err)
		}
		lo := p.File.DiskOffset(e.At.Lo) + shift
		if !bytes.HasPrefix(data[lo:], add) {
			t.Fatalf("%s: %q is not at %d", p.File.Path, add, lo)
		}
		data = slices.Concat(data[:lo], old, data[lo+len(add):])
	}
	return data
}
