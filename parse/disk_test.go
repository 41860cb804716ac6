package parse

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// onDisk writes a tree to a temporary folder.
func onDisk(t testing.TB, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestSymbolicLinks(t *testing.T) {
	root := onDisk(t, map[string]string{"top/a/x.xml": "dubbo", "top/b/y.xml": "dubbo", "out/z.xml": "dubbo"})
	for link, target := range map[string]string{
		"top/a/loop":     "..",
		"top/self":       "self",
		"top/again.xml":  "a/x.xml",
		"top/again":      "a",
		"top/out":        "../out",
		"top/abs":        root + "/out",
		"top/broken.xml": "none.xml",
	} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Skip(err)
		}
	}
	tests := []struct {
		path           string
		want, problems []string
	}{
		{".", []string{"a/x.xml", "b/y.xml"}, nil},
		{"again", []string{"a/x.xml"}, nil},
		{"a/loop/again/loop/b", []string{"b/y.xml"}, nil},
		{"again.xml", []string{"a/x.xml"}, nil},
		{"self", nil, []string{"self: unreadable: too many symbolic links"}},
		{"out/z.xml", nil, []string{"out/z.xml: unreadable: a symbolic link that leads out of the root"}},
		{"abs", nil, []string{"abs: unreadable: a symbolic link that leads out of the root"}},
		{"broken.xml", nil, []string{"broken.xml: unreadable: no such file or directory"}},
	}
	for _, test := range tests {
		t.Run(test.path, func(t *testing.T) {
			r := run(t, Root{FS: os.DirFS(filepath.Join(root, "top")), Paths: []string{test.path}}, Options{})
			if diff := cmp.Diff(test.want, paths(r.Units)); diff != "" {
				t.Errorf("units (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.problems, messages(r.Problems)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

// TestHugeFile reads a file of 200 MB that matters and one that does not, and
// holds neither.
func TestHugeFile(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 400 MB")
	}
	root := onDisk(t, map[string]string{"a.xml": "<dubbo", "b.xml": "<beans"})
	for _, name := range []string{"a.xml", "b.xml"} {
		if err := os.Truncate(filepath.Join(root, name), 200<<20); err != nil { // a sparse file
			t.Fatal(err)
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := run(t, Root{FS: os.DirFS(root)}, Options{})
	runtime.ReadMemStats(&after)
	want := []string{"a.xml: too-large: 209715200 bytes, more than the limit of 16777216: not read"}
	if diff := cmp.Diff(want, messages(r.Problems)); diff != "" {
		t.Error(diff)
	}
	if n := (after.TotalAlloc - before.TotalAlloc) >> 20; n > 100 {
		t.Errorf("allocated %d MiB", n)
	}
}

// TestLargeWord finds the word wherever it lies at the edge of a buffer.
func TestLargeWord(t *testing.T) {
	for _, word := range []string{"dubbo", "d\x00u\x00b\x00b\x00o\x00"} {
		for at := 64<<10 - 20; at < 64<<10+20; at++ {
			for _, limit := range []int64{100, 64<<10 - 1, 64 << 10, 100 << 10} {
				text := strings.Repeat("x", at) + word + strings.Repeat("y", 200<<10-at)
				s := &scratch{buf: make([]byte, 64<<10)}
				c, err := s.readFrom(bytes.NewReader([]byte(text)), limit)
				if err != nil || !c.large || !c.dubbo || c.size != int64(len(text)) {
					t.Fatalf("%q at %d with limit %d: %t %t %d %v", word, at, limit, c.large, c.dubbo, c.size, err)
				}
			}
		}
	}
}

func TestReadSizes(t *testing.T) {
	s := &scratch{buf: make([]byte, 4)}
	for n := range 40 {
		text := strings.Repeat("x", n)
		c, err := s.readFrom(strings.NewReader(text), 30)
		if err != nil || c.large != (n > 30) || c.size != int64(n) || !c.large && string(c.data) != text {
			t.Errorf("%d bytes: %+v %v", n, c, err)
		}
	}
}

// BenchmarkTree walks 3,000 files in 600 folders, of which every tenth is
// relevant, as in a usual repository.
func BenchmarkTree(b *testing.B) {
	files := map[string]string{".gitignore": "*.class\n*.log\n.DS_Store\n/local/\nlogs/\n"}
	filler := strings.Repeat("    private final String name = \"value\"; // a line of code\n", 80)
	for i := range 3000 {
		text := filler
		if i%10 == 0 {
			text += "import org.apache.dubbo.config.annotation.DubboReference;"
		}
		files[fmt.Sprintf("m%d/src/main/java/com/acme/p%d/F%d.java", i%20, i%600, i)] = text
	}
	fsys := os.DirFS(onDisk(b, files))
	b.ReportAllocs()
	for b.Loop() {
		r, err := Tree(context.Background(), Root{FS: fsys}, Options{Readers: doubles()})
		if err != nil || len(r.Units) != 300 {
			b.Fatal(err, len(r.Units))
		}
		b.SetBytes(r.Bytes)
	}
}
