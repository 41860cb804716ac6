package rules

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// A write beside a read gets a method-level value, written as the file is.
func TestStopOnMethods(t *testing.T) {
	for _, tc := range []struct {
		name, version, text, tag string // tag is the start tag or annotation inside text
		methods                  []string
		have                     []string // method elements and @Method inside text, by name=text
		want                     string   // "" for no edit
	}{
		{"indented", "3.2.19", "<beans>\n    <dubbo:reference id=\"a\" />\n</beans>\n", `<dubbo:reference id="a" />`, []string{"createOrder"}, nil,
			"<beans>\n    <dubbo:reference id=\"a\">\n        <dubbo:method name=\"createOrder\" retries=\"0\"/>\n    </dubbo:reference>\n</beans>\n"},
		{"two spaces", "3.2.19", "<beans>\n  <dubbo:reference id=\"a\"/>\n</beans>\n", `<dubbo:reference id="a"/>`, []string{"createOrder"}, nil,
			"<beans>\n  <dubbo:reference id=\"a\">\n    <dubbo:method name=\"createOrder\" retries=\"0\"/>\n  </dubbo:reference>\n</beans>\n"},
		{"tabs and CRLF, open tag", "3.2.19", "<beans>\r\n\t<dubbo:reference id=\"a\">\r\n\t</dubbo:reference>\r\n</beans>\r\n", `<dubbo:reference id="a">`, []string{"createOrder", "payOrder"}, nil,
			"<beans>\r\n\t<dubbo:reference id=\"a\">\r\n\t\t<dubbo:method name=\"createOrder\" retries=\"0\"/>\r\n\t\t<dubbo:method name=\"payOrder\" retries=\"0\"/>\r\n\t</dubbo:reference>\r\n</beans>\r\n"},
		{"behind another on its line", "3.2.19", "<beans>\n<a/><dubbo:reference id=\"a\"/>\n</beans>", `<dubbo:reference id="a"/>`, []string{"createOrder"}, nil,
			"<beans>\n<a/><dubbo:reference id=\"a\"><dubbo:method name=\"createOrder\" retries=\"0\"/></dubbo:reference>\n</beans>"},
		{"the method has an element", "3.2.19", "<beans>\n<dubbo:reference id=\"a\">\n<dubbo:method name=\"createOrder\" timeout=\"9\"/>\n</dubbo:reference></beans>", `<dubbo:reference id="a">`, []string{"createOrder"},
			[]string{`createOrder=<dubbo:method name="createOrder" timeout="9"/>`},
			"<beans>\n<dubbo:reference id=\"a\">\n<dubbo:method name=\"createOrder\" timeout=\"9\" retries=\"0\"/>\n</dubbo:reference></beans>"},

		{"import", "3.2.19", "import java.util.*;\nimport org.apache.dubbo.config.annotation.DubboReference;\nclass A {\n    @DubboReference\n    B b;\n}", "@DubboReference", []string{"createOrder"}, nil,
			"import java.util.*;\nimport org.apache.dubbo.config.annotation.DubboReference;\nimport org.apache.dubbo.config.annotation.Method;\nclass A {\n    @DubboReference(methods = @Method(name = \"createOrder\", retries = 0))\n    B b;\n}"},
		{"import of all, CRLF", "3.2.19", "import org.apache.dubbo.config.annotation.*;\r\nclass A {\r\n@DubboReference(check = false) B b;\r\n}", "@DubboReference(check = false)", []string{"createOrder"}, nil,
			"import org.apache.dubbo.config.annotation.*;\r\nimport org.apache.dubbo.config.annotation.Method;\r\nclass A {\r\n@DubboReference(methods = @Method(name = \"createOrder\", retries = 0), check = false) B b;\r\n}"},
		{"imported already, two writes", "3.2.19", "import org.apache.dubbo.config.annotation.Method;\nclass A {\n\t@DubboReference()\n}", "@DubboReference()", []string{"createOrder", "payOrder"}, nil,
			"import org.apache.dubbo.config.annotation.Method;\nclass A {\n\t@DubboReference(methods = {\n\t\t@Method(name = \"createOrder\", retries = 0),\n\t\t@Method(name = \"payOrder\", retries = 0)})\n}"},
		{"another Method, qualified", "3.2.19", "import java.lang.reflect.Method;\nimport org.apache.dubbo.config.annotation.DubboReference;\nclass A { @DubboReference() B b; }", "@DubboReference()", []string{"createOrder"}, nil,
			"import java.lang.reflect.Method;\nimport org.apache.dubbo.config.annotation.DubboReference;\nclass A { @DubboReference(methods = @org.apache.dubbo.config.annotation.Method(name = \"createOrder\", retries = 0)) B b; }"},
		{"import in a comment", "3.2.19", "/*\nimport org.apache.dubbo.config.annotation.DubboReference;\n*/\nclass A { @DubboReference() B b; }", "@DubboReference()", []string{"createOrder"}, nil,
			"/*\nimport org.apache.dubbo.config.annotation.DubboReference;\n*/\nclass A { @DubboReference(methods = @org.apache.dubbo.config.annotation.Method(name = \"createOrder\", retries = 0)) B b; }"},
		{"beside one @Method", "3.2.19", "import org.apache.dubbo.config.annotation.Method;\nclass A { @DubboReference(methods = @Method(name = \"get\")) B b; }", "@DubboReference(methods = @Method(name = \"get\"))", []string{"createOrder"},
			[]string{`get=@Method(name = "get")`},
			"import org.apache.dubbo.config.annotation.Method;\nclass A { @DubboReference(methods = {@Method(name = \"createOrder\", retries = 0), @Method(name = \"get\")}) B b; }"},
		{"beside @Method in braces", "3.2.19", "import org.apache.dubbo.config.annotation.Method;\nclass A { @DubboReference(methods = { @Method(name = \"get\") }) B b; }", "@DubboReference(methods = { @Method(name = \"get\") })", []string{"createOrder"},
			[]string{`get=@Method(name = "get")`},
			"import org.apache.dubbo.config.annotation.Method;\nclass A { @DubboReference(methods = { @Method(name = \"createOrder\", retries = 0), @Method(name = \"get\") }) B b; }"},
		{"it has an @Method", "3.2.19", "class A { @DubboReference(methods = @Method(name = \"createOrder\", timeout = 9)) B b; }", "@DubboReference(methods = @Method(name = \"createOrder\", timeout = 9))", []string{"createOrder"},
			[]string{`createOrder=@Method(name = "createOrder", timeout = 9)`},
			"class A { @DubboReference(methods = @Method(retries = 0, name = \"createOrder\", timeout = 9)) B b; }"},
		{"methods from a constant", "3.2.19", "class A { @DubboReference(methods = {}) B b; }", "@DubboReference(methods = {})", []string{"createOrder"}, nil, ""},
		{"no @Method yet", "2.7.0", "class A { @DubboReference() B b; }", "@DubboReference()", []string{"createOrder"}, nil, ""},
		{"@Method is ignored", "2.7.3", "class A { @DubboReference() B b; }", "@DubboReference()", []string{"createOrder"}, nil, ""},
		{"method level is lost", "2.7.10", "<a>\n<dubbo:reference/></a>", "<dubbo:reference/>", []string{"createOrder"}, nil, ""},
		{"unknown version", "", "<a>\n<dubbo:reference/></a>", "<dubbo:reference/>", []string{"createOrder"}, nil, ""},
		{"unknown methods", "3.2.19", "<a>\n<dubbo:reference/></a>", "<dubbo:reference/>", []string{"*"}, nil, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := &world{}
			r := refers(w.deployed("web", tc.version), orders)
			if strings.HasPrefix(tc.tag, "@") {
				r.Form, r.Annotation = decl.FormAnnotation, "org.apache.dubbo.config.annotation.DubboReference"
			}
			f := file("x", tc.text)
			r.At = span(f, tc.tag)
			for _, h := range tc.have {
				name, text, _ := strings.Cut(h, "=")
				m := &application.Config{Tag: "method", Form: r.Form, At: span(f, text), Settings: []*application.Setting{{Name: "name", Value: name}}}
				r.Methods = append(r.Methods, m)
			}
			p := &Pass{Model: &w.Model, Look: w.look()}
			got := ""
			if fix := p.stopOnMethods(r, tc.methods); fix != nil {
				got = applied(*fix)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
