package java

import "bytes"

// Relevant tells whether a file is worth parsing for itself: whether it uses
// Dubbo's annotations, builds its config objects, names configuration files
// for Spring or is the main class of a Spring Boot application. It looks at bytes only and errs on the side of true, but it is
// false for most files of Dubbo itself, all of which name Dubbo's packages.
func Relevant(raw []byte) bool {
	if m := mentionsOf(raw); m.enables ||
		m.annotations && containsAny(raw, annotationUses) || m.configs && buildsConfig(raw) {
		return true
	}
	for _, name := range springUses {
		if usesOf(raw, name) {
			return true
		}
	}
	// UTF-16 cannot be searched like this.
	return len(raw) > 1 && (raw[0] == 0xff && raw[1] == 0xfe || raw[0] == 0xfe && raw[1] == 0xff)
}

// springUses are the annotations of Spring that tell where configuration lies
// and which module is an application.
var springUses = [][]byte{[]byte("PropertySource"), []byte("ImportResource"), []byte("SpringBootApplication")}

// annotationUses are the uses of Dubbo's annotations in files that name their
// package.
var annotationUses = [][]byte{
	[]byte("@Reference"), []byte("@Service"), []byte("@Dubbo"), []byte("@com.alibaba.dubbo"),
	[]byte("@org.apache.dubbo"), []byte("@Method"), []byte("@ProvidedBy"),
}

// mentions is what a file names.
type mentions struct {
	annotations bool // the package of Dubbo's annotations, or one of them by its own name
	enables     bool // @EnableDubbo... or @DubboComponentScan
	configs     bool // the package of the config classes, or DubboBootstrap
}

// mentionsOf looks at each "dubbo" and "Dubbo" and what stands around it. It
// searches for the rarest part of the word, which is twice as fast.
func mentionsOf(raw []byte) (m mentions) {
	for rest := 0; !m.enables; {
		i := bytes.Index(raw[rest:], []byte("bbo"))
		if i < 0 {
			break
		}
		i += rest
		rest = i + len("bbo")
		if i < 2 || raw[i-1] != 'u' {
			continue
		}
		before, after := raw[:i-2], raw[rest:]
		switch raw[i-2] {
		case 'd':
			if bytes.HasPrefix(after, []byte(".config")) {
				m.annotations = m.annotations || bytes.HasPrefix(after, []byte(".config.annotation"))
				m.configs = true
			}
		case 'D':
			m.named(before, after)
		}
	}
	return m
}

// named judges one name with "Dubbo" in it.
func (m *mentions) named(before, after []byte) {
	switch {
	case bytes.HasSuffix(before, []byte("@Enable")):
		m.enables = true
	case bytes.HasPrefix(after, []byte("ComponentScan")):
		m.enables = m.enables || bytes.HasSuffix(before, []byte("@"))
	case bytes.HasPrefix(after, []byte("Reference")), bytes.HasPrefix(after, []byte("Service")):
		m.annotations = m.annotations || bytes.HasSuffix(before, []byte("@"))
	case bytes.HasPrefix(after, []byte("Bootstrap")):
		m.configs = true
	}
}

// usesOf tells whether an annotation is used, by its simple name or behind
// its package.
func usesOf(raw, name []byte) bool {
	for rest := 0; ; {
		i := bytes.Index(raw[rest:], name)
		if i < 0 {
			return false
		}
		i += rest
		rest = i + len(name)
		if i > 0 && (raw[i-1] == '@' || bytes.HasSuffix(raw[:i], []byte(".annotation."))) {
			return true
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
