package parse

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// doubles is a small table with readers that know no format: what is tested
// here is which files reach them.
func doubles() []Reader {
	names := func(_ string, raw []byte) bool { return bytes.Contains(raw, []byte("dubbo")) }
	plain := func(f *source.File) *decl.Unit { return &decl.Unit{File: f} }
	return []Reader{
		{Name: "pom", Match: hasSuffix("pom.xml"), Parse: plain},
		{Name: "xml", Match: hasSuffix(".xml"), Relevant: names, Parse: plain},
		{Name: "properties", Match: hasSuffix(".properties"), Relevant: names, Parse: plain},
		{Name: "java", Match: hasSuffix(".java"), Relevant: names, Parse: parseTypes},
	}
}

// parseTypes reads lines such as "package com.acme" and "type Outer.Inner".
func parseTypes(f *source.File) *decl.Unit {
	j := &decl.JavaFile{}
	types := map[string]*decl.Type{}
	for line := range strings.Lines(string(f.Text)) {
		word, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "package":
			j.Package = name
		case "type":
			t := &decl.Type{FQN: strings.TrimPrefix(j.Package+"."+name, ".")}
			types[name] = t
			if outer := types[enclosing(name)]; outer != nil {
				outer.Nested = append(outer.Nested, t)
			} else {
				j.Types = append(j.Types, t)
			}
		}
	}
	return &decl.Unit{File: f, Java: j}
}

