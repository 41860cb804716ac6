package callgraph

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// A key that the caller gives is the same in every attempt of one call. What
// follows tells such values from those that the code makes anew: only what is
// put together from parameters counts.

// stays keeps the keys that the caller may still give where a method makes the
// call that leads to the row.
func (w *walk) stays(f *frame, c *decl.Call, keys []key, direct bool) []key {
	if len(keys) == 0 {
		return nil
	}
	var left []key
	p := &passing{walk: w, f: f, call: c, ahead: f.ahead(c.At)}
	for _, k := range keys {
		if p.keeps(&k, direct) {
			left = append(left, k)
		}
	}
	return left
}

// passing looks at one method for what is passed on from its parameters.
type passing struct {
	*walk
	f     *frame
	call  *decl.Call
	ahead string
}

// keeps reports whether every field of a key comes from the parameters: set to
// something put together from them, or in an object that was passed in.
func (p *passing) keeps(k *key, direct bool) bool {
	set := 0
	for _, field := range k.fields {
		value, ok := p.filled(field)
		if !ok {
			continue
		}
		if k.filled && direct && ownID.MatchString(value) { // of an object that has none yet
			return false
		}
		if !p.derived(value, 0) {
			return false
		}
		set++
	}
	switch {
	case set == len(k.fields):
		k.filled = false
		return true
	case k.filled && direct: // the framework makes what the code leaves empty
		return false
	case k.primary && fresh.MatchString(p.ahead):
		return false
	}
	return p.carries(k.fields)
}

// ownID is the id of an object that is not stored yet.
var ownID = regexp.MustCompile(`\.getId\(\)\s*$`)

// filled returns the value that the text before the call puts into a field of
// some object.
func (p *passing) filled(field string) (value string, ok bool) {
	low := strings.ToLower(p.ahead)
	field = strings.ToLower(field)
	at := -1
	for _, setter := range []string{".set" + field, "." + field} {
		for i := 0; ; {
			n := strings.Index(low[i:], setter)
			if n < 0 {
				break
			}
			i += n + len(setter)
			if rest := strings.TrimLeft(low[i:], " "); strings.HasPrefix(rest, "(") && !strings.HasPrefix(strings.TrimLeft(rest[1:], " \t\r\n"), ")") && i > at {
				at = i
			}
		}
	}
	if at < 0 {
		return "", false
	}
	value, _ = parenthesis(strings.TrimPrefix(strings.TrimLeft(p.ahead[at:], " "), "("))
	return value, true
}

// carries reports whether every argument of the call is passed in, or a copy of
// what was.
func (p *passing) carries(fields []string) bool {
	after := strings.TrimLeft(p.f.rest(p.call.At), " \t\r\n")
	if elements := strings.HasPrefix(after, ")") || strings.HasPrefix(after, ","); elements { // list.forEach(mapper::insert)
		line := p.ahead[strings.LastIndexAny(p.ahead, ";{}")+1:]
		source, _, ok := strings.Cut(line, ".forEach")
		return ok && p.derived(source, 0) && !p.makes(source, fields)
	}
	args, ok := strings.CutPrefix(after, "(")
	if !ok {
		return false
	}
	args, _ = parenthesis(args)
	found := false
	for len(args) > 0 {
		n := firstOf(args)
		arg := strings.TrimSpace(args[:n])
		args = strings.TrimPrefix(args[n:], ",")
		switch {
		case arg == "" || constantLike.MatchString(arg): // a literal is blank
		case (p.derived(arg, 0) && !p.makes(arg, fields) || p.copied(arg, fields)) && !p.touched(arg, fields):
			found = true
		default:
			return false
		}
	}
	return found
}

