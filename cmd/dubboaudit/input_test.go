package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// sound is a reference that every audit of a bad tree must still report.
const sound = `<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo">
  <dubbo:reference id="stock" interface="com.acme.StockService" timeout="3" retries="0"/>
</beans>
`

const open = `<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo">`

// bad are inputs that cannot be understood: each must become a problem of
// its kind with the file's name and, where there is one, a line.
var bad = []struct {
	name, file string
	write      func(w *bufWriter)
	kind       string
	line       int // 0: the file as a whole
}{
	{"xml cut off", "dubbo.xml", text(open + "\n<dubbo:reference id='a'\n"), "xml-syntax", 3},
	{"xml wrong end tag", "dubbo.xml", text(open + "\n<dubbo:reference id='a'></dubbo:service></beans>"), "xml-syntax", 2},
	{"xml two roots", "dubbo.xml", text(open + "</beans>\n<beans/>"), "xml-syntax", 2},
	{"xml attribute twice", "dubbo.xml", text(open + "\n<dubbo:reference id='a' id='b' interface='com.acme.A'/></beans>"), "xml-syntax", 2},
	{"xml undeclared prefix", "dubbo.xml", text("<beans>\n<dubbo:reference id='a' interface='com.acme.A'/></beans>"), "xml-syntax", 2},
	{"xml 100,000 nested elements", "dubbo.xml", func(w *bufWriter) {
		w.text(open)
		w.times(100_000, "\n<bean>")
		w.text("<dubbo:reference id='a' interface='com.acme.A'/>")
		w.times(100_000, "</bean>")
		w.text("</beans>")
	}, "too-large", 257},
	{"xml entity bomb", "dubbo.xml", func(w *bufWriter) {
		w.text("<!DOCTYPE beans [<!ENTITY a0 'lol'>\n")
		for i := range 12 {
			w.text(fmt.Sprintf("<!ENTITY a%d '%s'>\n", i+1, strings.Repeat(fmt.Sprintf("&a%d;", i), 10)))
		}
		w.text("]>\n" + open + "<description>&a12;</description>\n<dubbo:reference id='a' interface='com.acme.A'/></beans>")
	}, "too-large", 1},
	{"xml entity of a file", "dubbo.xml", text("<!DOCTYPE beans [<!ENTITY x SYSTEM 'file:///etc/hostname'>]>\n" + open + "&x;<dubbo:reference id='a' interface='com.acme.A'/></beans>"), "unresolved", 2},
	{"xml 100,000 attributes", "dubbo.xml", func(w *bufWriter) {
		w.text(open + "\n<dubbo:reference ")
		for i := range 100_000 {
			w.text(fmt.Sprintf("a%d='' ", i))
		}
		w.text("/></beans>")
	}, "too-large", 2},
	{"xml in a wrong encoding", "dubbo.xml", text("<?xml version='1.0' encoding='UTF-8'?>\n" + open + "<!-- \xd6\xd0\xce\xc4 --></beans>"), "encoding", 2},
	{"xml in an unknown encoding", "dubbo.xml", text("<?xml version='1.0' encoding='klingon'?>" + open + "</beans>"), "encoding", 1},
	{"200 MB of xml", "dubbo.xml", func(w *bufWriter) {
		w.text(open)
		w.times(200<<20/64, "<!-- "+strings.Repeat("x", 54)+" -->")
		w.text("</beans>")
	}, "too-large", 0},
	{"properties escape", "application.properties", text("dubbo.application.name=shop\ndubbo.consumer.retries=\\u00zz\n"), "properties-syntax", 2},
	{"yaml tab", "application.yml", text("dubbo:\n\tconsumer:\n\t\tretries: 1\n"), "yaml-syntax", 2},
	{"yaml key twice", "application.yml", text("dubbo:\n  consumer:\n    retries: 1\n    retries: 2\n"), "yaml-syntax", 4},
	{"yaml aliases", "application.yml", func(w *bufWriter) {
		w.text("dubbo:\n  x0: &x0 [1, 2]\n")
		for i := range 30 {
			w.text(fmt.Sprintf("  x%d: &x%d [%s]\n", i+1, i+1, strings.Join([]string{fmt.Sprintf("*x%d", i), fmt.Sprintf("*x%d", i)}, ", ")))
		}
	}, "too-large", -1},
	{"yaml 100,000 nested lists", "application.yml", func(w *bufWriter) {
		w.text("dubbo: ")
		w.times(100_000, "[")
		w.times(100_000, "]")
	}, "yaml-syntax", 1},
	{"java cut off", "Caller.java", text("package com.acme;\nclass Caller {\n  @org.apache.dubbo.config.annotation.DubboReference(retries = 1\n"), "java-syntax", -1},
	{"java 100,000 parentheses", "Caller.java", func(w *bufWriter) {
		w.text("package com.acme;\nclass Caller {\n  @org.apache.dubbo.config.annotation.DubboReference(retries = ")
		w.times(100_000, "(")
		w.text("1")
		w.times(100_000, ")")
		w.text(") StockService s;\n}\n")
	}, "too-large", 3},
	{"pom cut off", "pom.xml", text("<project>\n<dependencies><dependency><artifactId>dubbo"), "build-syntax", 2},
	{"pom 100,000 nested elements", "pom.xml", func(w *bufWriter) {
		w.text("<project>")
		w.times(100_000, "<a>")
		w.times(100_000, "</a>")
		w.text("</project>")
	}, "too-large", 1},
}

type bufWriter struct{ b bytes.Buffer }

func (w *bufWriter) text(s string) { w.b.WriteString(s) }
func (w *bufWriter) times(n int, s string) {
	w.b.Grow(n * len(s))
	for range n {
		w.b.WriteString(s)
	}
}

