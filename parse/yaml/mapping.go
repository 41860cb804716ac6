package yaml

import (
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// pair is a key with its value. Parent is the column (from 0) of the mapping
// that it is written in: not the one it counts for, where a merge key brought
// it.
type pair struct {
	name       string
	key, value *yaml.Node
	parent     int
}

func (fl *flattener) mapping(n *yaml.Node, at place) {
	if len(n.Content) == 0 {
		lo := fl.places.offset(n)
		fl.add(at, "", tagMap, fl.span(lo, lo))
		return
	}
	for _, p := range fl.pairs(n, at.depth) {
		if fl.full {
			return
		}
		fl.node(p.value, place{
			path: join(at.path, p.name), keyAt: fl.keySpan(p.key, p.parent),
			parent: p.parent, depth: at.depth + 1,
		})
	}
}

// pairs returns what a mapping holds, with merge keys resolved: what they
// bring comes first, and only where the mapping has no such key itself and no
// earlier merged mapping has one. Keys written twice, on which Spring Boot
// refuses to start, all stay, and are a problem.
func (fl *flattener) pairs(n *yaml.Node, depth int) []pair {
	fl.visits += len(n.Content) / 2
	own := make([]pair, 0, len(n.Content)/2)
	var seen names
	var merges []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if isMerge(k) {
			merges = append(merges, v)
			continue
		}
		p := pair{name: fl.name(k), key: k, value: v, parent: n.Column - 1}
		if !seen.add(p.name) {
			at := fl.keySpan(k, p.parent)
			fl.problem(source.YAMLSyntax, at.Lo, at.Hi, lang.T("key %q is there twice: Spring Boot refuses the whole file", p.name))
		}
		own = append(own, p)
	}
	if len(merges) == 0 {
		return own
	}
	var merged []pair
	for _, m := range merges {
		merged = fl.merge(merged, &seen, m, depth+1)
	}
	return append(merged, own...)
}

// merge appends the pairs of a merged mapping, or list of them, whose keys are
// not yet seen.
func (fl *flattener) merge(pairs []pair, seen *names, m *yaml.Node, depth int) []pair {
	m = target(m)
	if !fl.enter(m, place{depth: depth}) {
		return pairs
	}
	switch m.Kind {
	case yaml.SequenceNode:
		for _, c := range m.Content {
			pairs = fl.merge(pairs, seen, c, depth+1)
		}
	case yaml.MappingNode:
		for _, p := range fl.pairs(m, depth+1) {
			if seen.add(p.name) {
				pairs = append(pairs, p)
			}
		}
	}
	delete(fl.open, m)
	return pairs
}

// names is a set of keys. Most mappings have few, which need no map.
type names struct {
	few  []string
	many map[string]bool
}

// add reports whether the name is new.
func (s *names) add(name string) bool {
	if s.many == nil {
		for _, n := range s.few {
			if n == name {
				return false
			}
		}
		if s.few = append(s.few, name); len(s.few) > 16 {
			s.many = make(map[string]bool, 2*len(s.few))
			for _, n := range s.few {
				s.many[n] = true
			}
		}
		return true
	}
	if s.many[name] {
		return false
	}
	s.many[name] = true
	return true
}

// isMerge reports whether a key is YAML's "<<".
func isMerge(k *yaml.Node) bool {
	return k.Kind == yaml.ScalarNode && k.Value == "<<" && k.Tag == "!!merge"
}

// name is a key as Spring has it: one that is no string is put in brackets.
func (fl *flattener) name(k *yaml.Node) string {
	k = target(k)
	if k.Kind == yaml.ScalarNode {
		switch t := tag(k); {
		case t == tagString || k.Style&yaml.TaggedStyle != 0:
			return unmask(k.Value)
		case t == tagBool:
			return "[" + strconv.FormatBool(isTrue(k.Value)) + "]"
		}
		return "[" + k.Value + "]"
	}
	if text, _, ok := fl.template(k); ok {
		return "[" + text + "]"
	}
	// A collection is no key of any setting, but must differ from the others.
	return fmt.Sprintf("[%d:%d]", k.Line, k.Column)
}

// join appends a key to a path. One in brackets needs no dot.
func join(path, name string) string {
	if path == "" {
		return name
	}
	if len(name) > 0 && name[0] == '[' {
		return path + name
	}
	return path + "." + name
}

func (fl *flattener) keySpan(k *yaml.Node, parent int) source.Span {
	if k = target(k); k.Kind == yaml.ScalarNode {
		return fl.span(fl.places.scalar(k, parent))
	}
	lo := fl.places.offset(k)
	return fl.span(lo, lo)
}
