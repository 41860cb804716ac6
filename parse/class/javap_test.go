package class

import (
	"archive/zip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestJavap compares the numbers of members and of invocations with those
// that javap prints: of the classes in testdata, and of every tenth class in
// the jars that DUBBOAUDIT_CLASS_JARS names (a list as in PATH). All classes
// of these jars are parsed.
func TestJavap(t *testing.T) {
	if _, err := exec.LookPath("javap"); err != nil {
		t.Skip("javap is not installed")
	}
	files, err := filepath.Glob("testdata/classes/*.class")
	if err != nil {
		t.Fatal(err)
	}
	var classes [][]byte
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		classes = append(classes, data)
	}
	parsed := 0
	for _, jar := range filepath.SplitList(os.Getenv("DUBBOAUDIT_CLASS_JARS")) {
		for i, data := range classesOf(t, jar) {
			u := Parse("a.class", data, nil)
			if parsed++; len(u.Problems) > 0 {
				t.Errorf("%s: %v", jar, u.Problems)
			}
			if i%10 == 0 {
				classes = append(classes, data)
			}
		}
	}
	members, invocations := compareCounts(t, classes)
	t.Logf("%d classes parsed, %d compared with javap: %d members, %d invocations", parsed+len(files), len(classes), members, invocations)
}

func compareCounts(t *testing.T, classes [][]byte) (members, invocations int) {
	dir := t.TempDir()
	args := []string{"-p", "-c", "-s"}
	var want []string
	for i, data := range classes {
		c := parseFile(data)
		n := 0
		for j := range c.methods {
			n += countInvocations(t, c, &c.methods[j])
		}
		path := filepath.Join(dir, strconv.Itoa(i)+".class")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
		want = append(want, c.this)
		members += len(c.fields) + len(c.methods)
		invocations += n
	}
	gotMembers, gotInvocations := 0, 0
	descriptor, invoke := regexp.MustCompile(`(?m)^    descriptor: `), regexp.MustCompile(`(?m)^ +\d+: invoke(?:virtual|special|static|interface|dynamic) `)
	for lo := 0; lo < len(want); lo += 200 {
		hi := min(lo+200, len(want))
		out, err := exec.Command("javap", append(args[:3:3], args[3+lo:3+hi]...)...).Output()
		if err != nil {
			t.Fatalf("javap: %v", err)
		}
		gotMembers += len(descriptor.FindAll(out, -1))
		gotInvocations += len(invoke.FindAll(out, -1))
	}
	if members != gotMembers || invocations != gotInvocations {
		t.Errorf("%d members and %d invocations, javap has %d and %d", members, invocations, gotMembers, gotInvocations)
	}
	return members, invocations
}

func countInvocations(t *testing.T, c *classFile, m *member) int {
	b := codeOf(c, m)
	if b == nil {
		return 0
	}
	n := 0
	for pc := 0; pc < len(b.text); {
		if op := b.text[pc]; op >= opInvokeVirtual && op <= opInvokeDynamic {
			n++
		}
		length := b.length(pc)
		if length == 0 {
			t.Errorf("%s.%s: unknown instruction %d at %d", c.this, m.name, b.text[pc], pc)
			break
		}
		pc += length
	}
	return n
}

func classesOf(t *testing.T, jar string) [][]byte {
	z, err := zip.OpenReader(jar)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var list [][]byte
	for _, f := range z.File {
		if !strings.HasSuffix(f.Name, ".class") || strings.HasPrefix(f.Name, "META-INF/") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, data)
	}
	return list
}
