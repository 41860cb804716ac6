package springxml

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// entities holds the general entities that the internal DTD subset declares.
// Parameter entities and the external subset are not read.
type entities struct {
	declared map[string]*entity
	// text is what encoding/xml puts in for a reference. An entity with
	// markup is empty there; its references are read by reader.expand.
	text   map[string]string
	markup bool // some entity has markup
	// count and size are what all references so far have expanded to.
	count, size int
	built       int // bytes of text worked out, all entities together
}

type entity struct {
	value    string // character references replaced
	external bool
	markup   bool
	state    uint8
	text     string // all references replaced
}

// The states of an entity while its text is worked out.
const (
	raw uint8 = iota
	expanding
	expanded
)

// declare reads the entity declarations of a DOCTYPE. Bombs and recursive
// entities become Problems, and their references nothing.
func (r *reader) declare(doctype string, lo, hi int) {
	es := &r.entities
	if es.declared != nil {
		return
	}
	es.declared = scanEntities(doctype)
	if len(es.declared) == 0 {
		return
	}
	es.text = make(map[string]string, len(es.declared))
	for name, e := range es.declared {
		if kind, msg := es.resolve(e, 0); msg != "" {
			r.once("entity", kind, lo, hi, "%s", msg)
		}
		es.text[name] = e.text
		es.markup = es.markup || e.markup || e.external
	}
	r.charge(r.file.Text, lo, hi)
}

// charge adds up what the references in text will expand to before they are
// expanded, and takes the entities away when it is too much.
func (r *reader) charge(text []byte, lo, hi int) bool {
	es := &r.entities
	for rest := text; ; {
		i := bytes.IndexByte(rest, '&')
		if i < 0 {
			return true
		}
		name, n := reference(rest[i:])
		rest = rest[i+max(n, 1):]
		e := es.declared[name]
		if e == nil {
			continue
		}
		es.count++
		es.size += max(len(e.text), len(e.value))
		if es.count > maxExpansions || es.size > maxExpanded {
			r.once("entity", source.TooLarge, lo, hi, "entities expand to too much text; they are read as empty")
			for name, e := range es.declared {
				e.value, e.text, e.markup, es.text[name] = "", "", false, ""
			}
			return false
		}
	}
}

// scanEntities collects the <!ENTITY name "value"> of a DOCTYPE. The first
// declaration of a name counts.
func scanEntities(doctype string) map[string]*entity {
	var found map[string]*entity
	for {
		_, rest, ok := strings.Cut(doctype, "<!ENTITY")
		if !ok {
			return found
		}
		doctype = rest
		rest = strings.TrimLeft(rest, " \t\r\n")
		end := strings.IndexAny(rest, " \t\r\n")
		if end <= 0 || rest[0] == '%' {
			continue
		}
		name := rest[:end]
		rest = strings.TrimLeft(rest[end:], " \t\r\n")
		e := &entity{external: true}
		if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			value, after, closed := strings.Cut(rest[1:], rest[:1])
			if !closed {
				return found
			}
			doctype = after
			e = &entity{value: replaceCharRefs(value)}
		}
		if found == nil {
			found = map[string]*entity{}
		}
		if found[name] == nil {
			found[name] = e
		}
	}
}

// resolve works out an entity's text. The message is "" when all went well.
func (es *entities) resolve(e *entity, depth int) (source.ProblemKind, string) {
	switch {
	case e.state == expanded:
		return "", ""
	case e.state == expanding:
		return source.XMLSyntax, "an entity refers to itself"
	case depth > maxDepth:
		return source.TooLarge, "entities are nested too deeply"
	}
	e.state = expanding
	defer func() { e.state = expanded }()
	e.markup = strings.IndexByte(e.value, '<') >= 0
	var b strings.Builder
	for rest := e.value; ; {
		before, _, found := strings.Cut(rest, "&")
		b.WriteString(before)
		if !found {
			break
		}
		rest = rest[len(before):]
		name, n := reference([]byte(rest[:min(len(rest), maxName)]))
		if n == 0 {
			n = charRef(rest)
			b.WriteString(replaceCharRefs(rest[:n]))
			rest = rest[n:]
			continue
		}
		text := rest[:n]
		if inner := es.declared[name]; inner != nil {
			if kind, msg := es.resolve(inner, depth+1); msg != "" {
				return kind, msg
			}
			e.markup = e.markup || inner.markup
			text = inner.text
		} else if c, ok := predefined[name]; ok {
			text = c
		}
		rest = rest[n:]
		b.WriteString(text)
		if es.built += n + len(text); es.built > maxExpanded {
			return source.TooLarge, "entities expand to too much text; they are read as empty"
		}
	}
	if !e.markup {
		e.text = b.String()
	}
	return "", ""
}

var predefined = map[string]string{"lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": `"`}

// maxName is the longest entity reference looked at.
const maxName = 256

// reference reads "&name;" at the start of text and returns the name and the
// length, 0 when there is none. Character references have no name here.
func reference(text []byte) (string, int) {
	text = text[:min(len(text), maxName)]
	end := bytes.IndexByte(text, ';')
	if end < 2 || text[1] == '#' {
		return "", 0
	}
	for _, c := range text[1:end] {
		if c <= ' ' || c == '&' || c == '<' {
			return "", 0
		}
	}
	return string(text[1:end]), end + 1
}

// charRef returns the length of the character reference at the start of s,
// which is "&" alone where there is none.
func charRef(s string) int {
	if end := strings.IndexByte(s[:min(len(s), maxName)], ';'); end > 0 && strings.HasPrefix(s, "&#") {
		return end + 1
	}
	return 1
}

// replaceCharRefs replaces "&#65;" and "&#x41;", as XML does when an entity
// is declared.
func replaceCharRefs(s string) string {
	if !strings.Contains(s, "&#") {
		return s
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "&#")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		num, rest, closed := strings.Cut(after, ";")
		c, err := strconv.ParseUint(decimalOrHex(num), 0, 21)
		if !closed || err != nil {
			b.WriteString("&#")
			s = after
			continue
		}
		b.WriteRune(rune(c))
		s = rest
	}
}

func decimalOrHex(num string) string {
	if hex, ok := strings.CutPrefix(num, "x"); ok {
		return "0x" + hex
	}
	if num = strings.TrimLeft(num, "0"); num == "" {
		return "0"
	}
	return num
}
