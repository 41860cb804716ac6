package policy

import (
	"path"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// configReader reads yaml nodes strictly.
type configReader struct {
	path      string
	file      *source.File
	knownRule func(string) bool
	doubts    []*ConfigError
}

func (r *configReader) fail(n *yaml.Node, format string, args ...any) *ConfigError {
	return &ConfigError{r.path, n.Line, n.Column, lang.T(format, args...)}
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
			wrong := r.fail(k, "unknown key %q", k.Value)
			wrong.Msg = wrong.Msg.Then(suggestion(k.Value, keys))
			return wrong
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

func suggestion(word string, keys map[string]func(*yaml.Node) error) lang.Text {
	names := make([]string, 0, len(keys))
	for k := range keys {
		names = append(names, k)
	}
	if near := dubbo.Nearest(word, names); near != "" {
		return lang.T("; did you mean %q?", near)
	}
	return lang.Text{}
}

func (r *configReader) oneOf(dst *string, words ...string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		for _, w := range words {
			if n.Value == w {
				*dst = w
				return nil
			}
		}
		return r.fail(n, "%q is not one of %s", n.Value, lang.Names(words))
	}
}

func (r *configReader) version(dst *string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		v, err := dubbo.ParseVersion(n.Value)
		if err != nil {
			return r.fail(n, "%s", err)
		}
		if unknown := dubbo.Unreleased(v); !unknown.IsZero() {
			r.doubts = append(r.doubts, r.fail(n, "dubboVersion: %s", unknown))
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

// globs is list for patterns, each of which must be well-formed.
func (r *configReader) globs(dst *[]string, valid func(string) bool) func(*yaml.Node) error {
	read := r.list(dst)
	return func(n *yaml.Node) error {
		if err := read(n); err != nil {
			return err
		}
		for i, p := range *dst {
			if valid(p) {
				continue
			}
			if n.Kind == yaml.SequenceNode {
				n = n.Content[i]
			}
			return r.fail(n, "pattern %q is malformed", p)
		}
		return nil
	}
}

// isGlob reports whether a glob over paths or interfaces is well-formed.
func isGlob(p string) bool { return doublestar.ValidatePattern(p) }

// isPattern reports whether package path understands the pattern.
func isPattern(p string) bool {
	_, err := path.Match(p, "")
	return err == nil
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
				"paths":      r.globs(&o.Paths, isGlob),
				"interfaces": r.globs(&o.Interfaces, isGlob),
				"rules":      r.levels(&o.Rules),
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
