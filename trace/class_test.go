package trace_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
)

// compiled adds to a tree, in order/classes, the classes of the sources below
// "compiled/" of an archive; those below "outside/" are compiled with them and
// are in no tree.
func compiled(t *testing.T, ar *txtar.Archive, fsys fstest.MapFS) {
	t.Helper()
	src, out := t.TempDir(), t.TempDir()
	args := []string{"-g", "-d", out}
	for _, f := range ar.Files {
		in, _, _ := strings.Cut(f.Name, "/")
		if in != "compiled" && in != "outside" {
			continue
		}
		delete(fsys, f.Name)
		name := filepath.Join(src, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	if len(args) == 3 {
		return
	}
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("javac is not installed")
	}
	if text, err := exec.Command("javac", args...).CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, text)
	}
	err := filepath.WalkDir(out, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(name, "acme") {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(out, name) // both are absolute
		fsys["order/classes/"+filepath.ToSlash(rel)] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
