package fix

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// tree writes files into a folder and opens it.
func tree(t *testing.T, files map[string]string) (*Tree, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o640)); err != nil {
			t.Fatal(err)
		}
	}
	tr, err := OpenTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tr.Close() })
	return tr, dir
}

func patch(t *testing.T, path, text string) *Patch {
	f, _ := written(t, path, text, "", nil)
	return &Patch{File: f, Edits: []finding.Edit{replace(f, "1", "0")}}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestWrite(t *testing.T) {
	tr, dir := tree(t, map[string]string{"a/x.xml": "<x y='1'/>", "run.sh": "r=1\n"})
	if err := os.Chmod(filepath.Join(dir, "run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := tr.Write([]*Patch{patch(t, "a/x.xml", "<x y='1'/>"), patch(t, "run.sh", "r=1\n")}); err != nil {
		t.Fatal(err)
	}
	if got := read(t, filepath.Join(dir, "a/x.xml")) + read(t, filepath.Join(dir, "run.sh")); got != "<x y='0'/>r=0\n" {
		t.Errorf("%q", got)
	}
	for name, want := range map[string]os.FileMode{"a/x.xml": 0o640, "run.sh": 0o755} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	onlyThese(t, dir, "a", "run.sh")
	onlyThese(t, filepath.Join(dir, "a"), "x.xml")
}

// Where one file cannot be written, none is, and nothing is left behind.
func TestWriteAllOrNothing(t *testing.T) {
	tr, dir := tree(t, map[string]string{"x.xml": "<x y='1'/>", "z.xml": "<z y='1'/><!-- new -->"})
	err := tr.Write([]*Patch{patch(t, "x.xml", "<x y='1'/>"), patch(t, "z.xml", "<z y='1'/>")})
	if !errors.Is(err, ErrChanged) || !strings.HasPrefix(err.Error(), "z.xml: ") {
		t.Errorf("%v", err)
	}
	if got := read(t, filepath.Join(dir, "x.xml")); got != "<x y='1'/>" {
		t.Errorf("%q", got)
	}
	onlyThese(t, dir, "x.xml", "z.xml")
}

func onlyThese(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%s holds %v, want %v", dir, got, want)
	}
}

func TestCheck(t *testing.T) {
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "x.xml"), []byte("<x y='1'/>"), 0o644); err != nil {
		t.Fatal(err)
	}
	tr, dir := tree(t, map[string]string{"x.xml": "<x y='1'/>", "changed.xml": "<x y='2'/>", "d/x.xml": "<x y='1'/>"})
	for link, to := range map[string]string{"out.xml": filepath.Join(outside, "x.xml"), "in.xml": "x.xml", "outdir": outside, "indir": "d"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	for name, want := range map[string]string{
		"x.xml": "", "d/x.xml": "",
		"changed.xml":  "the file changed since it was read",
		"out.xml":      "out.xml is a link",
		"in.xml":       "in.xml is a link",
		"outdir/x.xml": "path escapes from parent",
		"indir/x.xml":  "indir is a link",
		"gone.xml":     "no such file or directory",
		"d":            "it is no regular file",
		"a.jar!/x.xml": "files in archives are not edited",
		"../x.xml":     "path escapes from parent",
	} {
		f, _ := source.New(name, []byte("<x y='1'/>"), "")
		got := ""
		if err := tr.Check(f); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
