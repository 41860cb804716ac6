package parse

import (
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/mapper"
)

// sqlFiles are the mapper files and changelogs among the XML files of a walk.
// They are told apart when the first one is asked for.
type sqlFiles struct {
	once       sync.Once
	mappers    map[string][]place // by namespace
	changelogs []place
}

// Mappers returns the units of the mapper files of a namespace, which is the
// qualified name of the mapper interface, sorted by path. Their Mapper part is
// set.
func (x *Index) Mappers(namespace string) []*decl.Unit {
	var units []*decl.Unit
	// Most are named as their interface, which spares the look at all others.
	for _, p := range x.named(namespace[strings.LastIndexByte(namespace, '.')+1:] + ".xml") {
		if u := x.load(p); u != nil && u.Mapper != nil && u.Mapper.Namespace == namespace {
			units = append(units, u)
		}
	}
	if len(units) > 0 {
		return byPath(units)
	}
	x.findSQL()
	for _, p := range x.sqls.mappers[namespace] {
		if u := x.load(p); u != nil && u.Mapper != nil {
			units = append(units, u)
		}
	}
	return byPath(units)
}

// Schemas returns the units that declare tables, sorted by path: .sql files
// and changelogs of Liquibase. Their Schema part is set.
func (x *Index) Schemas() []*decl.Unit {
	x.findSQL()
	places := slices.Clone(x.sqls.changelogs)
	for i, f := range x.folders {
		for j := range f.files {
			if isSchema(joined(f.path, f.files[j].name)) {
				places = append(places, place{int32(i), int32(j)})
			}
		}
	}
	var units []*decl.Unit
	for _, p := range places {
		if u := x.load(p); u != nil && u.Schema != nil && len(u.Schema.Tables) > 0 {
			units = append(units, u)
		}
	}
	return byPath(units)
}

// isSchema tells by the name what may declare tables, XML aside.
func isSchema(name string) bool {
	return strings.HasSuffix(name, ".sql") ||
		(strings.HasSuffix(name, ".yml") || strings.HasSuffix(name, ".yaml")) && strings.Contains(strings.ToLower(name), "changelog")
}

// findSQL looks at the beginnings of all XML files, once. Only those that the
// walk did not parse can be mappers.
func (x *Index) findSQL() {
	x.sqls.once.Do(func() {
		var places []place
		for i, f := range x.folders {
			for j := range f.files {
				if strings.HasSuffix(f.files[j].name, ".xml") {
					places = append(places, place{int32(i), int32(j)})
				}
			}
		}
		roots := make([][2]string, len(places))
		jobs := runtime.GOMAXPROCS(0)
		var group sync.WaitGroup
		for k := range jobs {
			group.Go(func() {
				s := scratches.Get().(*scratch)
				defer s.free()
				for i := k; i < len(places); i += jobs {
					roots[i][0], roots[i][1] = x.sniff(places[i], s)
				}
			})
		}
		group.Wait()
		x.sqls.mappers = map[string][]place{}
		for i, p := range places {
			x.sqls.add(p, roots[i][0], roots[i][1])
		}
	})
}

func (s *sqlFiles) add(p place, root, namespace string) {
	switch root {
	case "mapper", "sqlMap":
		s.mappers[namespace] = append(s.mappers[namespace], p)
	case "databaseChangeLog":
		s.changelogs = append(s.changelogs, p)
	}
}

// headBytes is how much of an XML file is looked at for its root; a long
// comment may push that further back.
const headBytes = 2 << 10

func (x *Index) sniff(p place, s *scratch) (root, namespace string) {
	f, err := x.fsys.Open(x.path(p))
	if err != nil {
		return "", ""
	}
	n, _ := f.Read(s.buf[:headBytes])
	f.Close()
	if root, namespace = mapper.Sniff(narrow(s.buf[:n])); root != "" || n < headBytes {
		return root, namespace
	}
	c, err := s.read(x.fsys, x.path(p), x.limit)
	if err != nil || c.large {
		return "", ""
	}
	return mapper.Sniff(narrow(c.data))
}

// narrow makes text in UTF-16 readable as far as it is ASCII, as the names in
// the root element are.
func narrow(text []byte) []byte {
	if len(text) < 2 || (text[0] != 0xFF || text[1] != 0xFE) && (text[0] != 0xFE || text[1] != 0xFF) {
		return text
	}
	return slices.DeleteFunc(slices.Clone(text[2:]), func(c byte) bool { return c == 0 })
}
