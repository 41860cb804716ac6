//go:build unix

package parse

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A pipe would block whoever opens it.
func TestPipe(t *testing.T) {
	root := onDisk(t, map[string]string{"a.xml": "dubbo"})
	if err := syscall.Mkfifo(filepath.Join(root, "b.xml"), 0o666); err != nil {
		t.Skip(err)
	}
	r := run(t, Root{FS: os.DirFS(root)}, Options{})
	if diff := cmp.Diff([]string{"a.xml"}, paths(r.Units)); diff != "" || len(r.Problems) > 0 {
		t.Errorf("problems %v\n%s", r.Problems, diff)
	}
	r = run(t, Root{FS: os.DirFS(root), Paths: []string{"b.xml"}}, Options{})
	if diff := cmp.Diff([]string{"b.xml: unreadable: not a regular file"}, messages(r.Problems)); diff != "" {
		t.Error(diff)
	}
}
