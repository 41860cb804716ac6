package retrylayer

import (
	"slices"
	"strings"
	"sync"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// The bounds of one search.
const (
	maxDepth = 5  // methods on a way
	maxWays  = 24 // ways to one call
)

// Finder looks at the code of one application. It is safe for concurrent use;
// what it found it keeps.
type Finder struct {
	mu      sync.Mutex
	app     *application.App
	types   *application.Types
	sites   map[source.Span]application.CallSite
	codes   map[*source.File]*code
	callers map[asked][]caller
	ways    map[search][]*Way
	words   map[string]bool
	// services are the exported services by the implementation's name.
	services map[string][]*application.Config
}

// New returns a finder for an application; nothing is read yet.
func New(app *application.App) *Finder {
	f := &Finder{app: app, types: app.Types, sites: map[source.Span]application.CallSite{}, codes: map[*source.File]*code{},
		callers: map[asked][]caller{}, ways: map[search][]*Way{}, words: map[string]bool{}, services: map[string][]*application.Config{}}
	for _, c := range app.Configs {
		if c.Tag == "service" && c.Impl != "" {
			f.services[c.Impl] = append(f.services[c.Impl], c)
		}
		for _, s := range c.Calls {
			if s.In != nil && s.Type != nil {
				f.sites[s.At] = s
			}
		}
	}
	return f
}

// search is a call whose ways are asked for.
type search struct {
	at   source.Span
	near bool
}

// Around returns the ways to the Dubbo call at a place, one of the call sites
// of the application's references; none where no call was found there.
func (f *Finder) Around(at source.Span) []*Way { return f.find(search{at, false}) }

// Near is Around within the class that makes the call: it opens no other file.
func (f *Finder) Near(at source.Span) []*Way { return f.find(search{at, true}) }

func (f *Finder) find(key search) []*Way {
	f.mu.Lock()
	defer f.mu.Unlock()
	if w, ok := f.ways[key]; ok {
		return w
	}
	site, ok := f.sites[key.at]
	if !ok {
		return nil
	}
	c := &climb{Finder: f, near: key.near}
	c.up(f.frame(site.Type, site.In, key.at), &Way{}, rpcException)
	f.ways[key] = c.found
	return c.found
}

// frame is one method of a way, with the call in it that leads on.
type frame struct {
	typ    *decl.Type
	method *decl.Method
	code   *code
	body   *node      // nil where there is no source
	tok    int        // the called method's name
	call   *decl.Call // without source, nil where the method itself is meant
}

func (f *Finder) frame(t *decl.Type, m *decl.Method, at source.Span) *frame {
	c := f.code(m.At.File)
	fr := &frame{typ: t, method: m, code: c, body: c.method(m)}
	if fr.body != nil {
		fr.tok = c.index(at.Lo)
	} else {
		fr.call = callOf(m, at)
	}
	return fr
}

func (f *Finder) code(file *source.File) *code {
	c := f.codes[file]
	if c == nil {
		c = newCode(file)
		f.codes[file] = c
	}
	return c
}

func (f *frame) name() string { return f.typ.Name + "." + f.method.Name }

// climb collects the ways to one call.
type climb struct {
	*Finder
	near  bool
	found []*Way
}

// up goes on from a method to those that call it.
func (c *climb) up(f *frame, way *Way, thrown string) {
	w := *way
	w.Steps = append(slices.Clone(way.Steps), Step{f.typ.FQN, f.method.Name, f.callAt()})
	w.Layers, w.frames = slices.Clone(way.Layers), append(slices.Clone(way.frames), f)
	s := &state{Finder: c.Finder, way: &w, frame: f, thrown: thrown}
	if f.body != nil {
		s.inBody()
	} else {
		s.inClass()
	}
	callers := c.callersOf(f, c.near)
	cut := len(callers) > 0 && len(w.Steps) >= maxDepth
	if entry := c.entryOf(f.typ, f.method); entry != NoEntry || cut || len(callers) == 0 {
		one, t := w, *s
		one.Layers, t.way = slices.Clone(w.Layers), &one
		t.ends(entry, cut)
		c.found = append(c.found, &one)
	}
	if cut {
		return
	}
	for _, k := range callers {
		if len(c.found) >= maxWays {
			return
		}
		if onWay(&w, k) {
			continue
		}
		one := w
		one.Layers = slices.Clone(w.Layers)
		t := *s
		t.way = &one
		if !k.self {
			t.annotated()
		}
		c.up(c.frame(k.typ, k.method, k.at), &one, t.thrown)
	}
}

func onWay(w *Way, k caller) bool {
	return slices.ContainsFunc(w.frames, func(f *frame) bool { return f.method == k.method })
}

// callAt is the place of the call that leads on.
func (f *frame) callAt() source.Span {
	switch {
	case f.body != nil:
		return f.code.span(f.tok, f.tok+1)
	case f.call != nil:
		return f.call.At
	}
	return f.method.At
}

// mentions reports whether the application's sources hold a word.
func (f *Finder) mentions(word string) bool {
	known, ok := f.words[word]
	if !ok {
		known = len(f.types.Mentioning(word)) > 0
		f.words[word] = known
	}
	return known
}

// resolve returns the qualified name of a type as written inside another one.
func (f *Finder) resolve(name string, in *decl.Type) string {
	u := f.types.FileOf(in)
	if u == nil {
		return name
	}
	return f.types.Resolve(name, u.Java, in)
}

func simple(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func annotation(list []*decl.Annotation, names ...string) *decl.Annotation {
	for _, a := range list {
		if slices.Contains(names, simple(a.Name)) {
			return a
		}
	}
	return nil
}
