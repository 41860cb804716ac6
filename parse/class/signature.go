package class

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// signature reads descriptors and generic signatures (JVMS 4.3 and 4.7.9.1),
// of which the former are a part.
type signature struct {
	class *classFile
	text  string
	pos   int
	depth int
	bad   bool
}

// maxSignatures bounds the bytes of signatures read in one class: of many
// members, each may name the same long text.
const maxSignatures = 32 << 20

func (c *classFile) signature(text string) *signature {
	c.parsed += len(text)
	return &signature{class: c, text: text, bad: c.parsed > maxSignatures}
}

func (s *signature) peek() byte {
	if s.pos < len(s.text) && !s.bad {
		return s.text[s.pos]
	}
	return 0
}

func (s *signature) got(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.pos++
	return true
}

// until returns the text up to the first of some bytes.
func (s *signature) until(stops string) string {
	n := strings.IndexAny(s.text[s.pos:], stops)
	if n < 0 || n > maxName || s.bad {
		s.bad = true
		return ""
	}
	word := s.text[s.pos : s.pos+n]
	s.pos += n
	return word
}

var primitives = map[byte]string{
	'B': "byte", 'C': "char", 'D': "double", 'F': "float", 'I': "int", 'J': "long", 'S': "short", 'Z': "boolean", 'V': "void",
}

// typ reads one type.
func (s *signature) typ() decl.TypeRef {
	var t decl.TypeRef
	if s.depth++; s.depth > 4*maxDepth {
		s.bad = true
	}
	defer func() { s.depth-- }()
	for s.got('[') {
		t.Dims++
	}
	s.bad = s.bad || t.Dims > 255 // as the virtual machine has it
	c := s.peek()
	switch {
	case c == 'L':
		s.pos++
		s.classType(&t)
	case c == 'T':
		s.pos++
		t.Name = s.until(";")
		s.pos++
	case primitives[c] != "":
		s.pos++
		t.Name = primitives[c]
	default:
		s.bad = true
	}
	return t
}

// classType reads "com/acme/Outer<TT;>.Inner;" behind its "L". Arguments of
// outer classes are dropped.
func (s *signature) classType(t *decl.TypeRef) {
	internal := s.until("<.;")
	for !s.bad {
		switch {
		case s.got('<'):
			t.Args = s.args()
		case s.got('.'):
			internal += "$" + s.until("<.;")
			t.Args = nil
		case s.got(';'):
			t.Name = s.class.name(internal)
			return
		default:
			s.bad = true
		}
	}
}

func (s *signature) args() []decl.TypeRef {
	var list []decl.TypeRef
	for !s.bad && !s.got('>') {
		switch s.peek() {
		case '*':
			s.pos++
			list = append(list, decl.TypeRef{Name: "?"})
		case '+':
			s.pos++
			list = append(list, bounded("? extends ", s.typ()))
		case '-':
			s.pos++
			list = append(list, bounded("? super ", s.typ()))
		default:
			list = append(list, s.typ())
		}
	}
	return list
}

func bounded(words string, t decl.TypeRef) decl.TypeRef {
	t.Name = words + t.Name
	return t
}

// params reads "<T:Ljava/lang/Object;U::Ljava/util/List;>" and returns the
// names.
func (s *signature) params() []string {
	if !s.got('<') {
		return nil
	}
	var names []string
	for !s.bad && !s.got('>') {
		names = append(names, s.until(":"))
		for s.got(':') {
			if c := s.peek(); c != ':' && c != '>' {
				s.typ()
			}
		}
	}
	return names
}

// method reads "(...)T".
func (s *signature) method() (params []decl.TypeRef, ret decl.TypeRef) {
	if !s.got('(') {
		s.bad = true
	}
	for !s.bad && !s.got(')') {
		params = append(params, s.typ())
	}
	return params, s.typ()
}

// shape is the size of a method's descriptor: the number of arguments, and
// the slots on the stack of these and of the result.
type shape struct {
	args, slots, result int
	widths              []uint8 // the slots of each argument
}

func shapeOf(desc string) shape {
	var s shape
	i := 1
	for i < len(desc) && desc[i] != ')' {
		width := 1
		if desc[i] == 'J' || desc[i] == 'D' {
			width = 2
		}
		for i < len(desc) && desc[i] == '[' {
			width = 1
			i++
		}
		if i < len(desc) && desc[i] == 'L' {
			n := strings.IndexByte(desc[i:], ';')
			if n < 0 {
				break
			}
			i += n
		}
		i++
		s.args++
		s.slots += width
		s.widths = append(s.widths, uint8(width))
	}
	s.result = widthOf(desc[strings.LastIndexByte(desc, ')')+1:])
	return s
}

// widthOf is the number of slots that a value of a type takes.
func widthOf(desc string) int {
	switch desc {
	case "", "V":
		return 0
	case "J", "D":
		return 2
	}
	return 1
}
