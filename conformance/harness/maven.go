// Package harness runs real Dubbo releases on the cases of package
// conformance: a ZooKeeper, providers and consumers on the loopback interface.
package harness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/conformance"
	"github.com/dubboaudit/dubboaudit/dubbo"
)

// artifact is "group:artifact:version".
type artifact = string

// The ZooKeeper client must be 3.5.8 or newer: older ones cannot connect on
// Java 14 and later. Dubbo 3.3 needs Curator 5.
var (
	zooKeeper = []artifact{"org.apache.zookeeper:zookeeper:3.8.4", "io.dropwizard.metrics:metrics-core:4.2.19", "org.xerial.snappy:snappy-java:1.1.10.5", slf4j}
	curator4  = []artifact{"org.apache.curator:curator-recipes:4.3.0", "org.apache.curator:curator-x-discovery:4.3.0", "org.apache.zookeeper:zookeeper:3.5.10"}
	curator5  = []artifact{"org.apache.curator:curator-x-discovery:5.1.0", "org.apache.zookeeper:zookeeper:3.8.4", "io.dropwizard.metrics:metrics-core:4.2.19", "org.xerial.snappy:snappy-java:1.1.10.5"}
	// old is what the pom of 2.5 and 2.6 leaves to the user or names in
	// versions that Java 17 does not bear.
	old = []artifact{"org.javassist:javassist:3.28.0-GA", "io.netty:netty:3.10.6.Final", "io.netty:netty-all:4.1.45.Final",
		"com.alibaba:fastjson:1.2.83", "com.alibaba:hessian-lite:3.2.8", "commons-lang:commons-lang:2.6", "log4j:log4j:1.2.17", "com.101tec:zkclient:0.10"}
)

const slf4j = "org.slf4j:slf4j-simple:1.7.36"

// forgotten is what the poms of single releases lack: for annotations, for
// governance rules.
var forgotten = map[string]artifact{"2.6.5": "com.alibaba.spring:spring-context-support:1.0.2", "2.7.0": "org.yaml:snakeyaml:1.33"}

// plain lists what a consumer without Spring Boot needs.
func plain(v dubbo.Version) []artifact {
	list := []artifact{"javax.annotation:javax.annotation-api:1.3.2", slf4j}
	if a := forgotten[v.Text]; a != "" {
		list = append(list, a)
	}
	if v.Before("2.7.0") {
		list = append(list, "com.alibaba:dubbo:"+v.Text, "org.springframework:spring-context:4.3.30.RELEASE", "org.springframework:spring-web:4.3.30.RELEASE")
		return append(append(list, old...), curator4...)
	}
	list = append(list, curator(v)...)
	return append(list, "org.apache.dubbo:dubbo:"+v.Text, "org.springframework:spring-context:5.3.39")
}

// curator lists the ZooKeeper client and what else goes with the version.
func curator(v dubbo.Version) []artifact {
	switch {
	case v.AtLeast("3.3.0"):
		return curator5
	case v.AtLeast("3.0.0"):
		return append(slices.Clone(curator4), protobuf)
	}
	return curator4
}

// protobuf is what the triple protocol needs before 3.3, for plain interfaces
// too, and what Dubbo leaves to the user.
const protobuf = "com.google.protobuf:protobuf-java:3.22.3"

// boot lists what a Spring Boot consumer needs: the starter that goes with the
// release, and the newest Spring Boot that it was made for.
func boot(v dubbo.Version) []artifact {
	g, a, version := conformance.Starter(v)
	spring := "2.7.18"
	switch {
	case v.Before("2.7.0"):
		spring = "2.0.9.RELEASE"
	case v.Before("3.0.0"):
		spring = "2.3.12.RELEASE"
	}
	// Spring Boot comes first: of two versions of Spring, Maven takes its.
	list := []artifact{"org.springframework.boot:spring-boot:" + spring, "org.springframework.boot:spring-boot-autoconfigure:" + spring,
		"javax.annotation:javax.annotation-api:1.3.2", slf4j, "org.yaml:snakeyaml:1.33", g + ":" + a + ":" + version}
	if v.Before("2.7.0") {
		list = append(list, "com.alibaba:dubbo:"+v.Text, "org.springframework:spring-web:5.0.13.RELEASE")
		return append(append(list, old...), curator4...)
	}
	return append(append(list, curator(v)...), "org.apache.dubbo:dubbo:"+v.Text)
}

