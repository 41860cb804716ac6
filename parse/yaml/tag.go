package yaml

import (
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// The implicit types of YAML 1.1 as org.yaml.snakeyaml.resolver.Resolver
// (2.2) has them, without timestamps, which Spring Boot leaves out. yaml.v3
// differs: it takes "yes" and "1:30" for strings.
var (
	intForm = regexp.MustCompile(`^(?:[-+]?0b_*[0-1][0-1_]*|[-+]?0_*[0-7][0-7_]*|[-+]?(?:0|[1-9][0-9_]*)` +
		`|[-+]?0x_*[0-9a-fA-F][0-9a-fA-F_]*|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$`)
	floatForm = regexp.MustCompile(`^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+` +
		`|[-+]?\.[0-9_]+(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*` +
		`|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$`)
)

const (
	tagString = "!!str"
	tagNull   = "!!null"
	tagBool   = "!!bool"
	tagInt    = "!!int"
	tagFloat  = "!!float"
	tagMap    = "!!map"
)

// tag returns the type of a scalar. One written with an explicit tag keeps
// that.
func tag(n *yaml.Node) string {
	if n.Style&yaml.TaggedStyle != 0 {
		return n.ShortTag()
	}
	if n.Style&(quoted|block) != 0 {
		return tagString
	}
	return plainTag(n.Value)
}

func plainTag(s string) string {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return tagNull
	case "true", "True", "TRUE", "false", "False", "FALSE", "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF":
		return tagBool
	}
	if !strings.ContainsAny(s[:1], "0123456789+-.") {
		return tagString
	}
	switch {
	case intForm.MatchString(s):
		return tagInt
	case floatForm.MatchString(s):
		return tagFloat
	}
	return tagString
}

// isTrue reports whether a boolean of YAML 1.1 is true.
func isTrue(s string) bool {
	switch s[0] {
	case 't', 'T', 'y', 'Y':
		return true
	}
	return s == "on" || s == "On" || s == "ON"
}