// touched reports whether a method of the trees that has an object in hand, or is
// one of its own, fills one of the fields: "number(order)", "order.beforeInsert()".
func (p *passing) touched(name string, fields []string) bool {
	if !identifier.MatchString(name) {
		return false
	}
	for i := range p.f.method.Calls {
		c := &p.f.method.Calls[i]
		off := c.At.Hi - p.f.method.At.Hi
		if c.At.File != p.call.At.File || off < 0 || off > len(p.ahead) {
			continue
		}
		own := c.Recv == name && !accessor(c.Method)
		if !own {
			args, ok := strings.CutPrefix(strings.TrimLeft(p.ahead[off:], " \t\r\n"), "(")
			if args, _ = parenthesis(args); !ok || !hasWord(args, name) {
				continue
			}
		}
		r := p.receiver(p.f, c, 0)
		if r.decl == nil || isData(r.decl) && !own {
			continue
		}
		for _, t := range p.find(r.class, c.Method, c.Args) {
			if !t.method.HasBody {
				continue
			}
			body := blank(p.f.body(t))
			inside := &passing{walk: p.walk, f: &frame{owner: t.owner, self: r.class, method: t.method}, call: c, ahead: body}
			if fills(inside, fields, own) {
				return true
			}
		}
	}
	return false
}

// fills reports whether a method's body fills one of the fields with something
// that is not passed to it; own is set for a method of the object itself.
func fills(p *passing, fields []string, own bool) bool {
	for _, field := range fields {
		if value, ok := p.filled(field); ok && !p.derived(value, 0) {
			return true
		}
		if own {
			low, setter := strings.ToLower(p.ahead), "set"+strings.ToLower(field)+"("
			if _, ok := assignedLast(strings.ReplaceAll(p.ahead, "this.", ""), field); ok || strings.Contains(low, setter) {
				return true
			}
		}
	}
	return false
}

// constantLike is a constant or a number.
var constantLike = regexp.MustCompile(`^(?:[-+]?[0-9][\w.]*|true|false|null|(?:[A-Z]\w*\.)*[A-Z][A-Z0-9_]*|(?:[A-Z]\w*\.)+class)$`)

// copied reports whether a variable is a new object that a parameter is copied
// into.
func (p *passing) copied(name string, fields []string) bool {
	if !identifier.MatchString(name) {
		return false
	}
	value, ok := p.assigned(name)
	if !ok || !strings.HasPrefix(value, "new ") {
		return false
	}
	for _, m := range copies.FindAllStringSubmatch(p.ahead, -1) {
		if hasWord(m[1], name) && slices.ContainsFunc(p.f.method.Params, func(o decl.Param) bool { return hasWord(m[1], o.Name) }) {
			return true
		}
	}
	return false
}

var (
	identifier = regexp.MustCompile(`^[a-z_]\w*$`)
	copies     = regexp.MustCompile(`(?:[cC]opy|[cC]onvert|\bmap|transfer)\w*\s*\(([^;]*)\)`)
)

// fresh are names of what makes a value anew each time.
var fresh = regexp.MustCompile(`(?i)uuid|snow|nextid|nextval|nextseq|getseq|generat|idutil|idgen|idworker|newid|currenttimemillis|random|nanotime|\bgen[A-Z_]|sequence|nextno\b|objectid`)

var (
	// freshName begins the name of a method that may make a value anew,
	// freshType is a type that does.
	freshName = regexp.MustCompile(`^(?:now|next|gen|make|create|new|random|fast|incr|alloc|apply|take|poll|current|today)(?:[A-Z]|$)`)
	freshType = regexp.MustCompile(`^(?:UUID|Instant|System|LocalDate|LocalDateTime|LocalTime|Date|DateUtil|DateUtils|Calendar|Random|ThreadLocalRandom|Clock|Thread)$`)
	// shapes begin the names of functions that put their arguments together.
	shapes = regexp.MustCompile(`^(?:build|to|format|join|concat|md5|encode|hash|key|parse|valueOf|convert|copy|from|map|turn|trans|assemble|wrap|of|with|sha|digest|dto|po|vo)(?:[A-Z0-9]|$)`)
)

