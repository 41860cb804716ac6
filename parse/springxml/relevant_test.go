package springxml

import (
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

func TestRelevant(t *testing.T) {
	const beans = `<beans xmlns="http://www.springframework.org/schema/beans">`
	tests := []struct {
		name, in string
		want     bool
	}{
		{"old namespace", `<x xmlns="http://code.alibabatech.com/schema/dubbo"/>`, true},
		{"new namespace", `<x xmlns="http://dubbo.apache.org/schema/dubbo"/>`, true},
		{"fragment", `<beans><dubbo:registry/></beans>`, true},
		{"import", beans + `<import resource="a.xml"/></beans>`, true},
		{"placeholder", beans + `<context:property-placeholder location="a"/></beans>`, true},
		{"configurer with a DTD", `<!DOCTYPE beans PUBLIC "-//SPRING//DTD BEAN//EN" "http://www.springframework.org/dtd/spring-beans.dtd"><beans><bean class="x.PropertyPlaceholderConfigurer"/></beans>`, true},
		{"bean class", beans + `<bean class="com.alibaba.dubbo.config.spring.ReferenceBean"/></beans>`, true},
		{"beans alone", beans + `<bean class="com.acme.A"/></beans>`, false},
		{"pom", `<project><groupId>org.springframework.boot</groupId><artifactId>spring-beans</artifactId><artifactId>dubbo</artifactId></project>`, false},
		{"logging", `<configuration><logger name="org.apache.dubbo"/></configuration>`, false},
		{"mapper", `<mapper namespace="com.acme.A"><insert id="import"/></mapper>`, false},
		{"empty", ``, false},
	}
	for _, tt := range tests {
		if got := Relevant([]byte(tt.in)); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
		raw, err := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder().String(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		if got := Relevant([]byte(raw)); got != tt.want {
			t.Errorf("%s in UTF-16: %v", tt.name, got)
		}
	}
}

func TestEncodings(t *testing.T) {
	utf16 := func(e unicode.Endianness, b unicode.BOMPolicy) encoding.Encoding { return unicode.UTF16(e, b) }
	tests := []struct {
		declared string
		enc      encoding.Encoding
		value    string
	}{
		{"UTF-8", encoding.Nop, "订单"},
		{"UTF-8", unicode.UTF8BOM, "订单"},
		{"GBK", simplifiedchinese.GBK, "订单"},
		{"gb2312", simplifiedchinese.GBK, "订单"},
		{"ISO-8859-1", charmap.ISO8859_1, "café"},
		{"UTF-16", utf16(unicode.LittleEndian, unicode.UseBOM), "订单😀"},
		{"UTF-16", utf16(unicode.BigEndian, unicode.UseBOM), "订单"},
		{"UTF-16LE", utf16(unicode.LittleEndian, unicode.IgnoreBOM), "订单"},
	}
	for _, tt := range tests {
		text := `<?xml version="1.0" encoding='` + tt.declared + `'?>` + open + `<dubbo:application name="` + tt.value + `"/></beans>`
		raw, err := tt.enc.NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := DeclaredEncoding(raw); got != tt.declared {
			t.Errorf("%s: declared %q", tt.declared, got)
		}
		f, p := source.New("a.xml", raw, DeclaredEncoding(raw))
		u := Parse(f)
		checkUnit(t, u)
		if p != nil || len(u.Problems) > 0 || len(u.XML) != 1 {
			t.Errorf("%s: %v %v", tt.declared, p, u.Problems)
			continue
		}
		if a := u.XML[0].Attr("name"); a.Value != tt.value || a.ValueAt.Text() != tt.value {
			t.Errorf("%s: got %q at %q", tt.declared, a.Value, a.ValueAt.Text())
		}
	}
}

func TestDeclaredEncoding(t *testing.T) {
	tests := map[string]string{
		``:                            "",
		`<beans encoding="GBK"/>`:     "",
		`<?xml version="1.0"?>`:       "",
		`<?xml encoding="GBK"`:        "",
		`<?xml encoding="GBK?>`:       "",
		`<?xml encoding=GBK?>`:        "",
		`<?xml-x encoding="GBK"?>`:    "",
		"<?xml\nencoding = 'GBK'\n?>": "GBK",
	}
	for in, want := range tests {
		if got := DeclaredEncoding([]byte(in)); got != want {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
}
