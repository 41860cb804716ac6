package springxml

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

const (
	open = `<beans xmlns="` + beansURI + `" xmlns:dubbo="` + apacheURI + `" xmlns:p="` + pURI + `">`
	ref  = `<dubbo:reference id="a"/>`
)

// brief writes elements as "tag(name=value ...)[children]".
func brief(es []*decl.Element) string {
	var b strings.Builder
	for i, e := range es {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(e.Tag)
		if len(e.Attrs) > 0 {
			b.WriteByte('(')
			for j, a := range e.Attrs {
				if j > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(a.Name + "=" + a.Value)
			}
			b.WriteByte(')')
		}
		if len(e.Children) > 0 {
			b.WriteString("[" + brief(e.Children) + "]")
		}
	}
	return b.String()
}

func TestElements(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"old namespace, own prefix", `<beans xmlns:x="` + alibabaURI + `"><x:registry address="N/A"/></beans>`, "registry(address=N/A)"},
		{"default namespace", `<b:beans xmlns:b="` + beansURI + `" xmlns="` + apacheURI + `"><protocol port="1"/></b:beans>`, "protocol(port=1)"},
		{"root is a Dubbo element", `<consumer xmlns="` + apacheURI + `" check="false"/>`, "consumer(check=false)"},
		{"beans in a foreign root", `<mule xmlns:s="` + beansURI + `" xmlns:dubbo="` + apacheURI + `"><s:beans>` + ref + `</s:beans></mule>`, "reference(id=a)"},
		{"other namespace", `<beans xmlns:x="http://acme.com/x"><x:reference id="a"/></beans>`, ""},
		{"nested reference in a list", open + `<util:list xmlns:util="` + utilURI + `">` + ref + `</util:list></beans>`, "reference(id=a)"},
		{"tracing children", open + `<dubbo:tracing><dubbo:sampling probability="1"/></dubbo:tracing></beans>`, "tracing[sampling(probability=1)]"},
		{"char references", open + `<dubbo:reference id="&#97;&lt;&quot;"/></beans>`, `reference(id=a<")`},
		{"CRLF", open + "\r\n<dubbo:reference\r\n id=\"a\r\nb\"/>\r\n</beans>\r\n", "reference(id=a b)"},
		{"inner service bean", open + `<dubbo:service interface="I"><bean class="com.acme.Impl"/></dubbo:service></beans>`, "service(interface=I)[bean]"},
		{"p namespace", open + `<bean class="com.acme.A" p:order-service-ref="o" p:n="1"/></beans>`, "bean[property(name=orderService ref=o) property(name=n value=1)]"},
		{"constructor arguments", open + `<bean class="org.apache.dubbo.config.ProtocolConfig"><constructor-arg value="dubbo"/><constructor-arg value="20880"/></bean></beans>`, "protocol(name=dubbo port=20880)"},
		{"constructor by index", open + `<bean class="org.apache.dubbo.config.RegistryConfig"><constructor-arg index="0" value="N/A"/></bean></beans>`, "registry(address=N/A)"},
		{"bean name becomes id", open + `<bean name="a, b" class="com.alibaba.dubbo.config.ApplicationConfig" lazy-init="true"><property name="name" value="shop"/></bean></beans>`, "application(id=a name=shop)"},
		{"inner config bean", open + `<bean id="r" class="org.apache.dubbo.config.ReferenceConfig"><property name="consumer"><bean class="org.apache.dubbo.config.ConsumerConfig" p:retries="0"/></property><property name="interfaceClass" value="I"/></bean></beans>`, "reference(id=r interface=I)[consumer(retries=0)]"},
		{"props as parameters", open + `<bean class="org.apache.dubbo.config.ConsumerConfig"><property name="parameters"><props><prop key="k">v</prop></props></property></bean></beans>`, "consumer[parameter(key=k value=v)]"},
		{"null is absent", open + `<bean class="org.apache.dubbo.config.ConsumerConfig"><property name="retries"><null/></property></bean></beans>`, "consumer"},
		{"other package", open + `<bean class="com.acme.config.ReferenceConfig"/></beans>`, "bean"},
		{"child before class-less parent", open + `<bean id="c" parent="b"/><bean id="b" parent="a"/><bean id="a" class="org.apache.dubbo.config.spring.ReferenceBean"/><bean id="other"/></beans>`,
			"reference(id=c parent=b) reference(id=b parent=a) reference(id=a) bean(id=other)"},
		{"location resource bean", open + `<bean class="com.acme.SecretPlaceholderConfigurer"><property name="location"><bean class="org.springframework.core.io.ClassPathResource"><constructor-arg value="a.properties"/></bean></property></bean></beans>`, "property-placeholder(location=classpath:a.properties)"},
		{"location by p namespace", open + `<bean class="x.PropertySourcesPlaceholderConfigurer" p:location="a" p:properties-ref="b"/></beans>`, "property-placeholder(properties-ref=b location=a)"},
		{"properties as text", open + "<bean class='x.PreferencesPlaceholderConfigurer'><property name='properties'><value>\n# no\na = 1\nb:2\n</value></property></bean></beans>", "property-placeholder[property(name=a value=1) property(name=b value=2)]"},
		{"properties of an inner bean", open + `<bean class="x.PropertyPlaceholderConfigurer"><property name="properties"><bean class="org.springframework.beans.factory.config.PropertiesFactoryBean"><property name="locations"><array><value>a</value><value>b</value></array></property></bean></property></bean></beans>`, "property-placeholder(location=a,b)"},
		{"override configurer brings no values", open + `<bean class="x.PropertyOverrideConfigurer"/></beans>`, "bean"},
		{"comment inside a value", open + `<bean class="x.Y"><property name="n"><value>a<!-- x -->b</value></property></bean></beans>`, "bean[property(name=n value=ab)]"},
		{"processing instruction", "<?php x ?>" + open + ref + "</beans>", "reference(id=a)"},
		{"XML 1.1", `<?xml version="1.1"?>` + open + ref + "</beans>", "reference(id=a)"},
		{"entity of entities", `<!DOCTYPE beans [<!ENTITY x "1"><!ENTITY y '&x;0&#x26;#48;'>]>` + open + `<dubbo:provider timeout="&y;"/></beans>`, "provider(timeout=100)"},
		{"entity with nested markup", `<!DOCTYPE beans [<!ENTITY in '<dubbo:parameter key="k" value="v"/>'><!ENTITY out '<dubbo:consumer>&in;</dubbo:consumer>'>]>` + open + `&out;</beans>`, "consumer[parameter(key=k value=v)]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u := parse(t, tt.in)
			if diff := cmp.Diff(tt.want, brief(u.XML)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, p := range u.Problems {
				t.Errorf("unexpected problem: %v", p)
			}
		})
	}
}

