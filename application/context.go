package application

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// xmlContext is a set of XML files joined by <import>: one Spring context, as
// far as the files tell.
type xmlContext struct {
	files       []*resource // in definition order
	configurers []*configurer
}

// xmlFiles returns the application's XML files: those of its modules, copies
// left out, and those in other trees that they import.
func (d *deployable) xmlFiles() []*resource {
	var list []*resource
	seen := map[*decl.Unit]bool{}
	names := map[string]*resource{}
	var add func(r *resource)
	add = func(r *resource) {
		if r.unit.XML == nil || seen[r.unit] || r.test && !d.Options.IncludeTests {
			return
		}
		seen[r.unit] = true
		if old := names[r.name]; old != nil && (isOverlay(r) && old.mod == r.mod || string(old.unit.File.Text) == string(r.unit.File.Text)) {
			return // hidden by the module's own file, or a copy
		}
		names[r.name] = r
		list = append(list, r)
		for _, imp := range d.imports(r) {
			add(imp)
		}
	}
	for _, m := range d.modules {
		for _, pass := range []bool{false, true} { // source folders before unpacked archives
			for _, r := range m.files {
				if isOverlay(r) == pass {
					add(r)
				}
			}
		}
	}
	return list
}

// isOverlay tells files of an archive unpacked beside the sources of a module
// (the overlays of Maven's war plugin): its own files hide them.
func isOverlay(r *resource) bool {
	root := relative(r.mod.dir, r.root)
	return strings.HasSuffix(root, "WEB-INF/classes") && !slices.Contains(classRoots, root)
}

// imports returns the files that an XML file imports, in order.
func (d *deployable) imports(r *resource) []*resource {
	list, ok := d.imported[r.unit]
	if !ok {
		list = d.findImports(r)
		d.imported[r.unit] = list
	}
	return list
}

func (d *deployable) findImports(r *resource) []*resource {
	var list []*resource
	for _, e := range r.unit.XML {
		if e.Tag != "import" {
			continue
		}
		a := e.Attr("resource")
		if a == nil {
			continue
		}
		found := d.find(d.tokenFree(a.Value), r)
		if len(found) == 0 && !strings.HasPrefix(a.Value, "classpath*:") {
			d.problem(source.Problem{
				Path: r.path(), At: a.ValueAt, Kind: source.Unresolved, Minor: true,
				Msg: lang.T("the imported file %s is not in the audited trees", a.Value),
			})
			d.app.Unread = append(d.app.Unread, Unread{What: lang.T("imported file %s", a.Value), At: a.ValueAt})
		}
		list = append(list, found...)
	}
	return list
}

// contexts joins the XML files by their imports. A file that nobody imports
// begins a context; its elements stand where it is read, an imported file's
// where its import stands.
func (d *deployable) contexts() []*xmlContext {
	known := map[*decl.Unit]*resource{}
	imported := map[*decl.Unit]bool{}
	for _, r := range d.xml {
		known[r.unit] = r
	}
	edges := map[*decl.Unit][]*resource{}
	for _, r := range d.xml {
		for _, imp := range d.imports(r) {
			if k := known[imp.unit]; k != nil && k != r {
				edges[r.unit] = append(edges[r.unit], k)
				imported[k.unit] = true
			}
		}
	}
	owner := map[*decl.Unit]*xmlContext{}
	var list []*xmlContext
	var visit func(c *xmlContext, r *resource)
	visit = func(c *xmlContext, r *resource) {
		if old := owner[r.unit]; old != nil {
			if old != c { // shared: the contexts see the same placeholders
				c.configurers = append(c.configurers, old.configurers...)
			}
			return
		}
		owner[r.unit] = c
		for _, imp := range edges[r.unit] {
			visit(c, imp)
		}
		c.files = append(c.files, r)
		c.configurers = append(c.configurers, d.configurersOf(r)...)
	}
	for _, pass := range []bool{false, true} { // the second finds imports in a circle
		for _, r := range d.xml {
			if owner[r.unit] == nil && imported[r.unit] == pass {
				c := &xmlContext{}
				visit(c, r)
				list = append(list, c)
			}
		}
	}
	return list
}

// configurer is a placeholder configurer with the files it names.
type configurer struct {
	first  bool // its files rank above the environment
	inline []*decl.Element
	files  []*resource // the last is the strongest
	// missing are locations that are not in the trees.
	missing []string
	test    bool
}

func (c *configurer) get(key string) (rawValue, bool) {
	for _, r := range slices.Backward(c.files) {
		if p := lastProperty(r.unit, key); p != nil {
			return rawValue{p.Value, p.ValueAt, r.mod}, true
		}
	}
	for _, e := range c.inline {
		if e.Value("name") == key {
			if a := e.Attr("value"); a != nil {
				return rawValue{text: a.Value, at: a.ValueAt}, true
			}
			return rawValue{text: e.Text, at: e.At}, true
		}
	}
	return rawValue{}, false
}

// configurersOf returns the placeholder configurers of one file.
func (d *deployable) configurersOf(r *resource) []*configurer {
	var list []*configurer
	resolver := d.envOf(r.test).resolver(r.mod, nil)
	for _, e := range r.unit.XML {
		if e.Tag != "property-placeholder" {
			continue
		}
		c := &configurer{inline: e.Children, test: r.test}
		c.first = e.Value("local-override") == "true" || strings.HasSuffix(e.Class, ".PropertyPlaceholderConfigurer")
		for location := range strings.SplitSeq(e.Value("location"), ",") {
			location = strings.TrimSpace(location)
			if location == "" {
				continue
			}
			var files []*resource
			if res := resolver.resolve(location); res.known {
				files = d.find(res.value, r)
			}
			if len(files) == 0 {
				c.missing = append(c.missing, location)
			}
			for _, f := range files {
				if f.unit.Docs != nil {
					c.files = append(c.files, f)
				}
			}
		}
		list = append(list, c)
	}
	return list
}
