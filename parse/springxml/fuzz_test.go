package springxml

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

func FuzzParse(f *testing.F) {
	if raw, err := os.ReadFile("testdata/shop.xml"); err == nil {
		f.Add(raw)
	}
	for _, tt := range refusals {
		f.Add([]byte(tt.in))
	}
	f.Add([]byte("<?xml version='1.1' encoding='GBK'?><beans>\xb6\xa9</beans>"))
	f.Add([]byte(`<!DOCTYPE b [<!ENTITY a "<x>&b;</x>"><!ENTITY b "&a;">]><b>&a;</b>`))
	f.Add([]byte(open + `<bean parent="a"/><bean id="a" parent="a"/></beans>`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		Relevant(raw)
		file, _ := source.New("a.xml", raw, DeclaredEncoding(raw))
		checkUnit(t, Parse(file))
	})
}

func BenchmarkParse(b *testing.B) {
	var text bytes.Buffer
	text.WriteString(open)
	for i := range 2000 {
		fmt.Fprintf(&text, "\n    <!-- service number %d -->\n    <dubbo:reference id=\"service%d\" interface=\"com.acme.shop.service.Service%d\" check=\"false\"\n        timeout=\"3000\">\n        <dubbo:method name=\"create\" retries=\"0\"/>\n    </dubbo:reference>", i, i, i)
	}
	text.WriteString("</beans>")
	f, _ := source.New("a.xml", text.Bytes(), "")
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		Parse(f)
	}
}

func BenchmarkRelevant(b *testing.B) {
	raw := bytes.Repeat([]byte("<mapper namespace=\"com.acme.A\">\n    <select id=\"find\">select 1</select>\n</mapper>\n"), 100)
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		Relevant(raw)
	}
}