func text(s string) func(*bufWriter) { return func(w *bufWriter) { w.text(s) } }

// limits of one audit: far above what is needed, far below what a bomb takes.
const (
	maxTime   = 20 * time.Second
	maxMemory = 400 << 20
)

func TestBadInput(t *testing.T) {
	for _, c := range bad {
		t.Run(c.name, func(t *testing.T) {
			dir := soundTree(t)
			var w bufWriter
			c.write(&w)
			create(t, filepath.Join(dir, "bad", c.file), w.b.Bytes())
			w.b = bytes.Buffer{}
			found := false
			for _, p := range auditBad(t, dir, 3).Problems {
				found = found || p.Kind == c.kind && p.is("bad/"+c.file, c.line)
			}
			if !found {
				t.Errorf("no problem %s at bad/%s:%d", c.kind, c.file, c.line)
			}
		})
	}
}

// soundTree makes a folder with one sound file, below which bad ones come.
func soundTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	create(t, filepath.Join(dir, "sound.xml"), []byte(sound))
	return dir
}

func create(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

type badReport struct {
	Findings []struct {
		Rule     string
		Location struct{ File string }
	}
	Problems []badProblem
}

type badProblem struct {
	Kind, Message string
	Minor         bool
	Location      struct {
		File string
		Line *int
	}
}

// is reports whether the problem is at the place; line 0 asks for none, -1
// for any.
func (p badProblem) is(file string, line int) bool {
	switch {
	case p.Location.File != file:
		return false
	case line == 0:
		return p.Location.Line == nil
	}
	return p.Location.Line != nil && (line < 0 || *p.Location.Line == line)
}

// auditBad runs the command in the process, within limits of time and memory,
// and checks the exit code and that the sound file was audited all the same.
func auditBad(t *testing.T, dir string, code int) badReport {
	t.Helper()
	var out, errs bytes.Buffer
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := time.Now()
	got := run(context.Background(), []string{"--format", "json", "--fail-on", "never", dir}, strings.NewReader(""), &out, &errs)
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	if got != code || errs.Len() > 0 {
		t.Errorf("exit code %d, not %d; standard error: %s", got, code, &errs)
	}
	if grown := int64(after.Sys) - int64(before.Sys); grown > maxMemory {
		t.Errorf("memory grew by %d MiB", grown>>20)
	}
	if took > maxTime {
		t.Errorf("took %v", took)
	}
	var r badReport
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatalf("%v: %s", err, &out)
	}
	audited := false
	for _, f := range r.Findings {
		audited = audited || f.Rule == "DA203" && f.Location.File == "sound.xml"
	}
	if !audited {
		t.Error("the sound file was not audited")
	}
	for _, p := range r.Problems {
		t.Logf("%s %s:%s %s", p.Kind, p.Location.File, lineOf(p), p.Message)
		if strings.Contains(p.Message, dir) {
			t.Errorf("an absolute path is told: %s", p.Message)
		}
	}
	return r
}

func lineOf(p badProblem) string {
	if p.Location.Line == nil {
		return "-"
	}
	return fmt.Sprint(*p.Location.Line)
}

// TestBadDisk: what a disk may hold besides sound files.
func TestBadDisk(t *testing.T) {
	t.Run("link in a circle", func(t *testing.T) {
		dir := soundTree(t)
		link(t, ".", filepath.Join(dir, "again"))
		link(t, "b.xml", filepath.Join(dir, "a.xml"))
		link(t, "a.xml", filepath.Join(dir, "b.xml"))
		auditBad(t, dir, 0)
	})
	t.Run("link out of the tree", func(t *testing.T) {
		other := t.TempDir()
		create(t, filepath.Join(other, "other.xml"), []byte(open+"<dubbo:reference"))
		dir := soundTree(t)
		link(t, other, filepath.Join(dir, "out"))
		auditBad(t, dir, 0)
	})
	t.Run("file without permission", func(t *testing.T) {
		if os.Geteuid() <= 0 {
			t.Skip("root may read everything, and Windows has no such bit")
		}
		dir := soundTree(t)
		create(t, filepath.Join(dir, "dubbo.xml"), []byte(sound))
		if err := os.Chmod(filepath.Join(dir, "dubbo.xml"), 0); err != nil {
			t.Fatal(err)
		}
		found := false
		for _, p := range auditBad(t, dir, 3).Problems {
			found = found || p.Kind == "unreadable" && p.is("dubbo.xml", 0)
		}
		if !found {
			t.Error("no problem")
		}
	})
	t.Run("names that are no UTF-8", func(t *testing.T) {
		dir := soundTree(t)
		if err := os.WriteFile(filepath.Join(dir, "\xff\xfe.xml"), []byte(open+"<dubbo:reference"), 0o644); err != nil {
			t.Skip(err)
		}
		auditBad(t, dir, 3)
	})
	t.Run("empty files", func(t *testing.T) {
		dir := soundTree(t)
		for _, name := range []string{"a.xml", "application.yml", "dubbo.properties", "A.java", "build.gradle", "a.jar", "gradle.lockfile"} {
			create(t, filepath.Join(dir, "empty", name), nil)
		}
		auditBad(t, dir, 0)
	})
	t.Run("noise", func(t *testing.T) {
		dir := soundTree(t)
		noise := bytes.Repeat([]byte("dubbo\x00\xff<!&${@*\"'\\u{[("), 1000)
		for _, name := range []string{"a.xml", "pom.xml", "application.yml", "dubbo.properties", "A.java", "build.gradle", "dubbo-2.7.6.jar", "gradle.lockfile"} {
			create(t, filepath.Join(dir, "noise", name), noise)
		}
		auditBad(t, dir, 3)
	})
}

func link(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Skip(err)
	}
}
