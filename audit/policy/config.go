// Package policy decides what becomes of the findings: the config file,
// inline ignores, order, duplicates, and whether the audit passes.
package policy

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// ConfigName is the name of the config file.
const ConfigName = ".dubboaudit.yaml"

// Config is a config file, or several merged. The JSON schema in
// docs/config.schema.json describes the same keys.
type Config struct {
	FailOn       string
	DubboVersion string
	Profiles     []string
	Properties   map[string]string
	Include      []string
	Exclude      []string
	// Rules switches rules and sets severities everywhere.
	Rules map[string]Level
	// Overrides do the same for some paths or interfaces; later ones win.
	Overrides []Override
	// Write, Read and Idempotent are globs over "interface#method".
	Write, Read, Idempotent []string
}

// Level is what the config says of a rule: off, or a severity.
type Level struct {
	Off      bool
	Severity finding.Severity // 0: the rule's own
}

// Override limits levels to paths (globs) or interfaces (globs).
type Override struct {
	Paths, Interfaces []string
	Rules             map[string]Level
}

// ConfigError is a mistake in a config file, with its place.
type ConfigError struct {
	Path         string
	Line, Column int
	Msg          string
}

// Error formats the mistake as "path:line:column: message".
func (e *ConfigError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Msg)
}

// ParseConfig reads a config file. Every error names its place; an unknown
// key names the nearest known one. knownRule tells the rule ids.
func ParseConfig(path string, text []byte, knownRule func(id string) bool) (*Config, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, &ConfigError{path, 1, 1, strings.TrimPrefix(err.Error(), "yaml: ")}
	}
	c := &Config{}
	if len(doc.Content) == 0 {
		return c, nil
	}
	r := &configReader{path: path, knownRule: knownRule}
	err := r.mapping(doc.Content[0], map[string]func(*yaml.Node) error{
		"failOn":       r.oneOf(&c.FailOn, "error", "warning", "note", "never"),
		"dubboVersion": r.version(&c.DubboVersion),
		"profiles":     r.list(&c.Profiles),
		"properties":   r.texts(&c.Properties),
		"include":      r.list(&c.Include),
		"exclude":      r.list(&c.Exclude),
		"rules":        r.levels(&c.Rules),
		"overrides":    r.overrides(&c.Overrides),
		"methods": func(n *yaml.Node) error {
			return r.mapping(n, map[string]func(*yaml.Node) error{
				"write": r.list(&c.Write), "read": r.list(&c.Read), "idempotent": r.list(&c.Idempotent),
			})
		},
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Over returns c on top of the config of an outer folder: scalars and rules
// of c win, lists are joined.
func (c *Config) Over(outer *Config) *Config {
	out := *outer
	if c.FailOn != "" {
		out.FailOn = c.FailOn
	}
	if c.DubboVersion != "" {
		out.DubboVersion = c.DubboVersion
	}
	if len(c.Profiles) > 0 {
		out.Profiles = c.Profiles
	}
	out.Properties = mergeMaps(outer.Properties, c.Properties)
	out.Rules = mergeMaps(outer.Rules, c.Rules)
	out.Include = join(outer.Include, c.Include)
	out.Exclude = join(outer.Exclude, c.Exclude)
	out.Overrides = join(outer.Overrides, c.Overrides)
	out.Write = join(outer.Write, c.Write)
	out.Read = join(outer.Read, c.Read)
	out.Idempotent = join(outer.Idempotent, c.Idempotent)
	return &out
}

func mergeMaps[V any](a, b map[string]V) map[string]V {
	out := map[string]V{}
	for _, m := range []map[string]V{a, b} {
		for k, v := range m {
			out[k] = v
		}
	}
	return out
}

func join[E any](a, b []E) []E { return append(append([]E{}, a...), b...) }

// configReader reads yaml nodes strictly.
type configReader struct {
	path      string
	knownRule func(string) bool
}

func (r *configReader) fail(n *yaml.Node, format string, args ...any) error {
	return &ConfigError{r.path, n.Line, n.Column, fmt.Sprintf(format, args...)}
}

func (r *configReader) mapping(n *yaml.Node, keys map[string]func(*yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return r.fail(n, "a mapping is expected here")
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		read, ok := keys[k.Value]
		if !ok {
			return r.fail(k, "unknown key %q%s", k.Value, suggestion(k.Value, keys))
		}
		if seen[k.Value] {
			return r.fail(k, "key %q stands twice", k.Value)
		}
		seen[k.Value] = true
		if err := read(v); err != nil {
			return err
		}
	}
	return nil
}

func suggestion(word string, keys map[string]func(*yaml.Node) error) string {
	names := make([]string, 0, len(keys))
	for k := range keys {
		names = append(names, k)
	}
	if near := dubbo.Nearest(word, names); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

func (r *configReader) oneOf(dst *string, words ...string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		for _, w := range words {
			if n.Value == w {
				*dst = w
				return nil
			}
		}
		return r.fail(n, "%q is not one of %s", n.Value, strings.Join(words, ", "))
	}
}

func (r *configReader) version(dst *string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if _, err := dubbo.ParseVersion(n.Value); err != nil {
			return r.fail(n, "%v", err)
		}
		*dst = n.Value
		return nil
	}
}

func (r *configReader) list(dst *[]string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if n.Kind == yaml.ScalarNode && n.Value != "" {
			*dst = []string{n.Value}
			return nil
		}
		if n.Kind != yaml.SequenceNode {
			return r.fail(n, "a list is expected here")
		}
		for _, e := range n.Content {
			if e.Kind != yaml.ScalarNode {
				return r.fail(e, "a text is expected here")
			}
			*dst = append(*dst, e.Value)
		}
		return nil
	}
}

func (r *configReader) texts(dst *map[string]string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.MappingNode {
			return r.fail(n, "a mapping is expected here")
		}
		*dst = map[string]string{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i+1].Kind != yaml.ScalarNode {
				return r.fail(n.Content[i+1], "a text is expected here: write nested keys with dots")
			}
			(*dst)[n.Content[i].Value] = n.Content[i+1].Value
		}
		return nil
	}
}

func (r *configReader) levels(dst *map[string]Level) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.MappingNode {
			return r.fail(n, "a mapping from rule to level is expected here")
		}
		*dst = map[string]Level{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			k, v := n.Content[i], n.Content[i+1]
			if !r.knownRule(k.Value) {
				return r.fail(k, "no rule has the id %q", k.Value)
			}
			l, err := r.level(v)
			if err != nil {
				return err
			}
			(*dst)[k.Value] = l
		}
		return nil
	}
}

func (r *configReader) level(n *yaml.Node) (Level, error) {
	switch n.Value {
	case "off", "false":
		return Level{Off: true}, nil
	case "on", "true":
		return Level{}, nil
	}
	s, err := finding.ParseSeverity(n.Value)
	if err != nil {
		return Level{}, r.fail(n, "%q is not off, on, error, warning or note", n.Value)
	}
	return Level{Severity: s}, nil
}

func (r *configReader) overrides(dst *[]Override) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.SequenceNode {
			return r.fail(n, "a list is expected here")
		}
		for _, e := range n.Content {
			var o Override
			err := r.mapping(e, map[string]func(*yaml.Node) error{
				"paths": r.list(&o.Paths), "interfaces": r.list(&o.Interfaces), "rules": r.levels(&o.Rules),
			})
			if err != nil {
				return err
			}
			if len(o.Paths)+len(o.Interfaces) == 0 {
				return r.fail(e, "an override needs paths or interfaces")
			}
			*dst = append(*dst, o)
		}
		return nil
	}
}
