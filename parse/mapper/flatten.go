package mapper

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// writer puts the SQL of one statement together.
type writer struct {
	*reader
	namespace string
	fragments map[string]*node
	target    *decl.Statement
	out       strings.Builder
	pieces    []decl.SQLPiece
	keys      []*node // <selectKey> elements met
	open      []*node // fragments being included, against circles
	// strip are words cut off the front of the next text, as <where> does.
	strip []string
	// first is set in iBatis' <dynamic>: the first "prepend" is left out.
	first bool
}

// place is what the elements around say about a piece.
type place struct {
	conditional, repeated bool
	properties            map[string]string // of <include>
}

func (w *writer) begin(s *decl.Statement) {
	w.target = s
	w.out.Reset()
	w.pieces, w.strip, w.first = nil, nil, false
}

func (w *writer) done() decl.SQLText {
	return decl.SQLText{Text: w.out.String(), Pieces: w.pieces}
}

// inside writes what an element holds.
func (w *writer) inside(n *node, p place) {
	for _, c := range n.inner {
		if c.name == "" {
			w.chars(c, p)
		} else {
			w.element(c, p)
		}
	}
}

// element writes one element of dynamic SQL.
func (w *writer) element(n *node, p place) {
	if w.steps++; w.steps > maxSteps {
		return
	}
	switch n.name {
	case "include":
		w.include(n, p)
	case "selectKey":
		if len(w.keys) < maxIncludes {
			w.keys = append(w.keys, n)
		}
	case "bind", "property", "parameterMap":
	case "where":
		w.word(n, "WHERE", p)
		w.strip = []string{"AND", "OR"}
		w.inside(n, p)
		w.strip = nil
	case "set":
		w.word(n, "SET", p)
		w.inside(n, p)
	case "trim":
		w.word(n, n.attr("prefix"), p)
		if s := n.attr("prefixOverrides"); s != "" {
			w.strip = strings.Split(s, "|")
		}
		w.inside(n, p)
		w.strip = nil
		w.word(n, n.attr("suffix"), p)
	case "foreach", "iterate":
		p.repeated = true
		w.prepend(n, p)
		w.word(n, n.attr("open"), p)
		w.inside(n, p)
		w.word(n, n.attr("close"), p)
	case "dynamic":
		w.prepend(n, p)
		before := w.first
		w.first = n.attr("prepend") != ""
		w.inside(n, p)
		w.first = before
	case "choose":
		w.inside(n, p)
	case "if", "when", "otherwise":
		p.conditional = true
		w.inside(n, p)
	default:
		p.conditional = p.conditional || strings.HasPrefix(n.name, "is") // iBatis' <isNotNull> and so on
		w.prepend(n, p)
		w.inside(n, p)
	}
}

func (w *writer) prepend(n *node, p place) {
	word := n.attr("prepend")
	if word == "" {
		return
	}
	if w.first && n.name != "dynamic" {
		w.first = false
		return
	}
	w.word(n, word, p)
}

// include writes a fragment.
func (w *writer) include(n *node, p place) {
	refid := substitute(strings.TrimSpace(n.attr("refid")), p.properties)
	f := w.fragments[refid]
	if f == nil && w.namespace != "" {
		f = w.fragments[strings.TrimPrefix(refid, w.namespace+".")]
	}
	if f == nil {
		if s := w.target; refid != "" && !slices.Contains(s.Missing, refid) && len(s.Missing) < maxDepth {
			s.Missing = append(s.Missing, refid)
		}
		return
	}
	if len(w.open) == maxIncludes || slices.Contains(w.open, f) {
		return
	}
	for _, c := range n.inner {
		if c.name == "property" {
			inner := map[string]string{}
			for k, v := range p.properties {
				inner[k] = v
			}
			inner[c.attr("name")] = substitute(c.attr("value"), p.properties)
			p.properties = inner
		}
	}
	w.open = append(w.open, f)
	w.inside(f, p)
	w.open = w.open[:len(w.open)-1]
}

// substitute puts in the properties of <include>.
func substitute(text string, properties map[string]string) string {
	if len(properties) == 0 || !strings.Contains(text, "${") {
		return text
	}
	for name, value := range properties {
		if len(text) > maxFlat/100 {
			break
		}
		text = strings.ReplaceAll(text, "${"+name+"}", value)
	}
	return text
}

// word writes a word that the mapper puts in itself.
func (w *writer) word(n *node, word string, p place) {
	if word = strings.TrimSpace(word); word == "" {
		return
	}
	at := n.at
	at.Hi = at.Lo
	w.space()
	w.add(word, decl.SQLPiece{At: at, Conditional: p.conditional, Repeated: p.repeated})
}

// chars writes character data: as it stands where it has no entities.
func (w *writer) chars(n *node, p place) {
	lo, hi := n.lo, n.hi
	for lo < hi && w.text[lo] <= ' ' {
		lo++
	}
	for lo < hi && w.text[hi-1] <= ' ' {
		hi--
	}
	lo += stripped(w.text[lo:hi], w.strip)
	w.strip = nil
	w.space()
	for lo < hi {
		n1 := hi - lo
		text := w.text[lo:hi]
		exact := true
		if i := strings.IndexByte(text, '&'); i == 0 && !n.cdata {
			text, n1 = entity(text)
			exact = false
		} else if i > 0 && !n.cdata {
			text, n1 = text[:i], i
		}
		replaced := substitute(text, p.properties)
		at, same := w.place(lo, lo+n1)
		w.add(replaced, decl.SQLPiece{At: at, Exact: exact && same && replaced == text, Conditional: p.conditional, Repeated: p.repeated})
		lo += n1
	}
}

// stripped is the length of one of the words, with the space behind it, that
// text begins with.
func stripped(text string, words []string) int {
	for _, word := range words {
		word = strings.TrimSpace(word)
		if word == "" || len(text) < len(word) || !strings.EqualFold(text[:len(word)], word) {
			continue
		}
		if rest := text[len(word):]; rest == "" || rest[0] <= ' ' || rest[0] == '(' || word == "," {
			return len(word)
		}
	}
	return 0
}

var entities = map[string]string{"lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": `"`}

// entity reads the reference that text begins with, "&" alone where there is
// none.
func entity(text string) (string, int) {
	end := strings.IndexByte(text[:min(len(text), 12)], ';')
	if end < 0 {
		return "&", 1
	}
	name := text[1:end]
	if s, ok := entities[name]; ok {
		return s, end + 1
	}
	if num, ok := strings.CutPrefix(name, "#"); ok {
		if hex, ok := strings.CutPrefix(num, "x"); ok {
			num = "0x" + hex
		}
		if c, err := strconv.ParseUint(num, 0, 21); err == nil {
			return string(rune(c)), end + 1
		}
	}
	return "&", 1
}

// space keeps pieces apart, as MyBatis does.
func (w *writer) space() {
	if s := w.out.Len(); s > 0 {
		w.out.WriteByte(' ')
	}
}

func (w *writer) add(text string, p decl.SQLPiece) {
	if w.flat += len(text) + 1; w.flat > maxFlat {
		return
	}
	p.Lo = w.out.Len()
	w.out.WriteString(text)
	w.pieces = append(w.pieces, p)
}