// excluded are logging back ends that would fight with slf4j-simple, and an
// artifact of old JDKs.
var excluded = []string{"log4j:log4j", "org.slf4j:slf4j-log4j12", "ch.qos.logback:logback-classic", "com.sun:tools", "org.apache.logging.log4j:log4j-to-slf4j",
	"org.apache.logging.log4j:log4j-slf4j-impl"}

// resolve returns the class path of a list of artifacts. The answer is kept
// in the cache; the first time Maven is asked.
func (h *Harness) resolve(list []artifact) ([]string, error) {
	pom := pomOf(list)
	sum := sha256.Sum256([]byte(pom))
	dir := filepath.Join(h.Cache, "classpath", hex.EncodeToString(sum[:8]))
	out := filepath.Join(dir, "classpath.txt")
	if _, err := os.Stat(out); err != nil {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, "pom.xml"), []byte(pom), 0o644); err != nil {
			return nil, err
		}
		cmd := exec.Command("mvn", "-q", "-B", "-f", filepath.Join(dir, "pom.xml"), "dependency:build-classpath",
			"-Dmdep.outputFile="+out+".part", "-Dmdep.includeScope=runtime")
		cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
		if err := cmd.Run(); err != nil {
			return nil, fmt.Errorf("maven cannot resolve %s: %w", strings.Join(list, " "), err)
		}
		if err := os.Rename(out+".part", out); err != nil {
			return nil, err
		}
	}
	text, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	return filepath.SplitList(strings.TrimSpace(string(text))), nil
}

func pomOf(list []artifact) string {
	var b strings.Builder
	b.WriteString("<project><modelVersion>4.0.0</modelVersion><groupId>probe</groupId><artifactId>probe</artifactId><version>1</version><dependencies>\n")
	for _, a := range list {
		p := strings.Split(a, ":")
		fmt.Fprintf(&b, "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version><exclusions>", p[0], p[1], p[2])
		for _, e := range append(slices.Clone(excluded), nettyOf(list, p[1])...) {
			if e == p[0]+":"+p[1] {
				continue
			}
			g, a, _ := strings.Cut(e, ":")
			fmt.Fprintf(&b, "<exclusion><groupId>%s</groupId><artifactId>%s</artifactId></exclusion>", g, a)
		}
		b.WriteString("</exclusions></dependency>\n")
	}
	b.WriteString("</dependencies></project>\n")
	return b.String()
}

// nettyOf lists what to exclude from the ZooKeeper client beside Dubbo 3: with
// its older netty the triple protocol fails.
func nettyOf(list []artifact, name string) []string {
	three := func(a artifact) bool { return strings.HasPrefix(a, "org.apache.dubbo:dubbo:3") }
	if name != "zookeeper" || !slices.ContainsFunc(list, three) {
		return nil
	}
	return []string{"io.netty:netty-handler", "io.netty:netty-transport-native-epoll"}
}

// split parts a class path into Dubbo, which every application in a JVM loads
// for itself, and the libraries, which they share.
func split(classpath []string) (own, libs []string) {
	for _, entry := range classpath {
		path := filepath.ToSlash(entry)
		if strings.Contains(path, "/org/apache/dubbo/") || strings.Contains(path, "/com/alibaba/dubbo/") ||
			strings.Contains(path, "/com/alibaba/boot/") || strings.Contains(path, "/com/alibaba/spring/") || strings.Contains(path, "/com/alibaba/hessian-lite/") {
			own = append(own, entry)
		} else {
			libs = append(libs, entry)
		}
	}
	return own, libs
}
