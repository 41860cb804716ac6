package callgraph

import (
	"regexp"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Guard is a call before a write that looks for an earlier execution: a lookup,
// an attempt to set a key, or an update that claims a row by its state.
type Guard struct {
	// Call is the call as written: "orderMapper.selectByRequestNo".
	Call string
	At   source.Span
	// In is the method that makes it.
	In string
	// Sets and Claims tell attempts from lookups, Locks a lock, which ends
	// with the execution and keeps nothing for a later one.
	Sets, Claims, Locks bool
	// Ends tells what a second execution meets: GoesOn where the method runs
	// on to the write, so that the call protects nothing.
	Ends   Ending
	EndsAt source.Span
	// Earlier is set where what is returned comes from what was found.
	Earlier bool
	// Compared is where what was found is compared with the input, no place
	// for nowhere.
	Compared source.Span
}

// Protects reports whether the guard keeps a second execution away from the
// write, at least one that comes when the first one has ended.
func (g *Guard) Protects() bool { return !g.Locks && g.Ends != GoesOn }

// Guards returns what looks for an earlier execution on the way to an effect,
// the outermost first. What stands in class files is not to be seen.
func (g *Graph) Guards(e *Effect) []Guard {
	var found []Guard
	for i := range e.Path {
		s := &e.Path[i]
		if s.Decl == nil || s.Type == nil {
			continue
		}
		body := bodyOf(s.Type, s.Decl)
		off := s.At.Lo - body.lo
		if body.file != s.At.File || off < 0 || off > len(body.text) {
			continue
		}
		writer := ""
		if i == len(e.Path)-1 {
			writer = receiverAt(s.Decl, s.At)
		}
		r := &guarded{body: body, end: off, method: s.Decl, writer: writer}
		found = append(found, r.guards()...)
		found = append(found, g.helpers(s, off)...)
	}
	return found
}

func receiverAt(m *decl.Method, at source.Span) string {
	for i := range m.Calls {
		if m.Calls[i].At == at {
			return m.Calls[i].Recv
		}
	}
	return ""
}

// helpers looks into the methods of the same class that are called before the
// step: "checkDuplicate(requestNo)" may throw.
func (g *Graph) helpers(s *Step, off int) []Guard {
	var found []Guard
	for i := range s.Decl.Calls {
		c := &s.Decl.Calls[i]
		if c.Recv != "" && c.Recv != "this" || c.At.File != s.At.File || c.At.Lo >= s.At.Lo {
			continue
		}
		for _, t := range g.find(class{fqn: s.Type.FQN, decl: s.Type}, c.Method, c.Args) {
			body := bodyOf(s.Type, t.method)
			if t.owner.decl != s.Type || body.file == nil {
				continue
			}
			r := &guarded{body: body, end: len(body.text), method: t.method}
			for _, one := range r.guards() {
				if one.Ends == Throws {
					found = append(found, one)
				}
			}
		}
	}
	return found
}

// guarded is a method's text up to what is guarded in it.
type guarded struct {
	body   passage
	end    int
	method *decl.Method
	writer string // the receiver of the guarded write, "" for none
}

func (r *guarded) guards() []Guard {
	var found []Guard
	ahead := r.body.text[:r.end]
	for i := range r.method.Calls {
		b := &r.method.Calls[i]
		off := b.At.Hi - r.body.lo
		if b.At.File != r.body.file || off < 0 || off > len(ahead) || b.Recv == "?" || !asks(b.Recv) {
			continue
		}
		t := tested{method: b.Method, at: b.At.Lo - r.body.lo, sets: setsKey(b.Method)}
		switch {
		case claims.any(b.Method) && !t.sets:
			t.claims = true
		case !lookups.word(b.Method) && !locks.MatchString(b.Method), opens.MatchString(b.Method):
			continue
		}
		g := Guard{Call: strings.TrimPrefix(b.Recv+"."+b.Method, "."), At: b.At, In: r.method.Name,
			Sets: t.sets, Claims: t.claims, Locks: locks.MatchString(b.Method), Ends: GoesOn}
		r.judge(&g, t, ahead)
		if g.Ends != GoesOn || g.Locks || !t.claims && r.looksForEarlier(b, t, ahead) {
			found = append(found, g)
		}
	}
	return found
}

// locks begin the names of methods that lock.
var locks = regexp.MustCompile(`^(?:tryLock|lock|tryAcquire|acquire)(?:[A-Z]|$)`)

// differs is a condition that holds for what is not equal; itself is one that
// lets a row be changed, of which there is none yet when it is made.
var (
	differs = regexp.MustCompile(`!\s*[\w.()]*equals\(`)
	itself  = regexp.MustCompile(`\bgetId\(\)|\bid\b`)
)

// opens are methods that hand out a part of a store, and look nothing up.
var opens = regexp.MustCompile(`^get(?:Map|MapCache|Bucket|List|Set|Lock|FairLock|Atomic\w*|Connection|Resource|Template|Mapper|BaseMapper|Session|Client)$`)

// judge finds out what the method does where an earlier execution was there.
func (r *guarded) judge(g *Guard, t tested, ahead string) {
	for _, c := range t.conditions(ahead) {
		at := len(ahead) - len(c.rest)
		switch {
		case differs.MatchString(c.text) && !itself.MatchString(c.text) && r.namesParam(c.text): // a repeat is not meant
		case c.second(t) && soon(c.rest, "return", "throw", "continue"):
			r.leave(g, c, at)
			g.Compared = r.compared(c.variable, t.at)
			return
		case c.first(t) && isOpen(c.rest), c.second(t) && isOpen(otherwise(c.rest)):
			r.skip(g, c, at)
			return
		}
	}
}

// leave reads the statement that ends a second execution: that of the block,
// else one that stands deeper in it.
func (r *guarded) leave(g *Guard, c condition, at int) {
	lead := len(c.rest) - len(strings.TrimLeft(c.rest, " \t\r\n"))
	block := c.rest[lead : lead+blockEnd(c.rest[lead:])]
	var m []int
	if lo, hi := ending(block); hi > 0 {
		m = []int{lead + lo, lead + hi}
	} else if m = leaving.FindStringIndex(c.rest); m == nil {
		return
	}
	statement := c.rest[m[0]:m[1]]
	g.Ends, g.EndsAt = endingOf(statement), r.body.span(at+m[0], at+m[1])
	// The block before the statement may prepare what is returned.
	g.Earlier = g.Ends == Returns && g.mentions(c.rest[:m[1]], c.variable)
}

// skip is a write inside a block that a second execution does not enter: the
// method runs on behind it, unless the other branch ends it.
func (r *guarded) skip(g *Guard, c condition, at int) {
	g.Ends, g.EndsAt = Returns, r.body.span(at-1-c.size, at-1)
	g.Earlier = c.variable != "" && regexp.MustCompile(`return[^;]*\b`+c.variable+`\b`).MatchString(r.body.text[r.end:])
	g.Compared = r.compared(c.variable, at)
	other := otherwise(r.body.text[at:])
	block := other[:blockEnd(other)]
	if m := leaving.FindStringIndex(block); m != nil && !g.Earlier {
		lo := len(r.body.text) - len(other)
		g.Ends, g.EndsAt = endingOf(block[m[0]:]), r.body.span(lo+m[0], lo+m[1])
		g.Earlier = g.Ends == Returns && g.mentions(block[m[0]:m[1]], c.variable)
	}
}
