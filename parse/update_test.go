package parse_test

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

func TestUpdate(t *testing.T) {
	fsys := fstest.MapFS{}
	write := func(name, text string) { fsys[name] = &fstest.MapFile{Data: []byte(text)} }
	write("a/dubbo.xml", `<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo"><dubbo:reference id="a" interface="com.acme.A"/></beans>`)
	write("a/com/acme/A.java", "package com.acme; interface A { void go(); }")
	write("a/com/acme/B.java", "package com.acme; import org.apache.dubbo.config.annotation.DubboService; @DubboService interface B {}\nclass Stray {}")
	write("a/AMapper.xml", `<mapper namespace="com.acme.A"><insert id="go">INSERT INTO t VALUES (1)</insert></mapper>`)
	r, err := parse.Tree(context.Background(), parse.Root{FS: fsys}, parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	paths := func(units []*decl.Unit) (list []string) {
		for _, u := range units {
			list = append(list, u.File.Path)
		}
		return list
	}
	check := func(what string, got []*decl.Unit, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, paths(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	x := r.Index
	check("type on demand", x.Type("com.acme.A"), "a/com/acme/A.java")
	check("mappers", x.Mappers("com.acme.A"), "a/AMapper.xml")
	check("mentioning", x.Mentioning(".", "Stray"), "a/com/acme/B.java")
	check("loaded", x.Loaded(), "a/AMapper.xml", "a/com/acme/A.java")

	write("a/com/acme/A.java", "package com.acme; interface A { void stay(); }")
	changed, ok := r.Update("a/com/acme/A.java")
	if !ok || len(changed) != 2 || changed[0] == nil || changed[1] != nil {
		t.Errorf("update of a file on demand: %v, %v", changed, ok)
	}
	check("nothing is loaded before it is asked for", x.Loaded())
	if m := x.Type("com.acme.A")[0].Java.Types[0].Methods[0]; m.Name != "stay" {
		t.Errorf("the index still knows %s", m.Name)
	}
	check("loaded again", x.Loaded(), "a/com/acme/A.java")

	write("a/com/acme/B.java", "package com.acme; import org.apache.dubbo.config.annotation.DubboService; @DubboService interface B {}\nclass Other {}")
	write("a/AMapper.xml", `<mapper namespace="com.acme.M"></mapper>`)
	if _, ok := r.Update("a/com/acme/B.java", "a/AMapper.xml"); !ok {
		t.Error("known files count as new")
	}
	check("stray that is gone", x.Type("com.acme.Stray"))
	check("stray that is new", x.Type("com.acme.Other"), "a/com/acme/B.java")
	check("word that is gone", x.Mentioning(".", "Stray"))
	check("namespace that is gone", x.Mappers("com.acme.A"))
	check("namespace that is new", x.Mappers("com.acme.M"), "a/AMapper.xml")
	check("units", r.Units, "a/com/acme/B.java", "a/dubbo.xml")

	write("a/dubbo.xml", "<beans/>")
	delete(fsys, "a/com/acme/B.java")
	if _, ok := r.Update("a/dubbo.xml", "a/com/acme/B.java"); !ok {
		t.Error("known files count as new")
	}
	check("units that do not matter any more", r.Units)
	if len(r.Problems) != 1 || r.Problems[0].Path != "a/com/acme/B.java" {
		t.Errorf("problems: %v", r.Problems)
	}
	write("a/com/acme/B.java", "package com.acme; import org.apache.dubbo.config.annotation.DubboService; @DubboService interface B {}")
	if r.Update("a/com/acme/B.java"); len(r.Problems) != 0 {
		t.Errorf("a problem that ended stays: %v", r.Problems)
	}
	if _, ok := r.Update("a/new.xml"); ok {
		t.Error("a new file counts as known")
	}
}
