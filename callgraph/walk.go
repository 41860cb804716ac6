package callgraph

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// The bounds of one exploration.
const (
	maxDepth   = 8   // calls on the way to an effect
	maxStack   = 16  // calls below the implementation's method
	maxMethods = 400 // methods looked into that were not known before
	maxUnknown = 20  // unknown calls that are told
	maxEffects = 100
	maxImpls   = 8 // implementations of one interface
)

// frame is one method being looked into. self is the class that runs it, owner
// the one that declares it.
type frame struct {
	owner, self class
	method      *decl.Method
	caller      *frame
	call        *decl.Call // in caller, that leads here
	depth       int
	before      *earlier // the last that was asked for
	// thrown rewrites calls that always throw, in a text that begins at lo.
	thrown func(text string, lo int) string
}

// earlier is the text of a method before a place, and what it tells: a call may
// lead to many effects.
type earlier struct {
	at       source.Span
	text     string
	worksOut func() bool
	kept     []kept
	listed   bool // kept is known
	surely   func() bool
}

func (f *frame) name() string { return f.owner.simple() + "." + f.method.Name }

func (f *frame) step(at source.Span) Step { return Step{f.name(), at, f.method, f.owner.decl} }

// summary is what a method does, seen from itself.
type summary struct {
	Result
	// deepest is the longest way below the method.
	deepest int
	// counted is set where a method of data changes a number of it.
	counted bool
	// low is the depth of the outermost method on the stack that a recursion
	// came back to: the summary lacks what that one does. It is -1 where a
	// bound was reached, and whole where nothing lacks.
	low int
}

const whole = 1 << 30

// walk looks into one method.
type walk struct {
	*Graph
	sum         *summary
	alternative bool
}

// summarize looks into a method once; what is cut short counts only for the
// exploration that met it.
func (g *Graph) summarize(f *frame) *summary {
	key := node{f.method, f.self.decl}
	if s := g.done[key]; s != nil {
		return s
	}
	if s := g.partial[key]; s != nil {
		return s
	}
	if depth, ok := g.active[key]; ok {
		return &summary{Result: Result{Complete: true}, low: depth}
	}
	if f.depth > maxStack || g.visited >= maxMethods {
		return &summary{Result: Result{Unknown: []Unfollowed{{Step: f.step(f.method.At)}}}, low: -1}
	}
	g.visited++
	g.active[key] = f.depth
	w := &walk{Graph: g, sum: &summary{Result: Result{Complete: true}, low: whole}}
	f.thrown = w.throwers(f)
	for i := range f.method.Calls {
		w.follow(f, &f.method.Calls[i])
	}
	w.undone(f)
	delete(g.active, key)
	if w.sum.low >= f.depth {
		w.sum.low = whole
		g.done[key] = w.sum
	} else {
		g.partial[key] = w.sum
	}
	return w.sum
}

// visit adds what a called method does.
func (w *walk) visit(f *frame) {
	s := w.summarize(f)
	w.sum.Complete = w.sum.Complete && s.Complete
	w.sum.deepest = max(w.sum.deepest, s.deepest+1)
	w.sum.counted = w.sum.counted || s.counted
	w.sum.low = min(w.sum.low, s.low)
	for _, u := range s.Unknown {
		if len(w.sum.Unknown) < maxUnknown {
			u.Path = append([]Step{f.caller.step(f.call.At)}, u.Path...)
			w.sum.Unknown = append(w.sum.Unknown, u)
		}
	}
	for i := range s.Effects {
		w.add(f.caller, f.call, s.Effects[i])
	}
}

func (w *walk) unknown(f *frame, c *decl.Call) {
	w.sum.Complete = false
	if len(w.sum.Unknown) < maxUnknown {
		call := Step{Method: strings.TrimPrefix(c.Recv+".", ".") + c.Method, At: c.At}
		w.sum.Unknown = append(w.sum.Unknown, Unfollowed{call, []Step{f.step(c.At)}})
	}
}

// follow finds what one call leads to.
func (w *walk) follow(f *frame, c *decl.Call) {
	if f.owner.decl != nil && (c.Method == "super" || c.Method == "this") {
		return // constructors of data
	}
	if w.ofData(f, c) || w.ofExample(f, c) {
		return
	}
	r := w.receiver(f, c, 0)
	switch {
	case c.Recv == "System.out", c.Recv == "System.err":
	case !r.known():
		if !harmlessMethod(c.Method) {
			w.unknown(f, c)
		}
	case r.decl == nil:
		w.outside(f, c, r)
	case r.own && w.ownCall(f, c, r):
	default:
		w.inside(f, c, r)
	}
}

// ownCall follows an unqualified call to a class around, or to a method that
// is imported.
func (w *walk) ownCall(f *frame, c *decl.Call, r receiver) bool {
	if len(w.find(r.class, c.Method, c.Args)) > 0 || c.Recv != "" {
		return false
	}
	for outer := f.owner.decl; outer != nil; outer = outer.Outer {
		around := class{fqn: outer.FQN, decl: outer}
		if len(w.find(around, c.Method, c.Args)) > 0 {
			w.inside(f, c, receiver{class: around})
			return true
		}
	}
	if w.inherited(f, c, r.class) {
		return true
	}
	u := w.types.FileOf(f.owner.decl)
	if u == nil || u.Java == nil {
		return false
	}
	for _, imp := range u.Java.Imports {
		owner, member := imp.Name, c.Method
		if i := strings.LastIndexByte(imp.Name, '.'); !imp.Wildcard && i > 0 {
			owner, member = imp.Name[:i], imp.Name[i+1:]
		}
		if !imp.Static || member != c.Method {
			continue
		}
		r := receiver{class: w.class(owner)}
		if r.decl == nil {
			w.outside(f, c, r)
			return true
		}
		if len(w.find(r.class, c.Method, c.Args)) > 0 {
			w.inside(f, c, r)
			return true
		}
	}
	return false
}

