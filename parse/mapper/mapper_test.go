package mapper

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/java"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/parse/sql"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestParse(t *testing.T) {
	files, err := filepath.Glob("testdata/*.xml")
	if err != nil || len(files) == 0 {
		t.Fatal("no files")
	}
	for _, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, ends := range []string{"\n", "\r\n"} {
			f, _ := source.New(path, []byte(strings.ReplaceAll(string(raw), "\n", ends)), "")
			u := Parse(f)
			if len(u.Problems) > 0 {
				t.Errorf("%s: %v", path, u.Problems)
			}
			got := strings.ReplaceAll(show(t, u.Mapper), "\r", "")
			golden := strings.TrimSuffix(path, ".xml") + ".golden"
			if *update && ends == "\n" {
				if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		}
	}
}

func show(t *testing.T, m *decl.Mapper) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s at %q, iBatis %v\n", m.Namespace, m.NamespaceAt.Text(), m.IBatis)
	for _, s := range m.Statements {
		fmt.Fprintf(&b, "%s %s at line %d", s.Tag, s.ID, s.At.Start().Line)
		for _, v := range []string{s.ParameterType, s.DatabaseID, s.KeyProperty, strings.Join(s.Missing, ",")} {
			b.WriteString(" " + fmt.Sprintf("%q", v))
		}
		b.WriteString("\n")
		showSQL(t, &b, &s.SQL)
		for _, k := range s.Keys {
			fmt.Fprintf(&b, "  key %s before %v\n", k.KeyProperty, k.Before)
			showSQL(t, &b, &k.SQL)
		}
	}
	return b.String()
}

// showSQL writes the pieces, and what the statements do with their places.
func showSQL(t *testing.T, b *strings.Builder, text *decl.SQLText) {
	fmt.Fprintf(b, "  %s\n", strings.ReplaceAll(strings.Join(strings.Fields(text.Text), " "), "\n", " "))
	for i, p := range text.Pieces {
		hi := len(text.Text)
		if i+1 < len(text.Pieces) {
			hi = text.Pieces[i+1].Lo
		}
		if got := text.Text[p.Lo:hi]; p.Exact && strings.TrimRight(got, " ") != strings.TrimRight(p.At.Text(), " ") {
			t.Errorf("piece %q stands at %q", got, p.At.Text())
		}
	}
	for _, s := range sql.Parse(text.Text) {
		fmt.Fprintf(b, "    %s %s", s.Effect, s.Table)
		for _, a := range s.Sets {
			at := text.Span(a.Lo, a.Hi)
			fmt.Fprintf(b, "; set %s relative %v conditional %v at %d:%q", a.Column, a.Relative, text.Conditional(a.Lo), at.Start().Line, at.Text())
		}
		for _, c := range s.Where {
			at := text.Span(c.Lo, c.Hi)
			fmt.Fprintf(b, "; where %s %s conditional %v at %d:%q", c.Column, c.Op, text.Conditional(c.Lo), at.Start().Line, at.Text())
		}
		b.WriteString("\n")
	}
}

func TestBroken(t *testing.T) {
	tests := []struct {
		text       string
		statements int
		problem    string
	}{
		{"", 0, ""},
		{"<mapper namespace='a'><update id='b'>update t</update><update id='c'>x</mapper>", 2, "</mapper> closes nothing"},
		{"<mapper namespace='a'><update id='b'>update t", 1, "an element is not closed"},
		{"<mapper namespace='a'><update id='b'>a < b</update></mapper>", 1, "XML syntax"},
		{"<mapper>" + strings.Repeat("<if>", 200) + strings.Repeat("</if>", 200) + "</mapper>", 0, "too deeply"},
	}
	for _, test := range tests {
		f, _ := source.New("a.xml", []byte(test.text), "")
		u := Parse(f)
		msg := ""
		if len(u.Problems) > 0 {
			msg = u.Problems[0].Msg.String()
		}
		if len(u.Mapper.Statements) != test.statements || (msg == "") != (test.problem == "") || !strings.Contains(msg, test.problem) {
			t.Errorf("%q: %d statements, %q", test.text, len(u.Mapper.Statements), msg)
		}
	}
}

// TestBomb includes fragments ten at a time, nested.
func TestBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("<mapper namespace='a'>")
	for i := range 15 {
		fmt.Fprintf(&b, "<sql id='s%d'>%s</sql>", i, strings.Repeat(fmt.Sprintf("<include refid='s%d'/>", i+1), 10))
	}
	b.WriteString("<sql id='s15'>select 1</sql><select id='x'><include refid='s0'/></select></mapper>")
	f, _ := source.New("a.xml", []byte(b.String()), "")
	if u := Parse(f); len(u.Mapper.Statements) != 1 || len(u.Mapper.Statements[0].SQL.Text) > 2*maxFlat {
		t.Error("the bomb went off")
	}
}

func TestSniff(t *testing.T) {
	tests := []struct{ head, root, namespace string }{
		{"<?xml version='1.0'?>\n<!-- <mapper namespace='b'> -->\n<!DOCTYPE mapper PUBLIC \"a\" \"b\">\n<mapper a='1'\n namespace = \"com.acme.M\">", "mapper", "com.acme.M"},
		{"\xef\xbb\xbf<sqlMap namespace='Account'>", "sqlMap", "Account"},
		{"<!DOCTYPE m [<!ENTITY a 'b>'>]><mapper>", "mapper", ""},
		{"<databaseChangeLog xmlns='x'>", "databaseChangeLog", ""},
		{"<beans/>", "beans", ""}, {"<beans", "", ""}, {"<mapper name", "", ""}, {"<!-- long", "", ""}, {"text", "", ""}, {"", "", ""},
	}
	for _, test := range tests {
		if root, ns := Sniff([]byte(test.head)); root != test.root || ns != test.namespace {
			t.Errorf("%q: %q %q", test.head, root, ns)
		}
	}
}

