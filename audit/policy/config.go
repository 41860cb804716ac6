// Package policy decides what becomes of the findings: config files, ignores,
// baselines, what was there before, and whether the audit passes.
package policy

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
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
	// Ignores silence findings by rule and place.
	Ignores []*Ignore
	// RequireReason lets ignores without a reason, here and in comments, count
	// for nothing.
	RequireReason bool
	doubts        []*ConfigError
}

// Doubts are no mistakes, but may be slips of the pen: a version that is no
// known release.
func (c *Config) Doubts() []*ConfigError { return c.doubts }

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
	Msg          lang.Text
}

// Error is the English of the mistake.
func (e *ConfigError) Error() string { return e.In(lang.English) }

// In says the mistake in a language, as "path:line:column: message".
func (e *ConfigError) In(l lang.Language) string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Msg.In(l))
}

// ParseConfig reads a config file. Every error names its place; an unknown
// key names the nearest known one. knownRule tells the rule ids.
func ParseConfig(path string, text []byte, knownRule func(id string) bool) (*Config, error) {
	var doc, second yaml.Node
	documents := yaml.NewDecoder(bytes.NewReader(text))
	if err := documents.Decode(&doc); err != nil && err != io.EOF {
		return nil, &ConfigError{path, 1, 1, lang.Verbatim(strings.TrimPrefix(err.Error(), "yaml: "))}
	}
	if err := documents.Decode(&second); err == nil {
		return nil, &ConfigError{path, second.Line, second.Column, lang.T("a config file is one document")}
	}
	c := &Config{}
	if len(doc.Content) == 0 {
		return c, nil
	}
	file, _ := source.New(path, text, "utf-8")
	r := &configReader{path: path, file: file, knownRule: knownRule}
	err := r.mapping(doc.Content[0], map[string]func(*yaml.Node) error{
		"failOn":        r.oneOf(&c.FailOn, "error", "warning", "note", "never"),
		"dubboVersion":  r.version(&c.DubboVersion),
		"profiles":      r.list(&c.Profiles),
		"properties":    r.texts(&c.Properties),
		"include":       r.globs(&c.Include, isGlob),
		"exclude":       r.globs(&c.Exclude, isGlob),
		"rules":         r.levels(&c.Rules),
		"overrides":     r.overrides(&c.Overrides),
		"ignores":       r.ignores(&c.Ignores),
		"requireReason": r.truth(&c.RequireReason),
		"methods": func(n *yaml.Node) error {
			return r.mapping(n, map[string]func(*yaml.Node) error{
				"write": r.globs(&c.Write, isPattern), "read": r.globs(&c.Read, isPattern),
				"idempotent": r.globs(&c.Idempotent, isPattern),
			})
		},
	})
	if err != nil {
		return nil, err
	}
	c.doubts = r.doubts
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
	out.Ignores = join(outer.Ignores, c.Ignores)
	out.RequireReason = outer.RequireReason || c.RequireReason
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

// below moves the globs over paths of a config that stands in a folder: they
// are written relative to that folder.
func (c *Config) below(dir string) *Config {
	if dir == "." {
		return c
	}
	out := *c
	out.Include, out.Exclude = allBelow(dir, c.Include), allBelow(dir, c.Exclude)
	out.Overrides = slices.Clone(c.Overrides)
	for i := range out.Overrides {
		out.Overrides[i].Paths = allBelow(dir, out.Overrides[i].Paths)
	}
	for _, ig := range out.Ignores {
		ig.Paths = allBelow(dir, ig.Paths)
	}
	return &out
}

func allBelow(dir string, globs []string) []string {
	var out []string
	for _, g := range globs {
		out = append(out, globEscaper.Replace(dir)+"/"+wholePath(g))
	}
	return out
}

var globEscaper = strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`, `\`, `\\`)

// wholePath makes a glob one for whole paths: without a slash it means the
// last element anywhere, and a folder means what is in it.
func wholePath(glob string) string {
	glob = strings.TrimPrefix(glob, "./")
	switch {
	case strings.HasSuffix(glob, "/"):
		return glob + "**"
	case !strings.Contains(glob, "/"):
		return "**/" + glob
	}
	return glob
}
