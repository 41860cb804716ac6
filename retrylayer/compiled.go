package retrylayer

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// A class file has no statements. What it tells of them stands in the Flow of
// its calls: where their arguments come from, and which exceptions are caught
// around them. Loops, and what is given to a retry library, are not to be seen.

// callOf finds the call at a place in a method.
func callOf(m *decl.Method, at source.Span) *decl.Call {
	for i := range m.Calls {
		if m.Calls[i].At == at {
			return &m.Calls[i]
		}
	}
	return nil
}

// inClass goes out from the call of a class file to its method. How a handler
// ends is not known, so that nothing further out counts where one may take the
// exception.
func (s *state) inClass() {
	c := s.frame.call
	if c == nil || c.Flow == nil {
		return
	}
	for _, t := range c.Flow.Catches {
		if is, known := s.isA(s.thrown, t); is || !known {
			s.way.Swallowed = c.At
			return
		}
	}
}

// compiledArguments follows the arguments of the Dubbo call in a class file.
func (t *trace) compiledArguments(m *decl.Method) {
	c := t.way.frames[0].call
	if c == nil || c.Flow == nil {
		return
	}
	for i, arg := range c.Flow.Args {
		t.argument(m, i, arg.Name, func(as string) {
			if as == "value" {
				t.compiledValue(0, arg, 0)
			} else {
				t.compiledObject(0, arg, 0)
			}
		})
	}
}

// compiledValue follows a value of a class file to the calls that it is made
// of: a generator, a helper that calls one; else a parameter.
func (t *trace) compiledValue(step int, v decl.Source, depth int) {
	fr := t.way.frames[step]
	seen := map[int]bool{}
	for queue := []decl.Source{v}; len(queue) > 0 && len(seen) < 64; queue = queue[1:] {
		if p := queue[0].Param; p > 0 && depth < maxTrace {
			t.fromCaller(step, p-1, depth)
		}
		for _, n := range queue[0].Calls {
			if n >= len(fr.method.Calls) || seen[n] {
				continue
			}
			seen[n] = true
			c := &fr.method.Calls[n]
			if made := makerOf(c); made != "" {
				t.foundAt(step, -1, made, c.At, c.At)
				continue
			}
			if h := t.compiledHelper(c); h != nil {
				if made, at := t.makes(h, 0); made != "" {
					t.foundAt(step, -1, made, at, c.At)
					continue
				}
			}
			if c.Flow != nil {
				queue = append(append(queue, c.Flow.Recv), c.Flow.Args...)
			}
		}
	}
}

// fromCaller follows the argument that a parameter is given on this way.
func (t *trace) fromCaller(step, i, depth int) {
	if arg, ok := t.compiledArgument(step+1, i); ok {
		t.compiledValue(step+1, arg, depth+1)
	} else if args := t.argumentsOf(step + 1); i < len(args) {
		t.value(step+1, args[i], depth+1)
	}
}

// argumentsOf is arguments of a frame that there may not be.
func (t *trace) argumentsOf(step int) []piece {
	if step >= len(t.way.frames) {
		return nil
	}
	return t.arguments(step)
}

// compiledArgument is an argument of the call in a frame of a class file.
func (t *trace) compiledArgument(step, i int) (decl.Source, bool) {
	if step >= len(t.way.frames) {
		return decl.Source{}, false
	}
	c := t.way.frames[step].call
	if c == nil || c.Flow == nil || i >= len(c.Flow.Args) {
		return decl.Source{}, false
	}
	return c.Flow.Args[i], true
}

// compiledObject looks for the keys in an object: set on the variable that
// holds it, or in the chain of calls that builds it.
func (t *trace) compiledObject(step int, v decl.Source, depth int) {
	fr := t.way.frames[step]
	for i := range fr.method.Calls {
		c := &fr.method.Calls[i]
		if c == fr.call {
			break
		}
		if v.Name != "" && c.Recv == v.Name {
			t.compiledField(step, c)
		}
	}
	for n, left := v, maxTrace; left > 0 && len(n.Calls) == 1 && n.Calls[0] < len(fr.method.Calls); left-- {
		c := &fr.method.Calls[n.Calls[0]]
		if t.compiledField(step, c); c.Flow == nil {
			break
		}
		n = c.Flow.Recv
	}
	if v.Param == 0 || depth >= maxTrace {
		return
	}
	if arg, ok := t.compiledArgument(step+1, v.Param-1); ok {
		t.compiledObject(step+1, arg, depth+1)
	} else if args := t.argumentsOf(step + 1); v.Param <= len(args) {
		t.object(step+1, args[v.Param-1], depth+1)
	}
}

// compiledField follows the value that a setter or builder is given.
func (t *trace) compiledField(step int, c *decl.Call) {
	if c.Flow == nil || len(c.Flow.Args) != 1 {
		return
	}
	field := c.Method
	for _, prefix := range []string{"set", "with"} {
		if rest, ok := strings.CutPrefix(field, prefix); ok && upper(rest) {
			field = lowered(rest)
		}
	}
	if t.name, t.field = field, true; t.asked(field) {
		t.compiledValue(step, c.Flow.Args[0], 0)
	}
}

// compiledHelper is the method of the trees that a call of a class file runs.
func (f *Finder) compiledHelper(c *decl.Call) *target {
	for typ, n := f.types.Lookup(c.Owner), 0; typ != nil && n < 16; typ, n = f.super(typ), n+1 {
		for _, m := range typ.Methods {
			if m.Name == c.Method && len(m.Params) == c.Args && m.HasBody {
				return &target{typ, m}
			}
		}
	}
	return nil
}

// compiledMaker looks at the calls of a method of a class file.
func compiledMaker(m *decl.Method) (string, source.Span) {
	for i := range m.Calls {
		if made := makerOf(&m.Calls[i]); made != "" {
			return made, m.Calls[i].At
		}
	}
	return "", source.Span{}
}

// makerOf tells a call of a generator, "" for another one.
func makerOf(c *decl.Call) string {
	owner := simple(c.Owner)
	if slices.Contains(makers, c.Method) || owner == "ObjectId" && c.Method == "next" ||
		makerTypes.MatchString(owner) && making.MatchString(c.Method) && c.Method != "getInstance" && (!strings.HasPrefix(c.Method, "get") || c.Args == 0) {
		return owner + "." + c.Method
	}
	return ""
}

// unlike are generators of what is no key where nothing is named like one.
var unlike = []string{"currentTimeMillis", "nanoTime", "incrementAndGet", "getAndIncrement", "randomNumbers", "randomNumeric", "randomAlphanumeric"}
