package parse

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Update reads files of the walk anew whose contents changed, and makes the
// index ready for one more audit: what it parsed on demand is kept, and counts
// as loaded only once it is asked for again. It returns the units of the files
// as they were and as they are, nil for a file that was not parsed, and false
// where the walk did not see one of the files: then only a new walk helps.
// Nothing else may use the result meanwhile.
func (r *Result) Update(names ...string) (changed []*decl.Unit, ok bool) {
	places := make([]place, len(names))
	for i, name := range names {
		if places[i], ok = r.Index.find(name); !ok {
			return nil, false
		}
	}
	r.Index.forget()
	for i, p := range places {
		before, after := r.update(path.Clean(names[i]), p)
		changed = append(changed, before, after)
	}
	return changed, true
}

func (r *Result) update(name string, p place) (before, after *decl.Unit) {
	x := r.Index
	e := &x.folders[p.folder].files[p.file]
	before = e.unit
	x.dropStrays(before)
	r.Units = slices.DeleteFunc(r.Units, func(u *decl.Unit) bool { return u == before })
	r.Problems = slices.DeleteFunc(r.Problems, func(p source.Problem) bool { return p.Path == name })
	e.unit, e.late, e.words, e.answers, e.once, e.parsed, e.problem = nil, false, nil, nil, sync.Once{}, sync.Once{}, nil
	if !x.readers[e.reader].OnDemand {
		s := scratches.Get().(*scratch)
		defer s.free()
		unit, _, problem := x.input.load(name, e.reader, e.named, s)
		if problem != nil {
			r.Problems = append(r.Problems, *problem)
			sortProblems(r.Problems)
		}
		e.unit = unit
	}
	if e.unit != nil {
		r.Units = byPath(append(r.Units, e.unit))
		x.addStrays(e.name, e.unit)
	}
	x.resniff(p)
	return before, e.unit
}

// forget lets nothing count as loaded, without parsing it again later.
func (x *Index) forget() {
	for _, p := range x.asked {
		e := &x.folders[p.folder].files[p.file]
		e.once = sync.Once{}
		if e.unit == nil {
			e.parsed, e.problem = sync.Once{}, nil
		}
	}
	x.asked, x.loaded, x.problems = nil, nil, nil
	x.classes.configured, x.classes.resolved = nil, false
}

func (x *Index) dropStrays(u *decl.Unit) {
	if u == nil || u.Java == nil {
		return
	}
	for _, t := range u.Java.Types {
		units := slices.DeleteFunc(x.strays[t.FQN], func(s *decl.Unit) bool { return s == u })
		if x.strays[t.FQN] = units; len(units) == 0 {
			delete(x.strays, t.FQN)
		}
	}
}

// resniff looks again whether an XML file is a mapper file or a changelog,
// if that was asked for before.
func (x *Index) resniff(p place) {
	if x.sqls.mappers == nil || !strings.HasSuffix(x.path(p), ".xml") {
		return
	}
	for namespace, places := range x.sqls.mappers {
		x.sqls.mappers[namespace] = slices.DeleteFunc(places, func(q place) bool { return p == q })
	}
	x.sqls.changelogs = slices.DeleteFunc(x.sqls.changelogs, func(q place) bool { return p == q })
	s := scratches.Get().(*scratch)
	defer s.free()
	root, namespace := x.sniff(p, s)
	x.sqls.add(p, root, namespace)
}