// refusals are files that Xerces refuses, with what is kept of them.
var refusals = []struct {
	name, in, want string // want is brief(Unit.XML)
	at             string // the text from the problem's place on begins so
	msg            string
}{
	{"duplicate attribute", open + `<dubbo:reference id="a" id="b"/></beans>`, "reference(id=a id=b)", `id="b"`, "twice"},
	{"duplicate by namespace", `<beans xmlns:d="` + apacheURI + `" xmlns:a="u" xmlns:b="u"><d:reference a:x="1" b:x="2"/></beans>`, "reference(x=1 x=2)", `b:x`, "twice"},
	{"two roots", open + ref + `</beans><beans/>`, "reference(id=a)", "<beans/>", "second root"},
	{"text behind the root", open + ref + `</beans> x`, "reference(id=a)", "x", "outside"},
	{"undeclared prefix", `<beans>` + ref + `</beans>`, "reference(id=a)", "<dubbo:", `"dubbo" is not declared`},
	{"undeclared attribute prefix", open + `<dubbo:reference q:id="a"/></beans>`, "reference(id=a)", "q:id", `"q" is not declared`},
	{"mismatched tags", open + ref + `<bean></beans>`, "reference(id=a) bean", "</beans>", "expected"},
	{"not closed", open + ref + `<dubbo:consumer check="false">` + ref, "reference(id=a) consumer(check=false)[reference(id=a)]", "", "not closed"},
	{"closes nothing", open + ref + `</beans></beans>`, "reference(id=a)", "</beans>", "closes nothing"},
	{"bare ampersand", open + ref + `<dubbo:registry address="a?b=c&d=e"/></beans>`, "reference(id=a)", "", "entity"},
	{"unknown entity", open + ref + `&nbsp;</beans>`, "reference(id=a)", "", "entity"},
	{"unquoted value", open + ref + `<dubbo:registry address=a/></beans>`, "reference(id=a)", "", "XML syntax"},
	{"no space between attributes", open + `<dubbo:reference id="a"check="false"/></beans>`, "reference(id=a check=false)", `check`, "white space"},
	{"declaration not first", "\n<?xml version=\"1.0\"?>" + open + ref + "</beans>", "reference(id=a)", "<?xml", "very start"},
	{"declaration not closed", `<?xml version="1.0">` + open + ref + "</beans>", "reference(id=a)", "<?xml", "declaration"},
	{"unknown version", `<?xml version="2.0"?>` + open + ref + "</beans>", "reference(id=a)", "<?xml", "declaration"},
	{"two document types", "<!DOCTYPE a><!DOCTYPE b>" + open + ref + "</beans>", "reference(id=a)", "<!DOCTYPE b", "must not stand here"},
	{"no local name", open + `<dubbo:reference id="a" p:="b"/></beans>`, "reference(id=a p:=b)", "p:", "not a valid name"},
	{"less-than in a value", open + ref + `<dubbo:registry address="<"/></beans>`, "reference(id=a)", "", "XML syntax"},
	{"comment not closed", open + ref + `<!-- `, "reference(id=a)", "", "XML syntax"},
	{"double hyphen in a comment", open + ref + `<!-- a -- b --></beans>`, "reference(id=a)", "", "XML syntax"},
	{"control character", open + ref + "\x01</beans>", "reference(id=a)", "", "XML syntax"},
	{"empty file", ``, "", "", "no element"},
	{"entity refers to itself", `<!DOCTYPE beans [<!ENTITY a "&b;"><!ENTITY b "&a;">]>` + open + `<dubbo:reference id="&a;"/></beans>`, "reference(id=)", "<!DOCTYPE", "itself"},
	{"entity leaves an element open", `<!DOCTYPE beans [<!ENTITY a "<dubbo:consumer>">]>` + open + ref + `&a;</dubbo:consumer></beans>`, "reference(id=a) consumer", "&a;", "does not close"},
	{"entity closes an element", `<!DOCTYPE beans [<!ENTITY a "<x/></beans>">]>` + open + ref + `&a;`, "reference(id=a)", "&a;", "closes nothing"},
}

