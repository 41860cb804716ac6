package build

import (
	"strconv"
	"strings"
)

// pin is a Dubbo BOM whose content is known without reading it: it gives its
// own version to the artifacts of its group named dubbo*.
type pin struct {
	group string
	version
}

// isDubboBOM tells the BOMs that manage Dubbo's own artifacts at their own
// version. dubbo-dependencies-bom is none: it manages third parties only
// (seen in 2.6.5, 2.7.0 to 2.7.23 and 3.3).
func isDubboBOM(group, artifact string) bool {
	return (group == "org.apache.dubbo" || group == "com.alibaba") && artifact == "dubbo-bom"
}

// covers tells whether the BOM manages an artifact. The Spring Boot starters
// are in dubbo-bom 2.7.13, 2.7.15 and from 3.0.0 on, not in 2.6.6, 2.7.3,
// 2.7.8 and 2.7.9; between, nobody looked.
func (p pin) covers(group, artifact string) bool {
	if p.group != group || !strings.HasPrefix(artifact, "dubbo") {
		return false
	}
	return !strings.Contains(artifact, "spring-boot") || p.hasStarters()
}

func (p pin) hasStarters() bool {
	major, rest, _ := strings.Cut(p.s, ".")
	minor, rest, _ := strings.Cut(rest, ".")
	patch := rest
	if i := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' }); i >= 0 {
		patch = rest[:i]
	}
	n, err := strconv.Atoi(patch)
	return major >= "3" || major == "2" && minor == "7" && err == nil && n >= 13
}

// pinned returns the version that the first of the BOMs gives to an artifact.
func pinned(pins []pin, group, artifact string) (version, bool) {
	for _, p := range pins {
		if p.covers(group, artifact) {
			return p.version, true
		}
	}
	return version{}, false
}

// isDubbo tells Dubbo's own artifacts and its old starters. Only Dubbo's own
// BOMs and those of the trees are taken to manage them:
// spring-boot-dependencies, spring-cloud-dependencies and
// spring-cloud-alibaba-dependencies (2.2.1 to 2023.0.3) do not.
func isDubbo(group, artifact string) bool {
	switch group {
	case "org.apache.dubbo", "com.alibaba", "com.alibaba.boot", "com.alibaba.spring.boot":
		return strings.Contains(artifact, "dubbo")
	}
	return false
}
