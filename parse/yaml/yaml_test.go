package yaml

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// tests are texts with the properties read from them, written
// `key=value tag`, one a line; "---" stands between documents.
var tests = []struct{ name, in, want string }{
	{"empty", "", ""},
	{"only comments", "# nothing\n---\n# here\n", ""},
	{"nested", "dubbo:\n  consumer:\n    retries: 0\n    check: false\n", `
		dubbo.consumer.retries=0 !!int
		dubbo.consumer.check=false !!bool`},
	{"dots in keys", "dubbo.consumer: {timeout: 1}\ndubbo:\n  a.b: c", `
		dubbo.consumer.timeout=1 !!int
		dubbo.a.b=c !!str`},
	{"keys in brackets", "dubbo:\n  reference:\n    \"[com.acme.A]\":\n      retries: 1\n    '[b]': x\n", `
		dubbo.reference[com.acme.A].retries=1 !!int
		dubbo.reference[b]=x !!str`},
	{"keys that are no strings", "a: {1: x, 2.5: y}\n3: z", `
		a[1]=x !!str
		a[2.5]=y !!str
		[3]=z !!str`},
	{"numbers as written", "a: 010\nb: 1_000\nc: 0x1F\nd: 1:30\ne: 1e3\nf: 08\ng: 2001-01-01\nh: 1.2.3", `
		a=010 !!int
		b=1_000 !!int
		c=0x1F !!int
		d=1:30 !!int
		e=1e3 !!float
		f=08 !!str
		g=2001-01-01 !!str
		h=1.2.3 !!str`},
	{"booleans of YAML 1.1", "a: yes\nb: Off\nc: y\nd: 'no'", `
		a=yes !!bool
		b=Off !!bool
		c=y !!str
		d=no !!str`},
	{"nulls", "a:\nb: ~\nc: null\nd: ''\ne: []\nf: {}", `
		a= !!null
		b= !!null
		c= !!null
		d= !!str
		e= !!seq
		f= !!map`},
	{"sequences", "a: [x, 'y']\nb:\n- c: 1\n  d: 2\n- 3\n", `
		a[0]=x !!str
		a[1]=y !!str
		a=x,y !!seq
		b[0].c=1 !!int
		b[0].d=2 !!int
		b[1]=3 !!int`},
	{"nested sequences", "a:\n  - [1, 2]\n  - - 3\n", `
		a[0][0]=1 !!int
		a[0][1]=2 !!int
		a[0]=1,2 !!seq
		a[1][0]=3 !!int
		a[1]=3 !!seq`},
	{"anchors and aliases", "base: &b\n  timeout: &t 5\ndubbo:\n  consumer: *b\n  provider: {timeout: *t}\n", `
		base.timeout=5 !!int
		dubbo.consumer.timeout=5 !!int
		dubbo.provider.timeout=5 !!int`},
	{"merge keys", "x: &x {a: 1, b: 1}\ny: &y {b: 2, c: 2}\nz:\n  c: 3\n  <<: [*x, *y]\n  d: 3\n", `
		x.a=1 !!int
		x.b=1 !!int
		y.b=2 !!int
		y.c=2 !!int
		z.a=1 !!int
		z.b=1 !!int
		z.c=3 !!int
		z.d=3 !!int`},
	{"merge of a merge", "x: &x {a: 1, b: 1}\ny: &y\n  <<: *x\n  b: 2\nz: {<<: *y}\n", `
		x.a=1 !!int
		x.b=1 !!int
		y.a=1 !!int
		y.b=2 !!int
		z.a=1 !!int
		z.b=2 !!int`},
	{"block scalars", "a: |\n  x\n   y\n\nb: >-\n  x\n  y\nc: |2\n   x\n", `
		a="x\n y\n" !!str
		b=x y !!str
		c=" x\n" !!str`},
	{"scalars over several lines", "a: x\n  y\n\n  z\nb: \"x\n  y\\\n  z\"\n", `
		a="x y\nz" !!str
		b=x yz !!str`},
	{"documents", "a: 1\n---\nspring.profiles: dev,qa\na: 2\n---\nspring:\n  config.activate.on-profile: [x, y]\n...\n", `
		a=1 !!int
		--- dev,qa
		spring.profiles=dev,qa !!str
		a=2 !!int
		--- x,y
		spring.config.activate.on-profile[0]=x !!str
		spring.config.activate.on-profile[1]=y !!str
		spring.config.activate.on-profile=x,y !!seq`},
	{"active profiles are not those of the document", "spring:\n  profiles:\n    active: dev\n", "spring.profiles.active=dev !!str"},
	{"a single profile in camel case", "spring:\n  config:\n    activate:\n      onProfile: a & b\n", "--- a & b\nspring.config.activate.onProfile=a & b !!str"},
	{"maven tokens", "a: @x@\nb:\n  - @y.z@-1\nc: {d: @e@, f: [@g@]}\n@k@: 'a @b@'\nd: |\n  @block@\ne: x@y@z # @c@\n", `
		a=@x@ !!str
		b[0]=@y.z@-1 !!str
		b=@y.z@-1 !!seq
		c.d=@e@ !!str
		c.f[0]=@g@ !!str
		c.f=@g@ !!seq
		@k@=a @b@ !!str
		d="@block@\n" !!str
		e=x@y@z !!str`},
	{"percent and backtick", "%YAML 1.1\n---\na: %d{yyyy} %m\nb: `x`\n", "a=%d{yyyy} %m !!str\nb=`x` !!str"},
	{"custom tags", "rules:\n- !SHARDING\n  tables: !T {a: !N 1}\n  x: !E\n", `
		rules[0].tables.a=1 !N
		rules[0].x= !E`},
	{"placeholders", "a: ${x:y}\nb: \"#{z}\"\n", "a=${x:y} !!str\nb=#{z} !!str"},
	{"templates as values", "a: {{ .Values.x }}\nb: {{ y | default \"z\" }} # c\n", "a={{ .Values.x }} !!str\nb={{ y | default \"z\" }} !!str"},
	{"documents that are no mapping", "text\n---\n- 1\n---\n{{ include \"x\" }}\n", `
		document=text !!str
		---
		document[0]=1 !!int
		document=1 !!seq`},
	{"governance rule", "configVersion: v2.7\nscope: service\nconfigs:\n- side: consumer\n  parameters: {retries: 4}\n", `
		configVersion=v2.7 !!str
		scope=service !!str
		configs[0].side=consumer !!str
		configs[0].parameters.retries=4 !!int`},
	{"line ends", "a: 1\r\nb:\r\n  c: x\r\n  d: |\r\n    y\r\n", "a=1 !!int\nb.c=x !!str\nb.d=\"y\\n\" !!str"},
	{"other characters", "名: 值\n服务: {超时: 1, b: '☕'}\n", "名=值 !!str\n服务.超时=1 !!int\n服务.b=☕ !!str"},
}

