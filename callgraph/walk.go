package callgraph

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// The bounds of one exploration.
const (
	maxDepth   = 8   // calls on the way to an effect
	maxStack   = 64  // calls below the implementation's method
	maxMethods = 400 // methods looked into that are not settled
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
	label       string   // its name, once it was asked for
	blanked     *string  // its text without literals, once it was asked for
	before      *earlier // the last that was asked for
	// thrown rewrites calls that always throw, in a text that begins at lo.
	thrown func(text string, lo int) string
}

// earlier is the text of a method before a place, and what it tells: a call may
// lead to many effects.
type earlier struct {
	at   source.Span
	text string
	kept []kept
	// worksOut, setsState and setsNumber tell what the text does, always that
	// it leads to the place in any case; read, listed and placed are set where
	// these, kept, or always are known.
	worksOut, setsState, setsNumber, always, read, listed, placed bool
}

func (f *frame) name() string {
	if f.label == "" {
		f.label = f.owner.simple() + "." + f.method.Name
	}
	return f.label
}

func (f *frame) step(at source.Span) Step { return Step{f.name(), at, f.method, f.owner.decl} }

// summary is what a method does, seen from itself. The Result in it lacks the
// unknown calls.
type summary struct {
	Result
	unknown []*lost
	// deepest is the longest way below the method.
	deepest int
	// undone are the Effects where the method runs in a transaction of its own,
	// if one of them undoes the others then; nil where they stay the same.
	undone []Effect
	// counted is set where a method of data changes a number of it.
	counted bool
	// low is the depth of the outermost method on the stack that a recursion
	// came back to: the summary lacks what that one does. It is -1 where a
	// bound was reached, and whole where nothing lacks.
	low int
	// settled is set where neither a bound nor a recursion was met, other
	// than that of a method which calls itself: then it does not matter which
	// methods led here.
	settled bool
}

const whole = 1 << 30

// lost is a step on the way to a call that could not be followed, which is the
// last one. The ways of a method are the ends of those of its callers.
type lost struct {
	step Step
	on   *lost
}

func (l *lost) unfollowed() Unfollowed {
	var u Unfollowed
	for ; l.on != nil; l = l.on {
		u.Path = append(u.Path, l.step)
	}
	u.Step = l.step
	return u
}

// exploration is one question to the graph.
type exploration struct {
	*Graph
	// partial are the methods looked into that are not settled, active those
	// on the stack with their depth.
	partial map[node]*summary
	active  map[node]int
}

// walk looks into one method.
type walk struct {
	*exploration
	sum         *summary
	alternative bool
}

func (x *exploration) into() *walk {
	return &walk{exploration: x, sum: &summary{Result: Result{Complete: true}, low: whole, settled: true}}
}

// summarize looks into a method once. What is not settled counts only for the
// exploration that met it, and what is settled is the same for all, so that
// nothing depends on which exploration came first.
func (x *exploration) summarize(f *frame) *summary {
	key := node{f.method, f.self.decl}
	if depth, ok := x.active[key]; ok {
		return &summary{Result: Result{Complete: true}, low: depth, settled: depth == f.depth-1}
	}
	if s := x.partial[key]; s != nil {
		return s
	}
	if s, ok := x.settled.known(key); ok && f.depth+s.deepest <= maxStack {
		return s
	}
	if f.depth > maxStack || len(x.partial) >= maxMethods {
		return &summary{unknown: []*lost{{step: f.step(f.method.At)}}, low: -1}
	}
	x.active[key] = f.depth
	w := x.into()
	f.thrown = w.throwers(f)
	for i := range f.method.Calls {
		w.follow(f, &f.method.Calls[i])
	}
	if transactional(f) {
		w.sum.undone = w.sum.withRollback()
	}
	delete(x.active, key)
	if w.sum.low >= f.depth {
		w.sum.low = whole
	}
	if w.sum.settled {
		x.settled.keep(key, w.sum)
	} else {
		x.partial[key] = w.sum
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
	w.sum.settled = w.sum.settled && s.settled
	if room := maxUnknown - len(w.sum.unknown); room > 0 && len(s.unknown) > 0 {
		step := f.caller.step(f.call.At)
		for _, u := range s.unknown[:min(room, len(s.unknown))] {
			w.sum.unknown = append(w.sum.unknown, &lost{step: step, on: u})
		}
	}
	effects := s.seen(byProxy(f.call))
	w.sum.Effects = slices.Grow(w.sum.Effects, min(len(effects), maxEffects-len(w.sum.Effects)))
	for i := range effects {
		w.add(f.caller, f.call, effects[i])
	}
}

func (w *walk) unknown(f *frame, c *decl.Call) {
	w.sum.Complete = false
	if len(w.sum.unknown) < maxUnknown {
		call := Step{Method: strings.TrimPrefix(c.Recv+".", ".") + c.Method, At: c.At}
		w.sum.unknown = append(w.sum.unknown, &lost{step: f.step(c.At), on: &lost{step: call}})
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
		case w.inherited(f, c, r.class), accessor(c.Method), isData(r.decl), upper(c.Recv) && w.ofUtility(r.class):
		default:
			w.unknown(f, c)
		}
		return
	}
	if found[0].method.HasBody && r.decl.Kind != decl.Interface || static(found[0].method) {
		if !r.bean && !r.own && isData(r.decl) && countsUp(f.body(found[0])) {
			w.sum.counted = true
		}
		w.enter(f, c, found, r)
		return
	}
	if slices.ContainsFunc(r.decl.Annotations, func(a *decl.Annotation) bool { return simple(a.Name) == "FeignClient" }) {
		w.effect(f, c, Effect{Kind: HTTP, Text: lang.Verbatim(r.simple() + "." + c.Method), At: c.At})
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
		w.effect(f, c, Effect{Kind: Remote, Text: lang.Verbatim(r.simple() + "." + c.Method), At: c.At})
		w.unknown(f, c)
	case found[0].method.HasBody:
		w.enter(f, c, found, r)
	case accessor(c.Method) && !r.bean, w.converter(r.decl):
	default:
		w.unknown(f, c)
	}
}

// ofUtility reports whether a class of the trees adds to one of a library that
// does no harm: "class Texts extends org.apache.commons.lang3.StringUtils".
func (w *walk) ofUtility(c class) bool {
	return slices.ContainsFunc(w.lineage(c), func(t class) bool { return t.decl == nil && ofLibrary(t.fqn) })
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
		e.keysAt(f, c)
	}
	switch {
	case w.sum.tells(&e):
		return
	case len(w.sum.Effects) >= maxEffects || len(e.Path) >= maxDepth:
		w.sum.Complete = false
		return
	}
	e.Alternative = e.Alternative || w.alternative
	e.Path = append(append(make([]Step, 0, len(e.Path)+1), f.step(c.At)), e.Path...)
	if e.Does.Writes() {
		w.protected(&e, f, c)
	}
	w.sum.Effects = append(w.sum.Effects, e)
}

// tells reports whether an effect is known, with a lookup if it has one.
func (s *summary) tells(e *Effect) bool {
	for i := range s.Effects {
		o := &s.Effects[i]
		if o.At == e.At && o.Does == e.Does && o.store == e.store && (o.Lookup != "" || e.Lookup == "") && o.Text.Equal(e.Text) {
			return true
		}
	}
	return false
}

var referenceAnnotations = map[string]bool{"Reference": true, "DubboReference": true}

func dubboReference(f *decl.Field) bool {
	return slices.ContainsFunc(f.Annotations, func(a *decl.Annotation) bool { return referenceAnnotations[simple(a.Name)] })
}
