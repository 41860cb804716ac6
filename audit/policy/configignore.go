package policy

import (
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// ignores reads the config file's list of ignores.
func (r *configReader) ignores(dst *[]*Ignore) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.SequenceNode {
			return r.fail(n, "a list is expected here")
		}
		for _, e := range n.Content {
			ig := &Ignore{At: r.place(e), inConfig: true}
			err := r.mapping(e, map[string]func(*yaml.Node) error{
				"rules":      r.ruleIDs(&ig.Rules),
				"paths":      r.globs(&ig.Paths, isGlob),
				"interfaces": r.globs(&ig.Interfaces, isGlob),
				"methods":    r.globs(&ig.Methods, isGlob),
				"until":      r.date(&ig.Until),
				"reason":     r.text(&ig.Reason),
			})
			if err != nil {
				return err
			}
			if len(ig.Rules) == 0 {
				return r.fail(e, "an ignore needs rules")
			}
			*dst = append(*dst, ig)
		}
		return nil
	}
}

// place is the line on which a node begins, from the node on.
func (r *configReader) place(n *yaml.Node) source.Span {
	lo := r.file.LineStart(n.Line)
	line := r.file.Line(n.Line)
	hi := lo + len(line)
	for range n.Column - 1 {
		_, size := utf8.DecodeRune(line)
		line = line[size:]
		lo += size
	}
	return source.Span{File: r.file, Lo: min(lo, hi), Hi: hi}
}

func (r *configReader) ruleIDs(dst *[]string) func(*yaml.Node) error {
	read := r.list(dst)
	return func(n *yaml.Node) error {
		if err := read(n); err != nil {
			return err
		}
		for i, id := range *dst {
			if r.knownRule(id) {
				continue
			}
			if n.Kind == yaml.SequenceNode {
				n = n.Content[i]
			}
			return r.fail(n, "no rule has the id %q", id)
		}
		return nil
	}
}

func (r *configReader) date(dst *string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if _, err := time.Parse(time.DateOnly, n.Value); err != nil {
			return r.fail(n, "%q is no date: YYYY-MM-DD is expected", n.Value)
		}
		*dst = n.Value
		return nil
	}
}

func (r *configReader) text(dst *string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.ScalarNode {
			return r.fail(n, "a text is expected here")
		}
		*dst = n.Value
		return nil
	}
}

func (r *configReader) truth(dst *bool) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.ScalarNode || n.Value != "true" && n.Value != "false" {
			return r.fail(n, "true or false is expected here")
		}
		*dst = n.Value == "true"
		return nil
	}
}