func TestRefusals(t *testing.T) {
	for _, tt := range refusals {
		t.Run(tt.name, func(t *testing.T) {
			u := parse(t, tt.in)
			if diff := cmp.Diff(tt.want, brief(u.XML)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if len(u.Problems) != 1 {
				t.Fatalf("problems: %v", u.Problems)
			}
			p := u.Problems[0]
			if p.Kind != source.XMLSyntax || !strings.Contains(p.Msg.String(), tt.msg) {
				t.Errorf("got %s %q, want %q", p.Kind, p.Msg, tt.msg)
			}
			if rest := tt.in[p.At.Lo:]; !strings.HasPrefix(rest, tt.at) {
				t.Errorf("the place is %q, want %q", rest, tt.at)
			}
			if want := !strings.Contains(tt.in, "dubbo"); p.Minor != want {
				t.Errorf("Minor is %v", p.Minor)
			}
		})
	}
}

func TestTextInBeans(t *testing.T) {
	u := parse(t, open+"oops"+ref+"</beans>")
	if len(u.Problems) != 1 || u.Problems[0].At.Text() != "oops" || brief(u.XML) != "reference(id=a)" {
		t.Errorf("got %s, problems %v", brief(u.XML), u.Problems)
	}
}

func TestLimits(t *testing.T) {
	bomb := `<!DOCTYPE beans [<!ENTITY a "0123456789">`
	for i := 'b'; i < 'l'; i++ {
		bomb += fmt.Sprintf(`<!ENTITY %c "%s">`, i, strings.Repeat(fmt.Sprintf("&%c;", i-1), 10))
	}
	markup := `<!DOCTYPE beans [<!ENTITY a "<x/>">`
	for i := 'b'; i < 'l'; i++ {
		markup += fmt.Sprintf(`<!ENTITY %c "<y>%s</y>">`, i, strings.Repeat(fmt.Sprintf("&%c;", i-1), 10))
	}
	many := `<!DOCTYPE beans [<!ENTITY a "` + strings.Repeat("x", 1000) + `">]>` + open
	tests := []struct{ name, in, want string }{
		{"billion laughs", bomb + "]>" + open + `<dubbo:reference id="&k;"/>` + ref + "</beans>", "reference(id=) reference(id=a)"},
		{"billion elements", markup + "]>" + open + "&k;" + ref + "</beans>", "reference(id=a)"},
		{"quadratic blowup", many + `<bean><property name="` + strings.Repeat("&a;", 10_000) + `"/></bean>` + ref + "</beans>", "bean[property(name=)] reference(id=a)"},
		{"deep nesting", open + strings.Repeat("<x>", 100_000) + strings.Repeat("</x>", 100_000) + ref + "</beans>", "reference(id=a)"},
		{"wide child", open + "<x>" + strings.Repeat("<y/>", maxSubtree) + "</x>" + ref + "</beans>", "reference(id=a)"},
		{"many attributes", open + ref + "<x " + strings.Repeat(`a="" `, maxAttributes+1) + "/></beans>", "reference(id=a)"},
		{"many namespaces", open + ref + "<x " + strings.Repeat(`xmlns:a="b" `, maxBindings) + "/></beans>", "reference(id=a)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u := parse(t, tt.in)
			if got := brief(u.XML); got != tt.want {
				t.Errorf("got %.200s, want %s", got, tt.want)
			}
			if len(u.Problems) == 0 || slices.ContainsFunc(u.Problems, func(p source.Problem) bool { return p.Kind != source.TooLarge }) {
				t.Errorf("problems: %v", u.Problems)
			}
		})
	}
}

