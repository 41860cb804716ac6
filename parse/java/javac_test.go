package java

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// TestJavac compares the reader with javac's own tree on the module's Java
// sources and on all below the folders that DUBBOAUDIT_JAVA_SOURCES names
// (a list as in PATH; `make javac` sets it). Files that this javac refuses are
// counted apart: older ones do not know testdata/Patterns.java.
func TestJavac(t *testing.T) {
	for _, tool := range []string{"java", "javac"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	roots := append([]string{"../.."}, filepath.SplitList(os.Getenv("DUBBOAUDIT_JAVA_SOURCES"))...)
	var all agreement
	for _, root := range roots {
		t.Run(root, func(t *testing.T) {
			var tree agreement
			tree.compare(t, javaFiles(t, root))
			t.Log(tree)
			all.add(tree)
		})
	}
	t.Logf("%d trees, %v", len(roots), all)
}

// agreement counts files by how the reader and javac agree on them, and what
// stands in those that javac takes.
type agreement struct {
	files, alike, differ int
	refused, alone       int // by javac, by javac only
	counts               counts
}

// shown is how many files of a kind are named in one tree.
const shown = 20

func (a *agreement) compare(t *testing.T, paths []string) {
	names, files := readable(t, paths)
	facts := dump(t, names)
	for i, f := range files {
		a.files++
		u, want := Parse(f), facts[names[i]]
		if len(want) == 1 && strings.HasPrefix(want[0], "ERR ") {
			a.refused++
			if len(u.Problems) > 0 {
				continue
			}
			if a.alone++; a.alone <= shown {
				t.Logf("only javac refuses %s: %s", f.Path, want[0])
			}
			continue
		}
		got := flatten(u.Java, false)
		a.counts.add(got.counts)
		slices.Sort(got.lines)
		slices.Sort(want)
		diff := cmp.Diff(want, got.lines)
		if diff == "" && len(u.Problems) == 0 {
			a.alike++
			continue
		}
		if a.differ++; a.differ <= shown {
			t.Errorf("%s (-javac +ours), problems %v:\n%s", f.Path, u.Problems, diff)
		}
	}
}

func (a *agreement) add(b agreement) {
	a.files += b.files
	a.alike += b.alike
	a.differ += b.differ
	a.refused += b.refused
	a.alone += b.alone
	a.counts.add(b.counts)
}

func (a agreement) String() string {
	return fmt.Sprintf("%d files: %d alike, %d differ, javac refuses %d (%d of them we take): "+
		"%d declarations, %d annotations, %d argument values, %d calls",
		a.files, a.alike, a.differ, a.refused, a.alone,
		a.counts.declarations, a.counts.annotations, a.counts.values, a.counts.calls)
}

// readable decodes files and names each as javac can read it: where the text
// is not what is on disk, by a copy of what our reader reads.
func readable(t *testing.T, paths []string) (names []string, files []*source.File) {
	dir := t.TempDir()
	for i, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := source.New(path, raw, "")
		if !bytes.Equal(f.Text, raw) {
			path = filepath.Join(dir, strconv.Itoa(i), filepath.Base(path))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, f.Text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		names, files = append(names, path), append(files, f)
	}
	return names, files
}

func javaFiles(t testing.TB, root string) []string {
	var files []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".java") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// dump runs testdata/Dump.java over files and returns its lines by file.
func dump(t *testing.T, files []string) map[string][]string {
	cmd := exec.Command("java", "testdata/Dump.java")
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n") + "\n")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("testdata/Dump.java: %v", err)
	}
	facts := map[string][]string{}
	name := ""
	in := bufio.NewScanner(bytes.NewReader(out))
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		line := in.Text()
		switch rest, isFile := strings.CutPrefix(line, "FILE "); {
		case isFile:
			name = rest
		case line != "END":
			facts[name] = append(facts[name], line)
		}
	}
	return facts
}
