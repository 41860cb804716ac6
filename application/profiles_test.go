package application

import (
	"strings"
	"testing"
)

func TestMatchProfiles(t *testing.T) {
	tests := []struct {
		condition string
		active    string
		want      bool
	}{
		{"", "", true},
		{"dev", "dev", true},
		{"dev", "prod", false},
		{"!dev", "prod", true},
		{"!dev", "", true},
		{"default", "", true},
		{"default", "dev", false},
		{"dev,test", "test", true},
		{"dev, !test", "prod", true},
		{"live & eu", "live,eu", true},
		{"live & !eu", "live,eu", false},
		{"live | eu", "eu", true},
		{"(live | dev) & eu", "dev,eu", true},
		{"(live | dev) & eu", "dev", false},
		{"!(live | dev)", "eu", true},
		{"&", "dev", false},
		{"((", "dev", false},
		{strings.Repeat("(", 1000) + "dev", "dev", false},
		{strings.Repeat("!", 1001) + "dev", "dev", false},
	}
	for _, tt := range tests {
		if got := matchProfiles(tt.condition, splitList(tt.active)); got != tt.want {
			t.Errorf("matchProfiles(%.40q, %q) = %v", tt.condition, tt.active, got)
		}
	}
}

func TestSpringFile(t *testing.T) {
	tests := []struct{ name, kind, profile, ext string }{
		{"application.yml", "application", "", "yml"},
		{"config/application-dev.properties", "application", "dev", "properties"},
		{"application-dev-eu.yaml", "application", "dev-eu", "yaml"},
		{"bootstrap.yml", "bootstrap", "", "yml"},
		{"applicationContext.properties", "", "", ""},
		{"application-.yml", "", "", ""},
		{"spring/application.yml", "", "", ""},
		{"application.xml", "", "", ""},
	}
	for _, tt := range tests {
		kind, profile, ext := springFile(tt.name)
		if kind != tt.kind || profile != tt.profile || ext != tt.ext {
			t.Errorf("springFile(%q) = %q, %q, %q", tt.name, kind, profile, ext)
		}
	}
}

func TestCanonical(t *testing.T) {
	tests := [][2]string{
		{"dubbo.consumer.retries", "dubbo.consumer.retries"},
		{"dubbo.metadata-report.cycleReport", "dubbo.metadatareport.cyclereport"},
		{"dubbo.config_center.address", "dubbo.configcenter.address"},
		{"a.list[0].Name", "a.list[0].name"},
		{"dubbo.x[com.Acme-A].y-z", "dubbo.x[com.Acme-A].yz"},
	}
	for _, tt := range tests {
		if got := Canonical(tt[0]); got != tt[1] {
			t.Errorf("Canonical(%q) = %q", tt[0], got)
		}
	}
	if got := envName("dubbo.consumer.my-key[0]"); got != "DUBBO_CONSUMER_MYKEY_0" {
		t.Errorf("envName = %q", got)
	}
}

func TestLayout(t *testing.T) {
	tests := []struct {
		rel, root, name string
		test            bool
	}{
		{"src/main/resources/a/b.xml", "src/main/resources", "a/b.xml", false},
		{"src/test/resources/b.xml", "src/test/resources", "b.xml", true},
		{"src/integrationTest/resources/b.xml", "src/integrationTest/resources", "b.xml", true},
		{"src/main/webapp/WEB-INF/classes/b.xml", "src/main/webapp/WEB-INF/classes", "b.xml", false},
		{"overlays/war/WEB-INF/classes/c/b.xml", "overlays/war/WEB-INF/classes", "c/b.xml", false},
		{"src/conf.xml", "src", "conf.xml", false},
		{"test/java/A.java", "", "test/java/A.java", true},
		{"config/application.yml", "", "config/application.yml", false},
	}
	for _, tt := range tests {
		root, name := splitRoot(tt.rel)
		if root != tt.root || name != tt.name || isTestPath(tt.rel) != tt.test {
			t.Errorf("%s: root %q, name %q, test %v", tt.rel, root, name, isTestPath(tt.rel))
		}
	}
}