func TestManyElements(t *testing.T) {
	u := parse(t, open+strings.Repeat(ref, maxElements+10)+"</beans>")
	if len(u.XML) != maxElements || len(u.Problems) != 1 || u.Problems[0].Kind != source.TooLarge {
		t.Errorf("%d elements, problems %v", len(u.XML), u.Problems)
	}
}

func TestMinor(t *testing.T) {
	u := parse(t, "<project><a></project>")
	if len(u.Problems) != 1 || !u.Problems[0].Minor {
		t.Errorf("problems: %v", u.Problems)
	}
}

func TestAttributePlaces(t *testing.T) {
	in := open + "<dubbo:reference\n\tid = 'a' interface\n=\n\"x>y/>\"\r\n  check=\"&#102;alse &amp; &quot;\"  url='\"' 名=\"订单\"  empty=\"\"/></beans>"
	want := []string{"id|a|a", "interface|x>y/>|x>y/>", `check|&#102;alse &amp; &quot;|false & "`, `url|"|"`, "名|订单|订单", "empty||"}
	var got []string
	u := parse(t, in)
	for _, a := range u.XML[0].Attrs {
		got = append(got, a.NameAt.Text()+"|"+a.ValueAt.Text()+"|"+a.Value)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if tag := u.XML[0].At.Text(); !strings.HasPrefix(tag, "<dubbo:reference\n") || !strings.HasSuffix(tag, `empty=""/>`) {
		t.Errorf("the start tag is %q", tag)
	}
}

func TestProfiles(t *testing.T) {
	u := parse(t, `<beans profile=" prod ">`+`<beans profile="eu,us"><bean id="a"><property name="x" value="1"/></bean></beans><beans><bean id="b"/></beans></beans>`)
	for i, want := range [][]string{{"prod", "eu,us"}, {"prod"}} {
		if diff := cmp.Diff(want, u.XML[i].Profiles); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", u.XML[i].Value("id"), diff)
		}
	}
	if diff := cmp.Diff([]string{"prod", "eu,us"}, u.XML[0].Children[0].Profiles); diff != "" {
		t.Errorf("child: (-want +got):\n%s", diff)
	}
}
