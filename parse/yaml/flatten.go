package yaml

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// flattener turns trees of nodes into properties, as
// org.springframework.beans.factory.config.YamlProcessor does.
type flattener struct {
	file   *source.File
	unit   *decl.Unit
	places *places
	props  []decl.Property // of the document being read

	count, visits, keyBytes int
	full                    bool                // a limit was met: nothing more is read
	open                    map[*yaml.Node]bool // anchored nodes being expanded
}

// place is where in the flattened tree a node is.
type place struct {
	path   string
	keyAt  source.Span // of the nearest key
	parent int         // column (from 0) of the collection around, or -1
	depth  int
}

// document flattens the content of one document.
func (fl *flattener) document(content []*yaml.Node) {
	for _, root := range content {
		at := place{parent: -1}
		n := target(root)
		if _, _, ok := fl.template(n); ok {
			continue // a file that is one call of a template
		}
		if n.Kind == yaml.MappingNode {
			fl.node(n, at)
		} else if plain := n.Kind == yaml.ScalarNode && n.Value == ""; !plain {
			// The key that Spring gives to a document that is no mapping.
			at.path, at.keyAt = "document", fl.span(fl.places.offset(n), fl.places.offset(n))
			fl.node(n, at)
		}
	}
	fl.close()
}

func (fl *flattener) close() {
	if len(fl.props) == 0 {
		return
	}
	fl.unit.Docs = append(fl.unit.Docs, &decl.Document{OnProfile: decl.OnProfile(fl.props), Props: fl.props})
	fl.props = nil
}

// target returns the node that an alias stands for.
func target(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}

// node adds what a value holds. Aliases are expanded; the places of what they
// bring are those of the anchored text.
func (fl *flattener) node(n *yaml.Node, at place) {
	n = target(n)
	if !fl.enter(n, at) {
		return
	}
	switch n.Kind {
	case yaml.ScalarNode:
		fl.scalar(n, at)
	case yaml.SequenceNode:
		fl.sequence(n, at)
	case yaml.MappingNode:
		if text, lo, ok := fl.template(n); ok {
			fl.add(at, text, tagString, fl.span(lo, lo+len(text)))
		} else {
			fl.mapping(n, at)
		}
	}
	if n.Anchor != "" {
		delete(fl.open, n)
	}
}

// enter checks the limits and that an anchored node does not hold itself.
func (fl *flattener) enter(n *yaml.Node, at place) bool {
	if fl.full {
		return false
	}
	fl.visits++
	switch {
	case fl.visits > maxNodes:
		fl.stop(n, lang.T("more than %d values after aliases are expanded; the rest was not read", maxNodes))
	case at.depth > maxDepth:
		fl.stop(n, lang.T("nested deeper than %d; the rest was not read", maxDepth))
	case fl.open[n]:
		fl.stop(n, lang.T("an anchor that holds an alias to itself; the rest was not read"))
	}
	if n.Anchor != "" && !fl.full {
		if fl.open == nil {
			fl.open = map[*yaml.Node]bool{}
		}
		fl.open[n] = true
	}
	return !fl.full
}

func (fl *flattener) stop(n *yaml.Node, msg lang.Text) {
	fl.full = true
	lo := fl.places.offset(n)
	fl.problem(source.TooLarge, fl.places.base+lo, fl.places.base+lo, msg)
}

func (fl *flattener) problem(kind source.ProblemKind, lo, hi int, msg lang.Text) {
	at := source.Span{File: fl.file, Lo: lo, Hi: hi}
	// The same text may be met again through an alias.
	met := func(p source.Problem) bool { return p.At == at && p.Kind == kind && p.Msg.Equal(msg) }
	if len(fl.unit.Problems) < maxProblems && !slices.ContainsFunc(fl.unit.Problems, met) {
		fl.unit.Problems = append(fl.unit.Problems, source.Problem{Path: fl.file.Path, At: at, Kind: kind, Msg: msg})
	}
}

func (fl *flattener) scalar(n *yaml.Node, at place) {
	t := tag(n)
	value := unmask(n.Value)
	if t == tagNull {
		value = ""
	}
	fl.add(at, value, t, fl.span(fl.places.scalar(n, at.parent)))
}

func (fl *flattener) add(at place, value, tag string, valueAt source.Span) {
	fl.count++
	fl.keyBytes += len(at.path)
	if fl.count > maxProps || fl.keyBytes > maxKeyBytes {
		if !fl.full {
			fl.full = true
			fl.problem(source.TooLarge, valueAt.Lo, valueAt.Hi, lang.T("more than %d properties, or keys of more than 64 MiB; the rest was not read", maxProps))
		}
		return
	}
	fl.props = append(fl.props, decl.Property{Key: at.path, Value: value, KeyAt: at.keyAt, ValueAt: valueAt, Tag: tag})
}

// span makes a span of a range in the text of the chunk.
func (fl *flattener) span(lo, hi int) source.Span {
	return source.Span{File: fl.file, Lo: fl.places.base + lo, Hi: fl.places.base + hi}
}

// sequence adds the entries, and for a list of scalars the whole list too.
func (fl *flattener) sequence(n *yaml.Node, at place) {
	lo := fl.places.offset(n)
	if len(n.Content) == 0 {
		fl.add(at, "", decl.TagList, fl.span(lo, lo))
		return
	}
	first, scalars := len(fl.props), true
	for i, c := range n.Content {
		entry := at
		entry.path = at.path + "[" + strconv.Itoa(i) + "]"
		entry.parent, entry.depth = n.Column-1, at.depth+1
		fl.node(c, entry)
		scalars = scalars && target(c).Kind == yaml.ScalarNode
	}
	if !scalars || fl.full {
		return
	}
	entries := fl.props[first:]
	values := make([]string, len(entries))
	for i := range entries {
		values[i] = entries[i].Value
	}
	fl.add(at, strings.Join(values, ","), decl.TagList, fl.span(lo, max(lo, fl.listEnd(n))))
}

// listEnd returns where a list of scalars ends: behind its "]", or behind its
// last entry.
func (fl *flattener) listEnd(n *yaml.Node) int {
	last := n.Content[len(n.Content)-1]
	end := fl.places.at(last.Line, last.Column)
	switch {
	case last.Kind == yaml.AliasNode:
		end += len("*") + len(last.Value)
	case last.Style&quoted != 0:
		_, end = fl.places.scalar(last, n.Column-1)
		end++
	default:
		_, end = fl.places.scalar(last, n.Column-1)
	}
	end = min(end, len(fl.places.text))
	if n.Style&yaml.FlowStyle != 0 {
		if i := bytes.IndexByte(fl.places.text[end:], ']'); i >= 0 {
			end += i + 1
		}
	}
	return end
}

// template returns "{{ x }}" as written, where that is the whole of a value:
// to YAML it is a mapping in a mapping.
func (fl *flattener) template(n *yaml.Node) (text string, lo int, ok bool) {
	if n.Style&yaml.FlowStyle == 0 {
		return "", 0, false
	}
	lo = fl.places.offset(n)
	rest := string(fl.places.text[lo:min(lo+1024, len(fl.places.text))])
	if !strings.HasPrefix(rest, "{{") {
		return "", 0, false
	}
	end := strings.Index(rest, "}}")
	if end < 0 {
		return "", 0, false
	}
	return rest[:end+2], lo, true
}