func TestAnnotated(t *testing.T) {
	const text = `package com.acme; interface M {
@Insert("insert into t (id) values (#{id})") @Options(useGeneratedKeys = true, keyProperty = "no") int a();
@Update({"update t set n = n - 1", "where id = #{id}"}) int b();
@Update("<script>update t <set><if test='n != null'>n = #{n},</if></set> where id = #{id}</script>") int c();
@Select("select " + COLUMNS + " from t") Object d();
@UpdateProvider(type = Sql.class, method = "build") int e();
@Modifying @Query(value = "update t set n = 1", nativeQuery = true) int f();
@Insert("insert into t values (1)") @SelectKey(statement = "select next", keyProperty = "id", before = true) int g();
@Transactional int h();
}`
	f, _ := source.New("M.java", []byte(text), "")
	var got strings.Builder
	for _, m := range java.Parse(f).Java.Types[0].Methods {
		for _, s := range Annotated(m.Annotations, func(e *decl.Expr) (string, bool) { return "id, n", e.Text == "COLUMNS" }) {
			fmt.Fprintf(&got, "%s %s %q native %v key %q", m.Name, s.Tag, s.SQL.Text, s.Native, s.KeyProperty)
			if s.Provider != nil {
				fmt.Fprintf(&got, " by %s.%s", s.Provider.Type, s.Provider.Method)
			}
			for _, k := range s.Keys {
				fmt.Fprintf(&got, " before %v %q", k.Before, k.SQL.Text)
			}
			if i := strings.Index(s.SQL.Text, "id = #{id}"); i >= 0 {
				fmt.Fprintf(&got, " at %q", s.SQL.Span(i, i+len("id = #{id}")).Text())
			}
			got.WriteString("\n")
		}
	}
	const want = `a insert "insert into t (id) values (#{id})" native false key "no"
b update "update t set n = n - 1 where id = #{id}" native false key "" at "id = #{id}"
c update "update t SET n = #{n}, where id = #{id}" native false key "" at "id = #{id}"
d select "select id, n from t" native false key ""
e update "" native false key "" by Sql.build
f query "update t set n = 1" native true key ""
g insert "insert into t values (1)" native false key "id" before true "select next"
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestInherited(t *testing.T) {
	tests := []struct {
		super, method string
		want          decl.Effect
	}{
		{"com.baomidou.mybatisplus.core.mapper.BaseMapper", "insert", decl.EffectInsert},
		{"BaseMapper", "updateById", decl.EffectUpdate}, {"BaseMapper", "selectList", decl.EffectSelect}, {"BaseMapper", "pay", decl.EffectNone},
		{"IService", "saveOrUpdate", decl.EffectSave}, {"ServiceImpl", "getById", decl.EffectSelect}, {"IService", "removeById", decl.EffectDelete},
		{"JpaRepository", "save", decl.EffectSave}, {"JpaRepository", "deleteInBatch", decl.EffectDelete}, {"CrudRepository", "existsById", decl.EffectSelect},
		{"tk.mybatis.mapper.common.Mapper", "insertSelective", decl.EffectInsert}, {"Object", "insert", decl.EffectNone},
		{"EntityManager", "persist", decl.EffectInsert}, {"EntityManager", "merge", decl.EffectSave}, {"MongoTemplate", "upsert", decl.EffectUpsert},
	}
	for _, test := range tests {
		if got := Inherited(test.super, test.method); got != test.want {
			t.Errorf("%s.%s: %q, want %q", test.super, test.method, got, test.want)
		}
	}
	for method, want := range map[string]decl.Effect{
		"findByNo": decl.EffectSelect, "findAllByStateOrderById": decl.EffectSelect, "countBy": decl.EffectSelect, "findTop3ByNo": decl.EffectSelect,
		"deleteByNo": decl.EffectDelete, "removeOldByState": decl.EffectDelete, "findstrangeBy": decl.EffectNone, "getOrder": decl.EffectNone, "save": decl.EffectNone,
	} {
		if got := Derived(method); got != want {
			t.Errorf("%s: %q, want %q", method, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.xml")
	for _, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte("<mapper namespace='a'><sql id='s'>${p}<include refid='s'/></sql><update id='b'><include refid='s'><property name='p' value='${p}${p}'/></include>&#x41;&lt;&</update></mapper>"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		file, _ := source.New("a.xml", raw, "")
		Sniff(raw)
		for _, s := range Parse(file).Mapper.Statements {
			for _, p := range s.SQL.Pieces {
				if p.Lo > len(s.SQL.Text) || p.At.Lo < 0 || p.At.Hi < p.At.Lo || p.At.Hi > len(file.Text) {
					t.Fatalf("a bad piece: %+v", p)
				}
			}
			for _, x := range sql.Parse(s.SQL.Text) {
				s.SQL.Span(x.Lo, x.Hi).Text()
			}
		}
	})
}
