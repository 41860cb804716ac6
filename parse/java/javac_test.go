package java

import (
	"bufio"
	"bytes"
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
// (a list as in PATH). Files that this javac refuses are only counted: older
// ones do not know testdata/Patterns.java.
func TestJavac(t *testing.T) {
	for _, tool := range []string{"java", "javac"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	roots := append([]string{"../.."}, filepath.SplitList(os.Getenv("DUBBOAUDIT_JAVA_SOURCES"))...)
	for _, root := range roots {
		t.Run(root, func(t *testing.T) { compareTree(t, root) })
	}
}

func compareTree(t *testing.T, root string) {
	files := javaFiles(t, root)
	var names []string
	units := map[string]*source.File{}
	dir := t.TempDir()
	for i, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := source.New(path, raw, "")
		if !bytes.Equal(f.Text, raw) { // javac is given what our reader reads
			path = filepath.Join(dir, strconv.Itoa(i)+".java")
			if err := os.WriteFile(path, f.Text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		names = append(names, path)
		units[path] = f
	}
	var total flattener
	var same, differ, refused, alone int
	for path, want := range dump(t, names) {
		u := Parse(units[path])
		if len(want) == 1 && strings.HasPrefix(want[0], "ERR ") {
			refused++
			if len(u.Problems) == 0 {
				t.Logf("only javac refuses %s: %s", path, want[0])
				alone++
			}
			continue
		}
		got := flatten(u.Java, false)
		total.counts.declarations += got.counts.declarations
		total.counts.annotations += got.counts.annotations
		total.counts.values += got.counts.values
		total.counts.calls += got.counts.calls
		slices.Sort(got.lines)
		slices.Sort(want)
		if diff := cmp.Diff(want, got.lines); diff != "" || len(u.Problems) > 0 {
			if differ++; differ <= 20 {
				t.Errorf("%s (-javac +ours), problems %v:\n%s", path, u.Problems, diff)
			}
			continue
		}
		same++
	}
	c := total.counts
	t.Logf("%d files: %d alike, %d differ, javac refuses %d (%d of them we take): %d declarations, %d annotations, %d argument values, %d calls",
		len(names), same, differ, refused, alone, c.declarations, c.annotations, c.values, c.calls)
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
