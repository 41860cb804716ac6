package java

import "bytes"

// Relevant tells whether a file is worth parsing for itself: whether it uses
// Dubbo's annotations, builds its config objects or names configuration files
// for Spring. It looks at bytes only and errs on the side of true, but it is
// false for most files of Dubbo itself, all of which name Dubbo's packages.
func Relevant(raw []byte) bool {
	if m := mentionsOf(raw); m.enables ||
		m.annotations && containsAny(raw, annotationUses) || m.configs && buildsConfig(raw) {
		return true
	}
	if containsAny(raw, springUses) {
		return true
	}
	// UTF-16 cannot be searched like this.
	return len(raw) > 1 && (raw[0] == 0xff && raw[1] == 0xfe || raw[0] == 0xfe && raw[1] == 0xff)
}

var (
	// annotationUses are the uses of Dubbo's annotations in files that name
	// their package.
	annotationUses = [][]byte{
		[]byte("@Reference"), []byte("@Service"), []byte("@Dubbo"), []byte("@com.alibaba.dubbo"),
		[]byte("@org.apache.dubbo"), []byte("@Method"), []byte("@ProvidedBy"),
	}
	springUses = [][]byte{[]byte("@PropertySource"), []byte("@ImportResource"),
		[]byte("annotation.PropertySource"), []byte("annotation.ImportResource")}
)

// mentions is what a file names.
type mentions struct {
	annotations bool // the package of Dubbo's annotations, or one of them by its own name
	enables     bool // @EnableDubbo... or @DubboComponentScan
	configs     bool // the package of the config classes, or DubboBootstrap
}

// mentionsOf looks at each "dubbo" and "Dubbo" and what stands around it.
func mentionsOf(raw []byte) (m mentions) {
	for rest := 0; ; {
		i := bytes.Index(raw[rest:], []byte("ubbo"))
		if i < 0 {
			return m
		}
		i += rest
		rest = i + len("ubbo")
		if i == 0 {
			continue
		}
		before, after := raw[:i-1], raw[rest:]
		if raw[i-1] == 'd' && bytes.HasPrefix(after, []byte(".config")) {
			m.annotations = m.annotations || bytes.HasPrefix(after, []byte(".config.annotation"))
			m.configs = true
		}
		if raw[i-1] != 'D' {
			continue
		}
		switch {
		case bytes.HasSuffix(before, []byte("@Enable")), bytes.HasPrefix(after, []byte("ComponentScan")) && bytes.HasSuffix(before, []byte("@")):
			m.enables = true
		case bytes.HasPrefix(after, []byte("Reference")), bytes.HasPrefix(after, []byte("Service")):
			m.annotations = m.annotations || bytes.HasSuffix(before, []byte("@"))
		case bytes.HasPrefix(after, []byte("Bootstrap")):
			m.configs = true
		}
	}
}

// buildsConfig tells whether a config class, bean or builder is made.
func buildsConfig(raw []byte) bool {
	for rest := 0; ; {
		i := bytes.Index(raw[rest:], []byte("new"))
		if i < 0 {
			return false
		}
		rest += i + len("new")
		after := raw[rest:]
		if bytes.HasPrefix(after, []byte("Builder(")) || configClasses[string(firstType(after))] {
			return true
		}
	}
}

// firstType is the simple name of the type that s begins with, behind blanks.
func firstType(s []byte) []byte {
	s = bytes.TrimLeft(s[:min(len(s), 100)], " \t\r\n")
	n := 0
	for n < len(s) && (classes[s[n]]&(isLetter|isDigit) != 0 || s[n] == '.') {
		n++
	}
	return s[bytes.LastIndexByte(s[:n], '.')+1 : n]
}

func containsAny(raw []byte, list [][]byte) bool {
	for _, s := range list {
		if bytes.Contains(raw, s) {
			return true
		}
	}
	return false
}
