package random

import (
	"fmt"
	"slices"
	"strings"
)

// archive writes the files of the case as a txtar text.
func (c *Config) archive(port int) string {
	var b strings.Builder
	file := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "-- %s --\n%s", name, text)
		}
	}
	const resources, sources = "consumer/src/main/resources/", "consumer/src/main/java/probe/"
	switch c.Form {
	case XML:
		file(resources+"consumer.xml", c.xml())
	case Annotation:
		file(resources+"consumer.xml", c.xml())
		file(sources+"Annotated.java", c.annotated("Annotated", ""))
	case Java:
		file(sources+"Config.java", c.javaConfig())
	case API:
		file(sources+"Client.java", c.client())
	case Boot:
		file("consumer/pom.xml", bootPOM)
		file(sources+"Main.java", c.bootMain())
		file(resources+"application.yml", c.yaml(YAML))
		file(resources+"application-fast.yml", c.yaml(Profile))
	}
	file(resources+"dubbo.properties", c.lines(Properties, ""))
	file(resources+"config-center.properties", c.lines(Center, ""))
	file("jvm.options", c.lines(Sysprop, "-D"))
	file("environment", c.lines(Environment, ""))
	if c.ownProvider() {
		file("provider/src/main/resources/provider.xml", c.provider(port))
		file("provider/src/main/resources/dubbo.properties", c.lines(ProviderProperties, ""))
	}
	return b.String()
}

// lines writes the choices of a place as key=value.
func (c *Config) lines(p Place, prefix string) string {
	var b strings.Builder
	for _, x := range c.at(p, "-") {
		b.WriteString(prefix + x.Key + "=" + x.Value + "\n")
	}
	return b.String()
}

const beans = `<beans xmlns="http://www.springframework.org/schema/beans" xmlns:dubbo="@NS@">` + "\n"

// xml writes the consumer's side; annotated references stand elsewhere.
func (c *Config) xml() string {
	var b strings.Builder
	b.WriteString(beans)
	fmt.Fprintf(&b, `  <dubbo:application name="probe-consumer"><dubbo:parameter key="qos.enable" value="false"/>%s</dubbo:application>`+"\n",
		parameters(c.at(Application, "-")))
	if c.uses(Center) {
		fmt.Fprintf(&b, `  <dubbo:config-center address="zookeeper://127.0.0.1:2183" config-file="%s.properties"/>`+"\n", c.Name)
	}
	fmt.Fprintf(&b, `  <dubbo:registry address="zookeeper://127.0.0.1:2181"%s/>`+"\n", attributes(c.at(Registry, "-")))
	for _, id := range c.consumers() {
		b.WriteString("  <dubbo:consumer" + consumerID(id) + attributes(c.at(Consumer, id)) + ">" + parameters(c.at(ConsumerParameter, id)))
		for _, r := range c.Refs {
			if c.Form == XML && c.value(Reference, r.ID, nestedIn) == id {
				b.WriteString("\n  " + c.reference(r))
			}
		}
		b.WriteString("</dubbo:consumer>\n")
	}
	for _, r := range c.Refs {
		if c.Form == XML && c.value(Reference, r.ID, nestedIn) == "" {
			b.WriteString(c.reference(r))
		}
	}
	if c.Form == Annotation {
		b.WriteString("  <dubbo:annotation package=\"probe\"/>\n  <bean id=\"annotated\" class=\"probe.Annotated\"/>\n")
	}
	return b.String() + "</beans>\n"
}

// consumers lists the consumers that are written or named.
func (c *Config) consumers() []string {
	var out []string
	for _, x := range c.Choices {
		id := ""
		switch {
		case x.Place == Consumer || x.Place == ConsumerParameter:
			id = x.Of
		case x.Place == Reference && (x.Key == "consumer" || x.Key == nestedIn):
			id = x.Value
		}
		if id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

func consumerID(id string) string {
	if id == "-" {
		return ""
	}
	return fmt.Sprintf(" id=%q", id)
}

func (c *Config) reference(r Ref) string {
	group, version := c.service(r.ID)
	return fmt.Sprintf("  <dubbo:reference id=%q interface=\"probe.Api\" group=%q%s%s>%s%s</dubbo:reference>\n", r.Name(), group,
		optional("version", version), attributes(c.at(Reference, r.ID)), methods(c.at(Method, r.ID)), parameters(c.at(Parameter, r.ID)))
}

func optional(name, value string) string {
	if value == "" {
		return ""
	}
	return fmt.Sprintf(" %s=%q", name, value)
}

// provider writes the provider's side: a service for each reference.
func (c *Config) provider(port int) string {
	var b strings.Builder
	b.WriteString(beans)
	fmt.Fprintf(&b, "  <dubbo:application name=\"probe-%s\"><dubbo:parameter key=\"qos.enable\" value=\"false\"/></dubbo:application>\n", c.Name)
	b.WriteString("  <dubbo:registry address=\"zookeeper://127.0.0.1:2181\"/>\n")
	fmt.Fprintf(&b, "  <dubbo:protocol name=\"dubbo\" port=\"%d\" threads=\"400\"/>\n  <bean id=\"impl\" class=\"probe.ApiImpl\"/>\n", port)
	if list := c.at(Provider, "-"); len(list) > 0 {
		b.WriteString("  <dubbo:provider" + attributes(list) + "/>\n")
	}
	for _, r := range c.Refs {
		if c.value(Reference, r.ID, sameAs) != "" {
			continue
		}
		group, version := c.service(r.ID)
		fmt.Fprintf(&b, "  <dubbo:service interface=\"probe.Api\" ref=\"impl\" group=%q version=%q%s>%s%s</dubbo:service>\n", group, version,
			attributes(c.at(Service, r.ID)), methods(c.at(ServiceMethod, r.ID)), parameters(c.at(ServiceParameter, r.ID)))
	}
	return b.String() + "</beans>\n"
}

// attributes writes choices as XML attributes.
func attributes(list []Choice) string {
	var b strings.Builder
	for _, x := range list {
		if x.isAttribute() {
			fmt.Fprintf(&b, " %s=%q", x.Key, x.Value)
		}
	}
	return b.String()
}

func parameters(list []Choice) string {
	var b strings.Builder
	for _, x := range list {
		fmt.Fprintf(&b, "<dubbo:parameter key=%q value=%q/>", x.Key, x.Value)
	}
	return b.String()
}

func methods(list []Choice) string {
	var b strings.Builder
	for _, m := range byMethod(list) {
		fmt.Fprintf(&b, "<dubbo:method name=%q%s/>", m.name, attributes(m.choices))
	}
	return b.String()
}

// ofMethod are the choices of one method, with keys that are attributes.
type ofMethod struct {
	name    string
	choices []Choice
}

// byMethod parts choices by the method before the dot of their keys.
func byMethod(list []Choice) []ofMethod {
	var out []ofMethod
	for _, x := range list {
		name, key, _ := strings.Cut(x.Key, ".")
		x.Key = key
		i := slices.IndexFunc(out, func(m ofMethod) bool { return m.name == name })
		if i < 0 {
			i = len(out)
			out = append(out, ofMethod{name: name})
		}
		out[i].choices = append(out[i].choices, x)
	}
	return out
}