// inside follows a call on a type of the trees.
func (w *walk) inside(f *frame, c *decl.Call, r receiver) {
	if w.converter(r.decl) {
		return
	}
	if r.decl.Kind == decl.Interface && len(w.implementations(r.decl)) == 0 && w.mapped(f, c, r.class) {
		return
	}
	found := w.find(r.class, c.Method, c.Args)
	if len(found) == 0 {
		switch {
		case w.inherited(f, c, r.class), accessor(c.Method), isData(r.decl):
		default:
			w.unknown(f, c)
		}
		return
	}
	if found[0].method.HasBody && r.decl.Kind != decl.Interface || static(found[0].method) {
		if !r.bean && !r.own && isData(r.decl) && counts.MatchString(blank(f.body(found[0]))) {
			w.sum.counted = true
		}
		w.enter(f, c, found, r)
		return
	}
	if slices.ContainsFunc(r.decl.Annotations, func(a *decl.Annotation) bool { return simple(a.Name) == "FeignClient" }) {
		w.effect(f, c, Effect{Kind: HTTP, Text: r.simple() + "." + c.Method, At: c.At})
		w.unknown(f, c)
		return
	}
	impls := w.implementations(r.decl)
	var targets []target
	for _, impl := range impls {
		targets = append(targets, w.find(class{fqn: impl.FQN, decl: impl, args: r.args}, c.Method, c.Args)...)
	}
	switch {
	case len(impls) > 0 && len(targets) > 0 && len(impls) <= maxImpls:
		w.enterEach(f, c, impls)
	case r.field != nil && dubboReference(r.field):
		w.effect(f, c, Effect{Kind: Remote, Text: r.simple() + "." + c.Method, At: c.At})
		w.unknown(f, c)
	case found[0].method.HasBody:
		w.enter(f, c, found, r)
	case accessor(c.Method) && !r.bean, w.converter(r.decl):
	default:
		w.unknown(f, c)
	}
}

// converter reports whether MapStruct implements an interface: it copies data.
func (w *walk) converter(t *decl.Type) bool {
	return slices.ContainsFunc(t.Annotations, func(a *decl.Annotation) bool {
		return simple(a.Name) == "Mapper" && w.qualified(a.Name, t) == "org.mapstruct.Mapper"
	})
}

func static(m *decl.Method) bool { return slices.Contains(m.Modifiers, "static") }

func (w *walk) enterEach(f *frame, c *decl.Call, impls []*decl.Type) {
	alternative := w.alternative
	w.alternative = alternative || len(impls) > 1
	for _, impl := range impls {
		self := class{fqn: impl.FQN, decl: impl}
		found := w.find(self, c.Method, c.Args)
		if len(found) == 0 && !w.inherited(f, c, self) {
			w.unknown(f, c)
		}
		w.enter(f, c, found, receiver{class: self})
	}
	w.alternative = alternative
}

// enter looks into methods; several are overloads that the number of
// arguments does not tell apart.
func (w *walk) enter(f *frame, c *decl.Call, found []target, r receiver) {
	alternative := w.alternative
	w.alternative = alternative || len(found) > 1
	for _, t := range found {
		self := r.class
		if c.Recv == "super" {
			self = f.self
		}
		if !t.method.HasBody {
			if r.own || t.owner.decl != r.decl {
				w.unknown(f, c)
			}
			continue
		}
		w.visit(&frame{owner: t.owner, self: self, method: t.method, caller: f, call: c, depth: f.depth + 1})
	}
	w.alternative = alternative
}

// effect notes an effect of a call.
func (w *walk) effect(f *frame, c *decl.Call, e Effect) { w.add(f, c, e) }

// add notes an effect that a call leads to, once.
func (w *walk) add(f *frame, c *decl.Call, e Effect) {
	if len(e.Path) > 0 {
		if strings.HasPrefix(e.store, ofParam) {
			e.store = atCaller(f, c, e.store)
		}
		e.asked = slices.Clone(e.asked)
		for i, place := range e.asked {
			if key, ok := strings.CutPrefix(place, keyPlace); ok && strings.HasPrefix(key, ofParam) {
				e.asked[i] = keyPlace + atCaller(f, c, key)
			}
		}
	}
	known := slices.ContainsFunc(w.sum.Effects, func(o Effect) bool {
		return o.At == e.At && o.Does == e.Does && o.Text == e.Text && o.store == e.store && (o.Lookup != "" || e.Lookup == "")
	})
	switch {
	case known:
		return
	case len(w.sum.Effects) >= maxEffects || len(e.Path) >= maxDepth:
		w.sum.Complete = false
		return
	}
	e.Alternative = e.Alternative || w.alternative
	e.Path = append([]Step{f.step(c.At)}, e.Path...)
	if e.Does.Writes() {
		w.protected(&e, f, c)
	}
	w.sum.Effects = append(w.sum.Effects, e)
}

var referenceAnnotations = map[string]bool{"Reference": true, "DubboReference": true}

func dubboReference(f *decl.Field) bool {
	return slices.ContainsFunc(f.Annotations, func(a *decl.Annotation) bool { return referenceAnnotations[simple(a.Name)] })
}
