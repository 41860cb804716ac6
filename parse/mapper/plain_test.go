package mapper

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// trees reads a text both ways; fast is nil where the plain reader gave up.
func trees(text string) (fast, full *node, fault string) {
	place := func(lo, hi int) (source.Span, bool) { return source.Span{Lo: lo, Hi: hi}, true }
	p := plain{builder: newBuilder(&reader{text: text, place: place})}
	r := &reader{text: text, place: place}
	full = r.decode()
	return p.tree(), full, r.fault.String()
}

func sameTrees(t *testing.T, text string, fast, full *node, fault string) {
	t.Helper()
	if fault != "" {
		t.Fatalf("%q: read plainly, but %s", text, fault)
	}
	shape := cmp.Options{cmp.AllowUnexported(node{}), cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".reader" }, cmp.Ignore())}
	if diff := cmp.Diff(full, fast, shape); diff != "" {
		t.Fatalf("%q: (-encoding/xml +plain)\n%s", text, diff)
	}
}

// TestPlain has what the plain reader takes: it must agree with encoding/xml,
// and read real mappers itself.
func TestPlain(t *testing.T) {
	for _, text := range []string{
		`<?xml version="1.0" encoding="UTF-8" ?><!DOCTYPE mapper PUBLIC "a" "b"><mapper namespace="a"><a/></mapper>`,
		"<a b='1'\r\n c = \"x\r\ny &lt;&amp;&quot;\"d='\"' >é &gt; ></a >\n",
		"<a><!-- <b> - --><![CDATA[ < ]] & ]]>x<![CDATA[]]></a>",
		"<a-1.b_ x=']]>'/>",
		"",
	} {
		fast, full, fault := trees(text)
		if fast == nil {
			t.Errorf("%q is not read", text)
			continue
		}
		sameTrees(t, text, fast, full, fault)
	}
}

// TestPlainGivesUp has what is left to encoding/xml.
func TestPlainGivesUp(t *testing.T) {
	for _, text := range []string{
		"<a>", "</a>", "</>", "<a></b>", "<a", "<a b>", "<a b=c/>", "<a b='<'/>", "<a b='&x;'/>", "<a b='", "<a>&#0;</a>", "<a>&", "<a>]]></a>", "<a>\x01</a>",
		"<a>\xff</a>", "<a>\uffff</a>", "<x:a></x:a>", "<é/>", "<!-- -- -->", "<!-- ", "<!--->", "<![CDATA[ ]]", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "<!DOCTYPE '>'>", "<!x",
		"<!>", `<?xml version="1.1"?>`, "<?php ?>", "<a/ >", "< a/>", "<", "<!", "<1/>", strings.Repeat("<a>", maxDepth+1) + strings.Repeat("</a>", maxDepth+1),
	} {
		if fast, _, _ := trees(text); fast != nil {
			t.Errorf("%q is read", text)
		}
	}
}

func FuzzPlain(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.xml")
	for _, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(raw))
	}
	f.Add(`<a b = "c"d='&lt;'/>x<!-- - --><![CDATA[]]>&amp;<b></b >`)
	f.Fuzz(func(t *testing.T, text string) {
		if fast, full, fault := trees(text); fast != nil {
			sameTrees(t, text, fast, full, fault)
		}
	})
}
