package random

import (
	"fmt"
	"strconv"
	"strings"
)

// annotated writes a class with an annotated field or setter for each
// reference; body goes behind them.
func (c *Config) annotated(class, body string) string {
	var b strings.Builder
	b.WriteString("package probe;\n\nimport @PKG@.config.annotation.@REFERENCE@;\n")
	if c.uses(Method) {
		b.WriteString("import @PKG@.config.annotation.Method;\n")
	}
	b.WriteString(imports[c.Form])
	fmt.Fprintf(&b, "\n/** References by annotation. */\n%spublic class %s {\n", classAnnotations[c.Form], class)
	for _, r := range c.Refs {
		annotation := "    @@REFERENCE@(" + c.annotation(r) + ")\n"
		if c.value(Reference, r.ID, setter) != "" {
			fmt.Fprintf(&b, "    private Api %s;\n\n%s    public void set%s(Api api) {\n        this.%s = api;\n    }\n\n", r.Name(), annotation,
				strings.ToUpper(r.Name()[:1])+r.Name()[1:], r.Name())
		} else {
			fmt.Fprintf(&b, "%s    private Api %s;\n", annotation, r.Name())
		}
	}
	return b.String() + body + "}\n"
}

var imports = map[Form]string{
	Java: `import @PKG@.config.ApplicationConfig;
import @PKG@.config.ConsumerConfig;
import @PKG@.config.RegistryConfig;
import @PKG@.config.spring.context.annotation.EnableDubbo;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
`,
	Boot: `import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
`,
}

var classAnnotations = map[Form]string{
	Java: "@Configuration\n@EnableDubbo(scanBasePackages = \"probe\")\n",
	Boot: "@SpringBootApplication\n",
}

// annotation writes the attributes of an annotated reference.
func (c *Config) annotation(r Ref) string {
	group, version := c.service(r.ID)
	parts := []string{fmt.Sprintf("group = %q", group)}
	if version != "" {
		parts = append(parts, fmt.Sprintf("version = %q", version))
	}
	for _, x := range c.at(Reference, r.ID) {
		if x.isAttribute() {
			parts = append(parts, x.Key+" = "+literal(x.Key, x.Value, true))
		}
	}
	if list := c.at(Parameter, r.ID); len(list) > 0 {
		var pairs []string
		for _, x := range list {
			pairs = append(pairs, strconv.Quote(x.Key), strconv.Quote(x.Value))
		}
		parts = append(parts, "parameters = {"+strings.Join(pairs, ", ")+"}")
	}
	var list []string
	for _, m := range byMethod(c.at(Method, r.ID)) {
		text := fmt.Sprintf("@Method(name = %q", m.name)
		for _, x := range m.choices {
			text += ", " + x.Key + " = " + literal(x.Key, x.Value, true)
		}
		list = append(list, text+")")
	}
	if len(list) > 0 {
		parts = append(parts, "methods = {"+strings.Join(list, ", ")+"}")
	}
	return strings.Join(parts, ", ")
}

// literal writes a value as Java: numbers and booleans bare, the rest quoted.
// Some attributes are texts in annotations and booleans in config objects.
func literal(key, value string, annotation bool) string {
	if _, err := strconv.Atoi(value); err == nil {
		return value
	}
	if _, err := strconv.ParseBool(value); err == nil && !(annotation && key == "mock") {
		return value
	}
	return strconv.Quote(value)
}

// javaConfig writes an annotated Spring configuration.
func (c *Config) javaConfig() string {
	var b strings.Builder
	b.WriteString(`
    @Bean
    public ApplicationConfig application() {
        ApplicationConfig application = new ApplicationConfig();
        application.setName("probe-consumer");
        application.setQosEnable(false);
        return application;
    }

    @Bean
    public RegistryConfig registry() {
        RegistryConfig registry = new RegistryConfig();
        registry.setAddress("zookeeper://127.0.0.1:2181");
        return registry;
    }
`)
	if list := c.at(Consumer, "-"); len(list) > 0 {
		b.WriteString("\n    @Bean\n    public ConsumerConfig consumer() {\n        ConsumerConfig consumer = new ConsumerConfig();\n" +
			sets("consumer", list) + "        return consumer;\n    }\n")
	}
	return c.annotated("Config", b.String())
}

// sets writes a setter's call for each choice.
func sets(object string, list []Choice) string {
	var b strings.Builder
	for _, x := range list {
		if x.isAttribute() {
			fmt.Fprintf(&b, "        %s.set%s(%s);\n", object, strings.ToUpper(x.Key[:1])+x.Key[1:], literal(x.Key, x.Value, false))
		}
	}
	return b.String()
}

