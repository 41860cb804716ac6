package parse

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestIgnoreRules(t *testing.T) {
	tests := []struct {
		lines, path string
		want        bool // a path that ends in "/" is a folder
	}{
		{"a", "a", true},
		{"a", "d/a", true},
		{"a", "d/ab", false},
		{"/a", "d/a", false},
		{"d/a", "d/a", true},
		{"d/a", "x/d/a", false},
		{"a/", "a", false},
		{"a/", "d/a/", true},
		{"#a", "#a", false},
		{`\#a`, "#a", true},
		{"a  ", "a", true},
		{`a\ `, "a ", true},
		{"a\r\nb\r\n", "a", true},
		{"\xef\xbb\xbfa", "a", true},
		{"*.x\n!k.x", "d/k.x", false},
		{"!k.x\n*.x", "d/k.x", true},
		{`\!k`, "!k", true},
		{"d/**", "d/", false},
		{"d/**", "d/e/f", true},
		{"**/e/f", "d/e/f", true},
		{"d/**/f", "d/f", true},
		{"d/*", "d/e/f", false},
		{"a?c", "abc", true},
		{"a[!b]c", "abc", false},
		{"{a,b}", "a", false},
		{"{a,b}", "{a,b}", true},
		{"[a", "a", false},
		{"/", "a", false},
		{"*.x\n!d/", "d/k.x", true},
	}
	for _, test := range tests {
		g := parseIgnores([]byte(test.lines), ".", nil)
		p, folder := strings.CutSuffix(test.path, "/")
		dir, name := filepath.Split(p)
		if got := g.match(strings.TrimSuffix(dir, "/"), name, folder); got != test.want {
			t.Errorf("%q ignores %q: %t", test.lines, test.path, got)
		}
	}
}

// TestIgnoreLikeGit compares with git on trees and ignore files made at random.
func TestIgnoreLikeGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	for seed := range uint64(6) {
		dir := t.TempDir()
		all := randomTree(t, dir, rand.New(rand.NewPCG(seed, 1)))
		if out, err := exec.Command(git, "-C", dir, "init", "-q").CombinedOutput(); err != nil {
			t.Skipf("git init: %v\n%s", err, out)
		}
		cmd := exec.Command(git, "-C", dir, "-c", "core.excludesFile=/dev/null", "check-ignore", "--no-index", "--stdin")
		cmd.Stdin = strings.NewReader(strings.Join(all, "\n"))
		out, _ := cmd.Output() // exit status 1: nothing is ignored
		ignored := map[string]bool{}
		for line := range strings.Lines(string(out)) {
			ignored[strings.TrimSpace(line)] = true
		}
		var want []string
		for _, p := range all {
			if !ignored[p] {
				want = append(want, p)
			}
		}
		readers := []Reader{{Name: "x", Match: hasSuffix(".x"), Parse: doubles()[0].Parse}}
		r := run(t, Root{FS: os.DirFS(dir)}, Options{Readers: readers})
		if diff := cmp.Diff(want, paths(r.Units)); diff != "" {
			t.Errorf("seed %d (-git +ours):\n%s", seed, diff)
		}
	}
}

// randomTree writes files named *.x, three folders deep, with ignore files
// among them, and returns the sorted paths of the *.x.
func randomTree(t *testing.T, root string, r *rand.Rand) []string {
	t.Helper()
	var files []string
	names := []string{"a", "ab", "b", "c"}
	var fill func(dir string, depth int)
	fill = func(dir string, depth int) {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o777); err != nil {
			t.Fatal(err)
		}
		if r.IntN(2) == 0 || depth == 0 {
			var lines strings.Builder
			for range 1 + r.IntN(6) {
				fmt.Fprintln(&lines, randomPattern(r, names))
			}
			if err := os.WriteFile(filepath.Join(root, dir, ".gitignore"), []byte(lines.String()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range names {
			if depth < 3 {
				fill(joined(dir, name), depth+1)
			}
			file := joined(dir, name+".x")
			if err := os.WriteFile(filepath.Join(root, file), nil, 0o666); err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
	}
	fill("", 0)
	return sorted(files)
}

func randomPattern(r *rand.Rand, names []string) string {
	var b strings.Builder
	if r.IntN(3) == 0 {
		b.WriteByte('!')
	}
	if r.IntN(4) == 0 {
		b.WriteByte('/')
	}
	pieces := append([]string{"*", "**", "a*", "?b", "[!a]", "*b"}, names...)
	n := 1 + r.IntN(3)
	for i := range n {
		b.WriteString(pieces[r.IntN(len(pieces))])
		if i < n-1 {
			b.WriteByte('/')
		}
	}
	switch r.IntN(4) {
	case 0:
		b.WriteByte('/')
	case 1:
		b.WriteString(".x")
	case 2:
		b.WriteString("/**")
	}
	return b.String()
}

func FuzzIgnores(f *testing.F) {
	f.Add([]byte("*.x\n!/a/**\nb[!c]/\n"), "a/b", "c.x")
	f.Add([]byte("**/**/a\\\n{a,b}\n[]a]\n[z-a]"), "", "{a,b}")
	f.Fuzz(func(t *testing.T, text []byte, dir, name string) {
		base, _, _ := strings.Cut(dir, "/")
		parseIgnores(text, base, parseIgnores(text, "", nil)).match(dir, name, true)
	})
}
