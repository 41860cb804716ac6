package dubbo

import "strings"

// ArtifactKind says what a build coordinate tells about the Dubbo in use.
type ArtifactKind uint8

// The kinds, the most telling last.
const (
	NotDubbo ArtifactKind = iota
	Cloud                 // Spring Cloud Dubbo: brings a Dubbo that its number does not tell
	Starter               // a Spring Boot starter: brings the Dubbo of StarterBrings
	PartJar               // one part of Dubbo, numbered as Dubbo is
	WholeJar              // Dubbo itself
)

// partPrefixes begin the names of Dubbo's own parts below org.apache.dubbo and,
// up to 2.6, com.alibaba. Others of these groups are numbered by themselves
// (com.alibaba:dubbo-registry-nacos 0.0.2, org.apache.dubbo:dubbo-admin).
var partPrefixes = []string{
	"dubbo-cluster", "dubbo-common", "dubbo-compatible", "dubbo-config-", "dubbo-configcenter-",
	"dubbo-container-", "dubbo-core", "dubbo-dependencies-zookeeper", "dubbo-filter-", "dubbo-metadata-", "dubbo-monitor-",
	"dubbo-nacos-spring-boot-starter", "dubbo-plugin-", "dubbo-qos", "dubbo-registry-", "dubbo-remoting-",
	"dubbo-rpc-", "dubbo-serialization-", "dubbo-zookeeper-", "dubbo-spring-boot-auto",
}

// ArtifactOf tells what a Maven coordinate says about Dubbo. Forks that keep
// the name (com.acme:dubbo) count as Dubbo itself.
func ArtifactOf(group, artifact string) ArtifactKind {
	switch {
	case artifact == "dubbo" || artifact == "dubbox":
		return WholeJar
	case artifact == "dubbo-spring-boot-starter" || artifact == "spring-boot-starter-dubbo":
		return Starter
	case artifact == "spring-cloud-starter-dubbo" || artifact == "spring-cloud-alibaba-dubbo":
		return Cloud
	case group == "com.alibaba" && artifact == "dubbo-registry-nacos":
		return NotDubbo
	case group != "org.apache.dubbo" && group != "com.alibaba":
		return NotDubbo
	}
	for _, p := range partPrefixes {
		if strings.HasPrefix(artifact, p) {
			return PartJar
		}
	}
	return NotDubbo
}

// IsBootStarter reports whether an artifact is a Spring Boot starter of Dubbo.
func IsBootStarter(group, artifact string) bool {
	switch ArtifactOf(group, artifact) {
	case Starter, Cloud:
		return true
	}
	return group == "org.apache.dubbo" && strings.HasSuffix(artifact, "-spring-boot-starter")
}

// starterRow says which com.alibaba:dubbo a starter of the old numbering brings.
type starterRow struct{ group, version, dubbo string }

// starters are read from the dependency trees that Maven makes of the
// published poms. "" means that the starter brings no Dubbo: the application
// has to name it.
var starters = []starterRow{
	{"com.alibaba.boot", "0.1.0", "2.5.10"}, // its parent pom: dubbo.version 2.5.10
	{"com.alibaba.boot", "0.1.1", "2.6.2"},
	{"com.alibaba.boot", "0.1.2.RELEASE", "2.6.5"},
	{"com.alibaba.boot", "0.2.0", "2.6.2"},
	{"com.alibaba.boot", "0.2.1.RELEASE", ""}, // dubbo is optional in its autoconfigure pom
	{"com.alibaba.spring.boot", "1.0.0", "2.6.0"},
	{"com.alibaba.spring.boot", "1.0.1", "2.6.0"},
	{"com.alibaba.spring.boot", "1.0.2", "2.6.0"},
	{"com.alibaba.spring.boot", "2.0.0", "2.6.0"},
	{"io.dubbo.springboot", "1.0.0", "2.5.3"},
	{"org.apache.dubbo", "2.7.0", ""}, // dubbo is optional in its autoconfigure pom
	{"org.apache.dubbo", "2.7.1", ""},
}

// StarterBrings returns the Dubbo version that a starter brings by itself, ""
// where it brings none or where that is not known. From 2.7.3 on the starter
// of org.apache.dubbo has Dubbo's own number.
func StarterBrings(group, version string) string {
	for _, s := range starters {
		if s.group == group && s.version == version {
			return s.dubbo
		}
	}
	if group == "org.apache.dubbo" {
		return version
	}
	return ""
}

// dubboxBase is what dubbox was forked from: its 2.8.x is Dubbo 2.5.3 with
// REST and other serializations added, and has nothing of Dubbo 2.6 and later.
// Not measured: no released dubbox was run.
const dubboxBase = "2.5.3"

// ParseArtifactVersion is ParseVersion for the version of an artifact: dubbox,
// whose numbers 2.8.x are no Dubbo's, is compared as the Dubbo it came from.
func ParseArtifactVersion(artifact, text string) (Version, error) {
	v, err := ParseVersion(text)
	if err != nil || !(artifact == "dubbox" || strings.HasPrefix(v.Base, "2.8.")) {
		return v, err
	}
	base, err := ParseVersion(dubboxBase)
	if err != nil {
		return v, err
	}
	base.Text, base.Kind = v.Text, Fork
	return base, nil
}