func parse(text string) *decl.Unit {
	return Parse(&source.File{Path: "a.yml", Text: []byte(text)})
}

func TestParse(t *testing.T) {
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u := parse(tt.in)
			if diff := cmp.Diff(unindent(tt.want), list(u)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if len(u.Problems) > 0 {
				t.Errorf("problems: %v", u.Problems)
			}
			checkSpans(t, u)
		})
	}
}

func unindent(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(s, "\t", ""))
}

// list writes properties as the tables of the tests do.
func list(u *decl.Unit) string {
	var b strings.Builder
	for i, d := range u.Docs {
		if i > 0 || d.OnProfile != "" {
			fmt.Fprintf(&b, "%s\n", strings.TrimSpace("--- "+d.OnProfile))
		}
		for _, p := range d.Props {
			v := p.Value
			if strings.Contains(v, "\n") {
				v = fmt.Sprintf("%q", v)
			}
			fmt.Fprintf(&b, "%s=%s %s\n", p.Key, v, p.Tag)
		}
	}
	return strings.TrimSpace(b.String())
}

func TestDuplicateKeys(t *testing.T) {
	u := parse("dubbo:\n  consumer:\n    retries: 0\n    check: true\n    retries: 1\nb: &b {x: 1, x: 2}\nc: *b\n")
	want := "dubbo.consumer.retries=0 !!int\ndubbo.consumer.check=true !!bool\ndubbo.consumer.retries=1 !!int\n" +
		"b.x=1 !!int\nb.x=2 !!int\nc.x=1 !!int\nc.x=2 !!int"
	if diff := cmp.Diff(want, list(u)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	var got []string
	for _, p := range u.Problems {
		got = append(got, p.String())
	}
	wantProblems := []string{
		`a.yml:5:5: key "retries" is there twice: Spring Boot refuses the whole file`,
		`a.yml:6:14: key "x" is there twice: Spring Boot refuses the whole file`,
	}
	if diff := cmp.Diff(wantProblems, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestManyKeysTwice(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "dubbo%d: x\n", i)
	}
	if u := parse(b.String() + "dubbo3: y\n"); len(u.Problems) != 1 {
		t.Errorf("problems: %v", u.Problems)
	}
}

func TestNotYAML(t *testing.T) {
	tests := []struct {
		name, in, want string
		line           int // of the problem, 0 for none
		minor          bool
	}{
		{"helm", "dubbo:\n  {{- if .Values.on }}\n  consumer:\n    retries: {{ .Values.retries }}\n    timeout: 5\n  {{- end }}\n", `
			dubbo.consumer.retries={{ .Values.retries }} !!str
			dubbo.consumer.timeout=5 !!int`, 2, false},
		{"jinja", "{% if x %}\ndubbo:\n  registry: \"z://{{ host }}\" # c\n  address: {{ a }}:{{ b }}\n{% endif %}\n", `
			dubbo.registry=z://{{ host }} !!str
			dubbo.address={{ a }}:{{ b }} !!str`, 1, false},
		{"lists", "{{ x }}\ndubbo:\n  a:\n  - b: 1\n    c: [x, {d: 2}]\n  - - e\n    - 'f'\n  g:\n    - h\n", `
			dubbo.a[0].b=1 !!int
			dubbo.a[0].c[0]=x !!str
			dubbo.a[0].c[1].d=2 !!int
			dubbo.a[1][0]=e !!str
			dubbo.a[1][1]=f !!str
			dubbo.g[0]=h !!str`, 1, false},
		{"block scalars are left out", "dubbo: [\na:\n  b: |\n    dubbo.consumer.retries: 1\n\n    x: y\n  c: >-\n    z\nd: 2 # e\n", "dubbo=[ !!str\nd=2 !!int", 4, false},
		{"tab", "dubbo:\n\tx: 1\n  y: 2\n", "dubbo.y=2 !!int", 2, false},
		{"colon in a value", "dubbo:\n  x: 1\n  y: a: b\n  z: 3\n", "dubbo.x=1 !!int\ndubbo.y=a: b !!str\ndubbo.z=3 !!int", 3, false},
		{"one document of three", "dubbo.a: 1\n---\nspring.profiles: p\ndubbo: {\n---\ndubbo.b: 2\n", `
			dubbo.a=1 !!int
			--- p
			spring.profiles=p !!str
			dubbo={ !!str
			---
			dubbo.b=2 !!int`, 4, false},
		{"no Dubbo key", "{{- if x }}\nimage: acme/dubbo-admin\n", "image=acme/dubbo-admin !!str", 1, true},
		{"no Dubbo", "a: [\nb: 1\n", "a=[ !!str\nb=1 !!int", 0, false},
		{"unknown alias", "dubbo:\n  a: *nowhere\n  b: 1\n", "dubbo.a=*nowhere !!str\ndubbo.b=1 !!int", 3, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u := parse(tt.in)
			if diff := cmp.Diff(unindent(tt.want), list(u)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			checkSpans(t, u)
			if tt.line == 0 {
				if len(u.Problems) > 0 {
					t.Errorf("problems: %v", u.Problems)
				}
				return
			}
			if len(u.Problems) != 1 {
				t.Fatalf("problems: %v", u.Problems)
			}
			if p := u.Problems[0]; p.Kind != source.YAMLSyntax || p.At.Start().Line != tt.line || p.Minor != tt.minor {
				t.Errorf("%v, minor %v, want line %d, minor %v", p, p.Minor, tt.line, tt.minor)
			}
		})
	}
}
