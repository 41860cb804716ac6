package parse

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

func sorted(s []string) []string {
	slices.Sort(s)
	return s
}

func javaTree() map[string]string {
	return map[string]string{
		"api/src/main/java/com/acme/Order.java":    "package com.acme\ntype Order\ntype Order.Line\n",
		"copy/com/acme/Order.java":                 "package com.acme\ntype Order\n",
		"web/src/xcom/acme/Order.java":             "package xcom.acme\ntype Order\n",
		"web/src/org/com/acme/Order.java":          "package org.com.acme\ntype Order\n",
		"web/src/com/acme/Web.java":                "package com.acme\ntype Web\n// dubbo: Order\n",
		"web/src/com/acme/Plain.java":              "package com.acme\ntype Plain\nuses Orders, Order.",
		"web-x/src/com/acme/Other.java":            "package com.acme\ntype Other\nuses Order",
		"Default.java":                             "type Default\n",
		"flat/Flat.java":                           "package com.acme\ntype Flat\n",
		"web/src/com/acme/Several.java":            "package com.acme\ntype Several\ntype Stray\n// dubbo\n",
		"web/src/main/resources/spring/a-b.xml":    "<x/>",
		"web/src/main/resources/spring/a-c.xml":    "dubbo",
		"web/src/main/resources/a.properties":      "",
		"web/src/main/resources/other/a-d.txt":     "dubbo",
		"web/src/main/resources/spring/deep/a.xml": "<x/>",
	}
}

func indexOf(t *testing.T, readers []Reader) (*Result, *Index) {
	t.Helper()
	var files []string
	for name, text := range javaTree() {
		files = append(files, name+": "+text)
	}
	r := run(t, Root{FS: tree(files...)}, Options{Readers: readers})
	return r, r.Index
}

func TestIndexType(t *testing.T) {
	tests := []struct {
		fqn  string
		want []string
	}{
		{"com.acme.Order", []string{"api/src/main/java/com/acme/Order.java", "copy/com/acme/Order.java"}},
		{"com.acme.Order.Line", []string{"api/src/main/java/com/acme/Order.java"}},
		{"com.acme.Order$Line", []string{"api/src/main/java/com/acme/Order.java"}},
		{"com.acme.Web", []string{"web/src/com/acme/Web.java"}},
		{"Default", []string{"Default.java"}},
		{"com.acme.Flat", []string{"flat/Flat.java"}},
		{"com.acme.Stray", []string{"web/src/com/acme/Several.java"}},
		{"acme.Order", nil},
		{"Order", nil},
		{"com.acme.None", nil},
		{"", nil},
		{".", nil},
		{"..", nil},
	}
	_, x := indexOf(t, nil)
	for _, test := range tests {
		if diff := cmp.Diff(test.want, paths(x.Type(test.fqn))); diff != "" {
			t.Errorf("Type(%q) (-want +got):\n%s", test.fqn, diff)
		}
	}
}

func TestIndexFile(t *testing.T) {
	r, x := indexOf(t, nil)
	if diff := cmp.Diff([]string{"web/src/com/acme/Several.java", "web/src/com/acme/Web.java", "web/src/main/resources/spring/a-c.xml"}, paths(r.Units)); diff != "" {
		t.Fatal(diff)
	}
	for _, name := range []string{"web/src/main/resources/spring/a-b.xml", "web/src/../src/main/resources/a.properties", "web/src/main/resources/spring/a-c.xml"} {
		u := x.File(name)
		if u == nil || u != x.File(name) {
			t.Errorf("File(%q) = %v", name, u)
		}
	}
	for _, name := range []string{"", ".", "web", "none.xml", "web/none.xml", "web/src/main/resources/other/a-d.txt"} {
		if u := x.File(name); u != nil {
			t.Errorf("File(%q) = %v", name, u.File.Path)
		}
	}
	want := []string{"web/src/main/resources/a.properties", "web/src/main/resources/spring/a-b.xml"}
	if diff := cmp.Diff(want, paths(x.Loaded())); diff != "" {
		t.Errorf("loaded (-want +got):\n%s", diff)
	}
}

func TestIndexMatch(t *testing.T) {
	tests := []struct {
		pattern string
		want    []string
	}{
		{"**/spring/a-*.xml", []string{"web/src/main/resources/spring/a-b.xml", "web/src/main/resources/spring/a-c.xml"}},
		{"**/a.xml", []string{"web/src/main/resources/spring/deep/a.xml"}},
		{"**/resources/spring/**/a*.xml", []string{"web/src/main/resources/spring/a-b.xml", "web/src/main/resources/spring/a-c.xml", "web/src/main/resources/spring/deep/a.xml"}},
		{"**/spring/{a-b,deep/a}.xml", []string{"web/src/main/resources/spring/a-b.xml", "web/src/main/resources/spring/deep/a.xml"}},
		{"web/src/main/resources/a.properties", []string{"web/src/main/resources/a.properties"}},
		{"a.properties", nil},
		{"[", nil},
	}
	_, x := indexOf(t, nil)
	for _, test := range tests {
		if diff := cmp.Diff(test.want, x.Match(test.pattern)); diff != "" {
			t.Errorf("Match(%q) (-want +got):\n%s", test.pattern, diff)
		}
	}
	if len(x.Loaded()) > 0 {
		t.Error("Match read files")
	}
}

func TestIndexMentioningOthers(t *testing.T) {
	_, x := indexOf(t, nil)
	want := []string{"web/src/com/acme/Plain.java"}
	if diff := cmp.Diff(want, paths(x.Mentioning("web", "Order", "Orders", "uses"))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestIndexMentioning(t *testing.T) {
	tests := []struct {
		dir, word string
		want      []string
	}{
		{"web", "Order", []string{"web/src/com/acme/Plain.java", "web/src/com/acme/Web.java", "web/src/org/com/acme/Order.java", "web/src/xcom/acme/Order.java"}},
		{"web", "Orders", []string{"web/src/com/acme/Plain.java"}},
		{"web/src/com/acme", "Order", []string{"web/src/com/acme/Plain.java", "web/src/com/acme/Web.java"}},
		{"web", "Ord", nil},
		{"web", "", nil},
		{"we", "Order", nil},
		{".", "Default", []string{"Default.java"}},
	}
	_, x := indexOf(t, nil)
	for range 2 { // the second time by the words kept
		for _, test := range tests {
			if diff := cmp.Diff(test.want, paths(x.Mentioning(test.dir, test.word))); diff != "" {
				t.Errorf("Mentioning(%q, %q) (-want +got):\n%s", test.dir, test.word, diff)
			}
		}
	}
}

func TestIndexParsesOnce(t *testing.T) {
	var parsed atomic.Int32
	readers := doubles()
	readers[3].Parse = func(f *source.File) *decl.Unit {
		parsed.Add(1)
		return parseTypes(f)
	}
	_, x := indexOf(t, readers)
	before := parsed.Load()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			x.Type("com.acme.Plain")
			x.File("web/src/com/acme/Plain.java")
			x.Mentioning("web/src/com/acme", "Plain")
			x.Match("**/*.java")
			x.Loaded()
		})
	}
	group.Wait()
	if n := parsed.Load() - before; n != 1 {
		t.Errorf("parsed %d times", n)
	}
}
