package parse

import (
	"archive/zip"
	"bytes"
	"context"
	"os"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestCompiled finds types in sources first, then in class files and archives.
func TestCompiled(t *testing.T) {
	data := func(name string) []byte {
		b, err := os.ReadFile("class/testdata/classes/" + name + ".class")
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var jar bytes.Buffer
	z := zip.NewWriter(&jar)
	for _, name := range []string{"Store", "Shop", "Shop$Inner", "Level", "Level$1"} {
		f, err := z.Create("com/acme/shop/" + name + ".class")
		if err != nil {
			t.Fatal(err)
		}
		f.Write(data(name))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{
		"lib/shop.jar":                           {Data: jar.Bytes()},
		"lib/bad.jar":                            {Data: []byte("no archive at all, but long enough for one")},
		"web/classes/com/acme/shop/Level.class":  {Data: data("Level")},
		"web/classes/com/acme/shop/Broken.class": {Data: []byte("no class")},
		"src/com/acme/shop/Store.java":           {Data: []byte("package com.acme.shop; interface Store {}")},
	}
	r, err := Tree(context.Background(), Root{FS: fsys}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Units) > 0 || len(r.Problems) > 0 || r.Files != 1 {
		t.Errorf("the walk read %d files: %v %v", r.Files, r.Units, r.Problems)
	}
	for fqn, want := range map[string][]string{
		"com.acme.shop.Store":      {"src/com/acme/shop/Store.java"},
		"com.acme.shop.Level":      {"web/classes/com/acme/shop/Level.class"},
		"com.acme.shop.Shop$Inner": {"lib/shop.jar!/com/acme/shop/Shop.class"},
		"com.acme.shop.Broken":     nil,
		"com.acme.shop.Other":      nil,
		"java.lang.String":         nil,
	} {
		if diff := cmp.Diff(want, paths(r.Index.Type(fqn))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", fqn, diff)
		}
	}
	for fqn, want := range map[string][]string{
		"com.acme.shop.Base": {"lib/shop.jar!/com/acme/shop/Shop.class"}, "com.acme.shop.Store": nil, "java.lang.Comparable": nil,
		"java.lang.Enum": nil,
	} {
		if diff := cmp.Diff(want, paths(r.Index.CompiledSubtypes(fqn))); diff != "" {
			t.Errorf("subtypes of %s (-want +got):\n%s", fqn, diff)
		}
	}
	want := []string{
		"lib/bad.jar: archive-syntax: zip: not a valid zip file",
		"web/classes/com/acme/shop/Broken.class: archive-syntax: not a class file: no magic number",
	}
	if diff := cmp.Diff(want, messages(r.Index.Problems())); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

// TestAnnotated finds the classes that are configured by annotations, unless
// the source is there.
func TestAnnotated(t *testing.T) {
	jar, err := os.ReadFile("../testdata/rules/DA105/annotation.jar")
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{"web/lib/shop.jar": {Data: jar}, "web/lib/copy.jar": {Data: jar}}
	r, err := Tree(context.Background(), Root{FS: fsys}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"web/lib/copy.jar!/com/acme/Gateway.class"}
	if diff := cmp.Diff(want, paths(r.Index.Annotated())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, paths(r.Index.Mentioning("web", "EnableRetry"))); diff != "" {
		t.Errorf("mentioning (-want +got):\n%s", diff)
	}
	if got := r.Index.Mentioning("shop", "EnableRetry"); got != nil {
		t.Errorf("elsewhere: %v", paths(got))
	}
	fsys["web/src/com/acme/Gateway.java"] = &fstest.MapFile{Data: []byte("package com.acme; class Gateway {}")}
	if r, err = Tree(context.Background(), Root{FS: fsys}, Options{}); err != nil {
		t.Fatal(err)
	}
	if got := r.Index.Annotated(); got != nil {
		t.Errorf("with its source: %v", paths(got))
	}
}

func TestMappersAndSchemas(t *testing.T) {
	long := "<!--" + string(bytes.Repeat([]byte("x"), 3*headBytes)) + "-->"
	r, err := Tree(context.Background(), Root{FS: tree(
		"a/OrderMapper.xml: <mapper namespace='com.acme.OrderMapper'><update id='pay'>update t_order set n = 1</update></mapper>",
		"b/OrderMapper.xml: "+long+"<mapper namespace='com.acme.OrderMapper'><update id='pay'>update t_order set n = 2</update></mapper>",
		"Account.xml: <sqlMap namespace='Account'><insert id='add'>insert into a values (1)</insert></sqlMap>",
		"log4j.xml: <configuration namespace='com.acme.OrderMapper'/>",
		"db/schema.sql: create table t_order (id int primary key)",
		"db/data.sql: insert into t_order values (1)",
		"db/changelog.xml: <databaseChangeLog><addPrimaryKey tableName='t' columnNames='a'/></databaseChangeLog>",
		"db/changelog/1.yaml: databaseChangeLog: [{changeSet: {id: 1, changes: [{createTable: {tableName: t_item, columns: [{column: {name: a, constraints: {unique: true}}}]}}]}}]",
	)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Units) > 0 {
		t.Errorf("the walk parsed %v", paths(r.Units))
	}
	if diff := cmp.Diff([]string{"a/OrderMapper.xml", "b/OrderMapper.xml"}, paths(r.Index.Mappers("com.acme.OrderMapper"))); diff != "" {
		t.Errorf("mappers (-want +got):\n%s", diff)
	}
	if u := r.Index.Mappers("Account"); len(u) != 1 || u[0].Mapper.Statement("add") == nil {
		t.Errorf("iBatis: %v", u)
	}
	units := r.Index.Schemas()
	if diff := cmp.Diff([]string{"db/changelog.xml", "db/changelog/1.yaml", "db/schema.sql"}, paths(units)); diff != "" {
		t.Errorf("schemas (-want +got):\n%s", diff)
	}
	for _, u := range units {
		if len(u.Schema.Tables) != 1 || len(u.Schema.Tables[0].Keys) != 1 {
			t.Errorf("%s: %+v", u.File.Path, u.Schema.Tables)
		}
	}
}