// client writes references made by hand.
func (c *Config) client() string {
	var b strings.Builder
	b.WriteString(`package probe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import @PKG@.config.ApplicationConfig;
import @PKG@.config.ConsumerConfig;
import @PKG@.config.MethodConfig;
import @PKG@.config.ReferenceConfig;
import @PKG@.config.RegistryConfig;

/** References made by hand. */
public class Client {
`)
	for _, r := range c.Refs {
		fmt.Fprintf(&b, "    public Api %s;\n", r.Name())
	}
	b.WriteString(`
    public Client() {
        ApplicationConfig application = new ApplicationConfig("probe-consumer");
        RegistryConfig registry = new RegistryConfig("zookeeper://127.0.0.1:2181");
`)
	plain := c.at(Consumer, "-")
	if len(plain) > 0 {
		b.WriteString("        ConsumerConfig consumer = new ConsumerConfig();\n" + sets("consumer", plain))
	}
	for _, r := range c.Refs {
		b.WriteString(c.made(r, len(plain) > 0))
	}
	return b.String() + "    }\n}\n"
}

// made writes the statements of one reference of the API.
func (c *Config) made(r Ref, consumer bool) string {
	var b strings.Builder
	group, version := c.service(r.ID)
	id := r.Name()
	fmt.Fprintf(&b, "\n        ReferenceConfig<Api> %s = new ReferenceConfig<Api>();\n", id)
	fmt.Fprintf(&b, "        %s.setApplication(application);\n        %s.setRegistry(registry);\n        %s.setInterface(Api.class);\n", id, id, id)
	fmt.Fprintf(&b, "        %s.setGroup(%q);\n", id, group)
	if version != "" {
		fmt.Fprintf(&b, "        %s.setVersion(%q);\n", id, version)
	}
	if consumer {
		fmt.Fprintf(&b, "        %s.setConsumer(consumer);\n", id)
	}
	b.WriteString(sets(id, c.at(Reference, r.ID)))
	if list := c.at(Parameter, r.ID); len(list) > 0 {
		fmt.Fprintf(&b, "        Map<String, String> %sParameters = new HashMap<String, String>();\n", id)
		for _, x := range list {
			fmt.Fprintf(&b, "        %sParameters.put(%q, %q);\n", id, x.Key, x.Value)
		}
		fmt.Fprintf(&b, "        %s.setParameters(%sParameters);\n", id, id)
	}
	if list := byMethod(c.at(Method, r.ID)); len(list) > 0 {
		fmt.Fprintf(&b, "        List<MethodConfig> %sMethods = new ArrayList<MethodConfig>();\n", id)
		for _, m := range list {
			name := id + "Method" + m.name
			fmt.Fprintf(&b, "        MethodConfig %s = new MethodConfig();\n        %s.setName(%q);\n%s        %sMethods.add(%s);\n", name, name, m.name,
				sets(name, m.choices), id, name)
		}
		fmt.Fprintf(&b, "        %s.setMethods(%sMethods);\n", id, id)
	}
	fmt.Fprintf(&b, "        this.%s = %s.get();\n", r.Name(), id)
	return b.String()
}

const bootPOM = `<project><modelVersion>4.0.0</modelVersion><groupId>probe</groupId><artifactId>consumer</artifactId><version>1</version>
<dependencies>@STARTER@<dependency><groupId>@PKGGROUP@</groupId><artifactId>dubbo</artifactId><version>@VERSION@</version></dependency></dependencies></project>
`

// bootMain writes the Spring Boot application.
func (c *Config) bootMain() string {
	return c.annotated("Main", `
    public static void main(String[] args) {
        SpringApplication.run(Main.class, args);
    }
`)
}

// yaml writes application.yml, or the profile's, with flat keys.
func (c *Config) yaml(p Place) string {
	var b strings.Builder
	if p == YAML {
		b.WriteString("dubbo:\n  application:\n    name: probe-consumer\n    qos-enable: false\n  registry:\n    address: zookeeper://127.0.0.1:2181\n")
		if c.uses(Profile) {
			b.WriteString("spring.profiles.active: fast\n")
		}
	}
	for _, x := range c.at(p, "-") {
		fmt.Fprintf(&b, "%s: %s\n", x.Key, x.Value)
	}
	return b.String()
}
