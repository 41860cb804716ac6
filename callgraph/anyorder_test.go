package callgraph_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// TestAnyOrder asks for methods that call each other in circles, for chains that
// are longer than is looked at, and for all that other tests follow, alone and
// after and beside each other: the answers are the same.
func TestAnyOrder(t *testing.T) {
	t.Run("circles", func(t *testing.T) { anyOrder(t, circles()) })
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			_, fsys := unpack(t, name)
			anyOrder(t, fsys)
		})
	}
}

func anyOrder(t *testing.T, fsys fstest.MapFS) {
	alone := map[string]string{}
	_, impl := service(t, fsys)
	for _, m := range public(impl) {
		g, impl := service(t, fsys)
		alone[m.Name] = told(g, impl, m)
	}
	for _, order := range [][]*decl.Method{public(impl), reversed(public(impl))} {
		g, impl := service(t, fsys)
		for _, m := range order {
			compare(t, alone, m, told(g, impl, m))
		}
	}
	g, impl := service(t, fsys)
	var group sync.WaitGroup
	for _, m := range public(impl) {
		group.Go(func() { compare(t, alone, m, told(g, impl, m)) })
	}
	group.Wait()
}

func told(g *callgraph.Graph, impl *decl.Type, m *decl.Method) string {
	var b strings.Builder
	r := g.Explore(impl, m.Name, len(m.Params))
	write(&b, m, r)
	if r == nil {
		return b.String()
	}
	for i := range r.Effects {
		b.WriteString(r.Effects[i].Chain() + "\n")
	}
	for _, u := range r.Unknown {
		fmt.Fprintf(&b, "%s by %d\n", u.Method, len(u.Path))
	}
	return b.String()
}

func compare(t *testing.T, want map[string]string, m *decl.Method, got string) {
	if diff := cmp.Diff(want[m.Name], got); diff != "" {
		t.Errorf("%s (-alone +with others)\n%s", m.Name, diff)
	}
}

func reversed(list []*decl.Method) []*decl.Method {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// circles is a service of which each method writes a table of its own and
// calls on: a, b and c in a circle that d leads into, e itself, and step0 to
// step79 one another.
func circles() fstest.MapFS {
	var methods, sql strings.Builder
	method := func(name, next string) {
		fmt.Fprintf(&methods, "    public void %s(String no) { mapper.%s(no); legacy.%s(no); %s(no); }\n", name, name, name, next)
		fmt.Fprintf(&sql, "    @Insert(\"INSERT INTO t_%s (no) VALUES (#{no})\")\n    void %s(String no);\n", name, name)
	}
	for _, m := range [][2]string{{"a", "b"}, {"b", "c"}, {"c", "a"}, {"d", "b"}, {"e", "e"}} {
		method(m[0], m[1])
	}
	for i := range 80 {
		method(fmt.Sprintf("step%d", i), fmt.Sprintf("step%d", i+1))
	}
	const dir = "src/main/java/com/acme/"
	return fstest.MapFS{
		"pom.xml":                  {Data: []byte(pom)},
		dir + "CircleService.java": {Data: []byte("package com.acme;\npublic interface CircleService { void a(String no); }\n")},
		dir + "CircleMapper.java":  {Data: []byte("package com.acme;\nimport org.apache.ibatis.annotations.Insert;\npublic interface CircleMapper {\n" + sql.String() + "}\n")},
		dir + "CircleServiceImpl.java": {Data: []byte("package com.acme;\nimport com.other.Legacy;\nimport org.apache.dubbo.config.annotation.Service;\n@Service\npublic class CircleServiceImpl implements CircleService {\n    private CircleMapper mapper;\n    private Legacy legacy;\n" +
			methods.String() + "}\n")},
	}
}
