package effective

import (
	"testing"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// TestBootOrder holds the measured table of the Spring Boot starters: which
// source wins, found by taking the strongest away in turn.
func TestBootOrder(t *testing.T) {
	const jvm, env, yml, file = "jvm-property", "environment", "spring-environment", "dubbo-properties"
	value := map[string]string{jvm: "11", env: "12", yml: "13", file: "14"}
	tests := []struct {
		versions []string
		order    []string
	}{
		{[]string{"2.6.2", "2.7.6"}, []string{jvm, env, yml, file}},
		{[]string{"2.7.8", "2.7.23"}, []string{jvm, yml, env, file}},
		{[]string{"3.2.19"}, []string{jvm, yml, file}},
		{[]string{"3.3.6"}, []string{jvm, env, yml, file}},
	}
	for _, tt := range tests {
		for _, version := range tt.versions {
			for i := range tt.order {
				b := newApp(version)
				b.Boot = true
				b.reference(decl.FormAnnotation)
				for _, src := range tt.order[i:] {
					key := "dubbo.consumer.retries"
					if src == env {
						key = "DUBBO_CONSUMER_RETRIES"
					}
					b.property(application.PropertySource(src), key, value[src])
				}
				c := call(t, b)
				if got := c.Retries.Raw; got != value[tt.order[i]] {
					t.Errorf("%s, sources %v: retries %s, want that of %s", version, tt.order[i:], got, tt.order[i])
				}
			}
		}
	}
}

// TestNamedConsumers: measured in boot-consumers.
func TestNamedConsumers(t *testing.T) {
	for version, want := range map[string]string{"2.6.5": "", "2.6.6": "4", "2.6.12": "4", "2.7.0": "4", "3.2.19": "4"} {
		b := newApp(version)
		b.Boot = true
		b.reference(decl.FormAnnotation)
		b.property(application.SpringEnv, "dubbo.consumers.c1.retries", "4")
		if c := call(t, b); c.Retries.Raw != want {
			t.Errorf("%s: retries %q, want %q", version, c.Retries.Raw, want)
		}
	}
}

// TestEnvironmentNeedsKey: on 2.6.2 an environment variable counts only where
// the Spring environment has the key too.
func TestEnvironmentNeedsKey(t *testing.T) {
	b := newApp("2.6.2")
	b.Boot = true
	b.reference(decl.FormAnnotation)
	b.property(application.Env, "DUBBO_CONSUMER_RETRIES", "7")
	if c := call(t, b); !c.Retries.IsDefault() {
		t.Errorf("retries = %+v, want the default", c.Retries)
	}
}

// TestBootReferenceAgainstAnnotation holds the second column of that table.
func TestBootReferenceAgainstAnnotation(t *testing.T) {
	const jvm, env, yml, file = "jvm-property", "environment", "spring-environment", "dubbo-properties"
	tests := []struct {
		version string
		above   []string // beat a written attribute
		below   []string // fill an absent one
		dead    []string
	}{
		{"2.6.2", []string{jvm}, []string{file, yml}, []string{env}},
		{"2.7.6", nil, []string{jvm, env, yml, file}, nil},
		{"2.7.8", []string{jvm, env}, []string{yml, file}, nil},
		{"2.7.23", []string{jvm, env}, []string{yml, file}, nil},
		{"3.2.19", []string{jvm, yml}, []string{file}, []string{env}},
		{"3.3.6", []string{jvm, env, yml}, []string{file}, nil},
	}
	for _, tt := range tests {
		check := func(src, written, want string) {
			t.Helper()
			b := newApp(tt.version)
			b.Boot = true
			kv := []string{}
			if written != "" {
				kv = []string{"retries", written}
			}
			b.reference(decl.FormAnnotation, kv...)
			key := "dubbo.reference." + iface + ".retries"
			if src == env {
				key = "DUBBO_REFERENCE_COM_ACME_ORDERSERVICE_RETRIES"
			}
			b.property(application.PropertySource(src), key, "7")
			if got := call(t, b).Retries.Raw; got != want {
				t.Errorf("%s: %s with the annotation's %q: retries %q, want %q", tt.version, src, written, got, want)
			}
		}
		for _, src := range tt.above {
			check(src, "5", "7")
		}
		for _, src := range tt.below {
			check(src, "5", "5")
			check(src, "", "7")
		}
		for _, src := range tt.dead {
			check(src, "", "")
		}
	}
}

// TestSystemPropertyAgainstXML: measured in sysprop-consumer-element.
func TestSystemPropertyAgainstXML(t *testing.T) {
	for version, want := range map[string]string{"2.6.2": "0", "2.6.12": "0", "2.7.8": "3", "2.7.23": "3", "3.2.19": "0", "3.3.6": "0"} {
		b := newApp(version)
		b.config("consumer", decl.FormXML, "retries", "3")
		b.reference(decl.FormXML)
		b.property(application.JVM, "dubbo.consumer.retries", "0")
		c := call(t, b)
		if c.Retries.Raw != want {
			t.Errorf("%s: retries %s, want %s", version, c.Retries.Raw, want)
		}
		if len(c.Retries.Shadowed) != 1 {
			t.Errorf("%s: losers %+v, want the other source", version, c.Retries.Shadowed)
		}
	}
}

// TestCenterPriority: measured in center-consumer and center-consumer-low.
func TestCenterPriority(t *testing.T) {
	tests := []struct{ version, priority, want string }{
		{"2.7.5", "", "0"}, {"2.7.5", "true", "0"}, {"2.7.5", "false", "3"},
		{"2.7.8", "", "3"}, {"2.7.8", "false", "3"},
		{"3.3.6", "", "0"}, {"3.3.6", "false", "0"},
	}
	for _, tt := range tests {
		b := newApp(tt.version)
		b.config("config-center", decl.FormXML, "address", "zookeeper://h:2181", "highest-priority", tt.priority)
		b.config("consumer", decl.FormXML, "retries", "3")
		b.reference(decl.FormXML)
		b.property(application.Center, "dubbo.consumer.retries", "0")
		if c := call(t, b); c.Retries.Raw != tt.want {
			t.Errorf("%s with priority %q: retries %s, want %s", tt.version, tt.priority, c.Retries.Raw, tt.want)
		}
	}
}

// TestEnableDubbo: without the starter @EnableDubbo still binds the consumer,
// but hands no key of a reference to Dubbo.
func TestEnableDubbo(t *testing.T) {
	for _, enabled := range []bool{false, true} {
		b := newApp("2.7.8")
		b.reference(decl.FormAnnotation)
		if enabled {
			c := b.config("annotation", decl.FormAnnotation)
			c.Annotation = "org.apache.dubbo.config.spring.context.annotation.EnableDubbo"
		}
		b.property(application.SpringEnv, "dubbo.consumer.retries", "7")
		b.property(application.SpringEnv, "dubbo.reference."+iface+".timeout", "5000")
		c := call(t, b)
		if got := c.Retries.Raw == "7"; got != enabled {
			t.Errorf("enabled %v: retries %q", enabled, c.Retries.Raw)
		}
		if !c.Timeout.IsDefault() {
			t.Errorf("enabled %v: timeout %v", enabled, c.Timeout.V)
		}
	}
}

// TestRanking: a source does not rank over itself.
func TestRanking(t *testing.T) {
	center, file := &entry{from: Origin{Level: ConfigCenter}}, &entry{from: Origin{Level: DubboProps}}
	if got, want := ranking(center, file).String(), "the config centre ranks over dubbo.properties in this version"; got != want {
		t.Error(got)
	}
	if got, want := ranking(center, center).String(), "another key or file of the config centre ranks higher"; got != want {
		t.Error(got)
	}
}