// tree makes a file system of "path" or "path: content" entries; what has no
// content has the word that makes it relevant.
func tree(files ...string) fstest.MapFS {
	m := fstest.MapFS{}
	for _, f := range files {
		name, text, ok := strings.Cut(f, ": ")
		if !ok {
			text = "dubbo"
		}
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

func run(t *testing.T, root Root, opt Options) *Result {
	t.Helper()
	if opt.Readers == nil {
		opt.Readers = doubles()
	}
	r, err := Tree(context.Background(), root, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func paths(units []*decl.Unit) []string {
	var s []string
	for _, u := range units {
		s = append(s, u.File.Path)
	}
	return s
}

func messages(problems []source.Problem) []string {
	var s []string
	for _, p := range problems {
		s = append(s, fmt.Sprintf("%s: %s: %s", p.Path, p.Kind, p.Msg))
	}
	return s
}

func TestTree(t *testing.T) {
	tests := []struct {
		name  string
		files []string
		paths []string
		opt   Options
		want  []string
	}{
		{name: "empty", want: nil},
		{name: "formats and prefilter", files: []string{"a.xml", "b.xml: <x/>", "pom.xml: <project/>", "c.txt", "d.properties", "e.xml: "},
			want: []string{"a.xml", "d.properties", "pom.xml"}},
		{name: "utf-16", files: []string{"a.xml: \xff\xfed\x00u\x00b\x00b\x00o\x00", "b.xml: \x00d\x00u\x00b\x00b\x00o", "c.xml: \xff\xfed\x00"},
			want: []string{"a.xml", "b.xml"}},
		{name: "output folders", files: []string{
			"pom.xml", "target/classes/a.xml", "order/build/resources/a.xml", "order/out/a.xml", "order/bin/a.xml", "dist/a.xml",
			"node_modules/x/a.xml", ".git/a.xml", ".idea/a.xml", ".gradle/a.xml", ".mvn/a.xml", ".github/a.xml"},
			want: []string{".github/a.xml", "pom.xml"}},
		{name: "unpacked WAR overlays", files: []string{"web/pom.xml", "web/overlays/com.acme.base-1.0/WEB-INF/classes/a.xml", "deploy/overlays/prod/a.xml"},
			want: []string{"deploy/overlays/prod/a.xml", "web/pom.xml"}},
		{name: "packages named like output", files: []string{
			"src/main/java/com/acme/build/X.java", "src/main/java/com/acme/target/X.java", "order/src/main/resources/bin/a.xml",
			"src/main/java/com/acme/node_modules/X.java", "src/build/X.java",
			"legacy/com/acme/A.java", "legacy/com/acme/out/X.java", "legacy/com/other/out/X.java"},
			want: []string{"legacy/com/acme/A.java", "legacy/com/acme/out/X.java", "order/src/main/resources/bin/a.xml", "src/build/X.java",
				"src/main/java/com/acme/build/X.java", "src/main/java/com/acme/target/X.java"}},
		{name: "modules below a folder named src", files: []string{
			"src/order/pom.xml", "src/order/target/classes/a.xml", "src/order/src/main/java/com/acme/target/X.java",
			"src/web/build.gradle.kts", "src/web/build/a.xml"},
			want: []string{"src/order/pom.xml", "src/order/src/main/java/com/acme/target/X.java"}},
		{name: "named folder of output", files: []string{"pom.xml", "target/classes/a.xml", "target/node_modules/a.xml"},
			paths: []string{"target/classes"}, want: []string{"target/classes/a.xml"}},
		{name: "named file", files: []string{"a.xml: <x/>", "b.xml", "target/c.xml: <x/>"}, paths: []string{"a.xml", "target/c.xml"},
			opt: Options{Exclude: []string{"a.xml"}}, want: []string{"a.xml", "target/c.xml"}},
		{name: "named twice and inside", files: []string{"d/a.xml", "d/b.xml", "d/e/c.xml"}, paths: []string{".", "d/b.xml", "d/", "./d/b.xml", "d/e"},
			want: []string{"d/a.xml", "d/b.xml", "d/e/c.xml"}},
		{name: "named folder is ignored", files: []string{".gitignore: gen/", "gen/a.xml", "b.xml"}, paths: []string{"gen"}, want: []string{"gen/a.xml"}},
		{name: "ignore files above a named folder", files: []string{".gitignore: *.gen.xml", "d/a.gen.xml", "d/b.xml"}, paths: []string{"d"}, want: []string{"d/b.xml"}},
		{name: "include", files: []string{"a/x.xml", "a/b/y.xml", "z.xml", "a/x.properties"},
			opt: Options{Include: []string{"a/**/*.xml"}}, want: []string{"a/b/y.xml", "a/x.xml"}},
		{name: "include by name", files: []string{"a/x.xml", "x.xml", "y.xml"},
			opt: Options{Include: []string{"x.*"}}, want: []string{"a/x.xml", "x.xml"}},
		{name: "exclude", files: []string{"a/x.xml", "a/b/y.xml", "b/z.xml", "b/gen/w.xml"},
			opt: Options{Exclude: []string{"a/**", "gen/", "./q/"}}, want: []string{"b/z.xml"}},
		{name: "scope", files: []string{"narrow: ", "a.xml", "gen/a.xml", "d/narrow: ", "d/a.xml", "d/gen/a.xml", "d/e/f/a.xml", "d/e/f/narrow: ", "d/e/f/gen/a.xml"},
			opt:  Options{ScopeFile: "narrow", Scope: narrowed, Exclude: []string{"a.xml"}},
			want: []string{"a.xml", "d/a.xml", "d/e/f/gen/a.xml"}},
		{name: "scope of a named folder", files: []string{"d/narrow: ", "d/a.xml", "d/gen/a.xml"}, paths: []string{"d/gen", "d"},
			opt: Options{ScopeFile: "narrow", Scope: narrowed}, want: []string{"d/a.xml"}},
		{name: "ignored", files: []string{".gitignore: *.xml\n!keep.xml\n", "a.xml", "d/a.xml", "d/keep.xml", "e/.gitignore: !a.xml", "e/a.xml"},
			want: []string{"d/keep.xml", "e/a.xml"}},
		{name: "info exclude is weaker", files: []string{".git/info/exclude: *.xml", ".gitignore: !b.xml", "a.xml", "b.xml"}, want: []string{"b.xml"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := run(t, Root{FS: tree(test.files...), Paths: test.paths}, test.opt)
			if diff := cmp.Diff(test.want, paths(r.Units)); diff != "" {
				t.Errorf("units (-want +got):\n%s", diff)
			}
			if len(r.Problems) > 0 {
				t.Errorf("problems: %v", r.Problems)
			}
		})
	}
}

// narrowed leaves out folders named gen, and in d/e/f everything else.
func narrowed(dir string) (include, exclude []string) {
	if dir == "d/e/f" {
		return []string{"d/e/f/gen/**"}, nil
	}
	return nil, []string{"**/gen/**"}
}

func TestTreeProblems(t *testing.T) {
	big := strings.Repeat("x", 300)
	tests := []struct {
		name    string
		files   []string
		paths   []string
		want    []string
		minor   bool
		noUnits bool
	}{
		{name: "no such path", paths: []string{"x.xml"}, want: []string{"x.xml: unreadable: file does not exist"}},
		{name: "outside", paths: []string{"../x.xml"}, want: []string{"../x.xml: unreadable: not a path below the root"}},
		{name: "no format", files: []string{"a.txt"}, paths: []string{"a.txt"}, minor: true,
			want: []string{"a.txt: nothing-to-audit: no format has files of this name"}},
		{name: "too large", files: []string{"a.xml: " + big + "dubbo", "b.xml: " + big, "c.txt: " + big + "dubbo"},
			want: []string{"a.xml: too-large: 305 bytes, more than the limit of 100: not read"}},
		{name: "too large and named", files: []string{"b.xml: " + big}, paths: []string{"b.xml"},
			want: []string{"b.xml: too-large: 300 bytes, more than the limit of 100: not read"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := run(t, Root{FS: tree(test.files...), Paths: test.paths}, Options{MaxBytes: 100})
			if diff := cmp.Diff(test.want, messages(r.Problems)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if r.Problems[0].Minor != test.minor || len(r.Units) > 0 {
				t.Errorf("minor %t, %d units", r.Problems[0].Minor, len(r.Units))
			}
		})
	}
}

func TestTreeErrors(t *testing.T) {
	_, err := Tree(context.Background(), Root{FS: tree()}, Options{Include: []string{"[a"}})
	if !errors.Is(err, doublestar.ErrBadPattern) {
		t.Errorf("a bad glob gave %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Tree(ctx, Root{FS: tree("a.xml")}, Options{Readers: doubles()}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled walk gave %v", err)
	}
}

func TestStdin(t *testing.T) {
	fsys := tree("d/a.xml: old dubbo", "d/b.xml")
	r := run(t, Root{FS: fsys, Paths: []string{"."}, Stdin: strings.NewReader("new"), StdinName: "./d/a.xml"}, Options{})
	if diff := cmp.Diff([]string{"d/a.xml", "d/b.xml"}, paths(r.Units)); diff != "" {
		t.Fatal(diff)
	}
	if got := string(r.Units[0].File.Text); got != "new" {
		t.Errorf("the text is %q", got)
	}
	if r.Index.File("d/a.xml") != r.Units[0] || r.Index.File("d/b.xml") != r.Units[1] {
		t.Error("the index does not hold the walk's units")
	}
	r = run(t, Root{FS: fsys, Stdin: endless{}, StdinName: "z.xml"}, Options{MaxBytes: 100})
	want := []string{"z.xml: too-large: more than the limit of 100 bytes: not read"}
	if diff := cmp.Diff(want, messages(r.Problems)); diff != "" || len(r.Units) > 0 {
		t.Errorf("%d units, problems:\n%s", len(r.Units), diff)
	}
}

// endless is an input without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestPanicInReader(t *testing.T) {
	readers := doubles()
	readers[1].Parse = func(f *source.File) *decl.Unit {
		if f.Path == "b.xml" {
			panic("boom")
		}
		return nil // as good as an empty unit
	}
	readers[2].Relevant = func(string, []byte) bool { panic("boom") }
	r := run(t, Root{FS: tree("a.xml", "b.xml", "c.xml", "d.properties")}, Options{Readers: readers})
	if diff := cmp.Diff([]string{"a.xml", "b.xml", "c.xml", "d.properties"}, paths(r.Units)); diff != "" {
		t.Fatal(diff)
	}
	want := []string{"b.xml: internal: the xml reader failed: boom"}
	if diff := cmp.Diff(want, messages(r.Units[1].Problems)); diff != "" {
		t.Error(diff)
	}
}

func TestDeterministic(t *testing.T) {
	fsys := fstest.MapFS{}
	for i := range 300 {
		name := fmt.Sprintf("m%d/d%d/f%d.xml", i%3, i%7, i)
		fsys[name] = &fstest.MapFile{Data: []byte("dubbo")}
	}
	want := run(t, Root{FS: fsys}, Options{Jobs: 1})
	got := run(t, Root{FS: fsys}, Options{Jobs: 8})
	if diff := cmp.Diff(paths(want.Units), paths(got.Units)); diff != "" || len(got.Units) != 300 {
		t.Errorf("%d units\n%s", len(got.Units), diff)
	}
	if got.Files != 300 || got.Bytes != 1500 {
		t.Errorf("%d files, %d bytes", got.Files, got.Bytes)
	}
}

// broken fails where permissions would, which do not stop root.
type broken struct {
	fs.FS
	bad map[string]bool
}

func (b broken) Open(name string) (fs.File, error) {
	if b.bad[name] {
		return nil, &fs.PathError{Op: "open", Path: "/secret/" + name, Err: fs.ErrPermission}
	}
	return b.FS.Open(name)
}

func TestUnreadable(t *testing.T) {
	fsys := broken{tree("a.xml", "b.xml", "d/c.xml", "e/.gitignore: c.xml", "e/c.xml"), map[string]bool{"b.xml": true, "d": true, "e/.gitignore": true}}
	r := run(t, Root{FS: fsys}, Options{})
	if diff := cmp.Diff([]string{"a.xml", "e/c.xml"}, paths(r.Units)); diff != "" {
		t.Error(diff)
	}
	want := []string{"b.xml: unreadable: permission denied", "d: unreadable: permission denied"}
	if diff := cmp.Diff(want, messages(r.Problems)); diff != "" {
		t.Error(diff)
	}
	if u := r.Index.File("b.xml"); u != nil {
		t.Errorf("the unreadable file has a unit: %v", u)
	}
	if diff := cmp.Diff(want[:1], messages(r.Index.Problems())); diff != "" {
		t.Error(diff)
	}
}

func TestIsTest(t *testing.T) {
	tests := map[string]bool{
		"src/test/java/A.java":                true,
		"order/src/it/resources/a.xml":        true,
		"a/src/testFixtures/java/A.java":      true,
		"a/src/integrationTest/java/A.java":   true,
		"a/src/test-support/A.java":           true,
		"src/order/src/test/java/A.java":      true,
		"src/main/java/com/acme/src/test/A.x": false,
		"src/main/java/com/acme/test/A.java":  false,
		"order-test/src/main/java/A.java":     false,
		"src/latest/A.java":                   false,
		"src/test":                            false,
		"src/testing/A.java":                  false,
		"test/A.java":                         false,
	}
	for path, want := range tests {
		if got := IsTest(path); got != want {
			t.Errorf("IsTest(%q) = %t", path, got)
		}
	}
}