// maxDerived bounds the variables that one value is led back through.
const maxDerived = 4

// derived reports whether an expression is put together from parameters of the
// method and constants, and from nothing that is made anew.
func (p *passing) derived(expr string, depth int) bool {
	if depth > maxDerived || fresh.MatchString(expr) {
		return false
	}
	found := false
	for i := 0; i < len(expr); {
		if !isWord(expr[i]) {
			i++
			continue
		}
		end := i
		for end < len(expr) && isWord(expr[end]) {
			end++
		}
		word, before, after := expr[i:end], strings.TrimRight(expr[:i], " \t\r\n"), strings.TrimLeft(expr[end:], " \t\r\n")
		i = end
		calls := strings.HasPrefix(after, "(")
		switch {
		case word[0] >= '0' && word[0] <= '9':
		case strings.HasSuffix(before, "."), strings.HasSuffix(before, "::"):
			if calls && freshName.MatchString(word) {
				return false
			}
		case keywords[word]:
		case freshType.MatchString(word):
			return false
		case upper(word):
		case calls:
			if !shapes.MatchString(word) {
				return false
			}
		case slices.ContainsFunc(p.f.method.Params, func(o decl.Param) bool { return o.Name == word }):
			found = true
		default:
			if value, ok := p.assigned(word); ok && value != expr {
				if !p.derived(value, depth+1) {
					return false
				}
				found = true
				continue
			}
			// a bean that shapes what it is given
			method, ok := strings.CutPrefix(after, ".")
			if n := strings.IndexFunc(method, func(r rune) bool { return r >= 0x80 || !isWord(byte(r)) }); !ok || n < 0 || !strings.HasPrefix(method[n:], "(") || !shapes.MatchString(method[:n]) {
				return false
			}
		}
	}
	return found
}

var keywords = words("new this null true false instanceof int long final")

// asksFresh reports whether a lookup asks for something that was made anew just
// before: no earlier run can have left it.
func (w *walk) asksFresh(f *frame, c *decl.Call, ahead string) bool {
	off := c.At.Hi - f.method.At.Hi
	if off < 0 || off > len(ahead) {
		return false
	}
	args, ok := strings.CutPrefix(strings.TrimLeft(ahead[off:], " \t\r\n"), "(")
	if !ok {
		return false
	}
	args, _ = parenthesis(args)
	p := &passing{walk: w, f: f, call: c, ahead: ahead[:off]}
	for _, word := range wordsIn.FindAllString(args, -1) {
		if value, ok := assignedLast(p.ahead, word); ok && fresh.MatchString(value) {
			return true
		}
		if property, ok := strings.CutPrefix(word, "get"); ok && upper(property) {
			if value, ok := p.filled(property); ok && fresh.MatchString(value) {
				return true
			}
		}
	}
	return false
}

var wordsIn = regexp.MustCompile(`[A-Za-z_]\w*`)

// makes reports whether a function of the trees that an expression calls fills
// one of the fields itself, or makes something anew.
func (p *passing) makes(expr string, fields []string) bool {
	for i := range p.f.method.Calls {
		c := &p.f.method.Calls[i]
		if !strings.Contains(expr, c.Method+"(") {
			continue
		}
		r := p.receiver(p.f, c, 0)
		if r.decl == nil || isData(r.decl) {
			continue
		}
		for _, t := range p.find(r.class, c.Method, c.Args) {
			if !t.method.HasBody {
				continue
			}
			body := blank(p.f.body(t))
			if fresh.MatchString(body) {
				return true
			}
			inside := &passing{walk: p.walk, f: &frame{owner: t.owner, self: r.class, method: t.method}, ahead: body}
			for _, field := range fields {
				if value, ok := inside.filled(field); ok && !inside.derived(value, 0) {
					return true
				}
			}
		}
	}
	return false
}
