package class

import (
	"cmp"
	"hash/fnv"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Limits on archives, all those of one audit together where not said
// otherwise. A fat jar has a few hundred jars inside; dubbo.jar has 5,000
// classes.
const (
	maxArchives = 20_000
	maxEntries  = 3_000_000
	maxCopies   = 8 // copies of one class that are read
)

// Archives finds classes in jars and wars and in the jars inside these. The
// archives are listed when the first class is asked for; a class is read and
// parsed when it is asked for. All methods are safe for concurrent use.
type Archives struct {
	files opener

	mu       sync.Mutex
	listed   bool
	paths    []string
	archives []archive
	entries  []entry // sorted by hash
	seen     int     // entries of all kinds
	// subtypes are the classes that extend or implement a type directly, by
	// the hash of its name; nil until the first question.
	subtypes map[uint64][]entry
	units    map[string][]*decl.Unit
	problems []source.Problem
}

// archive is a jar of the trees, or one inside another archive.
type archive struct {
	path   string // "lib/shop.war!/WEB-INF/lib/api.jar"
	parent int32  // -1 in the trees
	member int32  // the number of the entry in the parent
	depth  int
	// refused is why it cannot be read; counted is set once its unpacked
	// size was.
	refused error
	counted bool
}

// entry is one class. Its name is only kept as a hash, and looked at in the
// archive: there may be hundreds of thousands.
type entry struct {
	hash    uint64
	archive int32
	member  int32
}

// NewArchives prepares to look into the archives of those paths below fsys.
// Nothing is read yet.
func NewArchives(fsys fs.FS, paths []string) *Archives {
	return &Archives{files: opener{fsys: fsys}, paths: paths, units: map[string][]*decl.Unit{}}
}

// IsArchive tells by the name whether a file may hold classes.
func IsArchive(name string) bool {
	return strings.HasSuffix(name, ".jar") || strings.HasSuffix(name, ".war") || strings.HasSuffix(name, ".ear")
}

// Type returns the units of a top-level class by its qualified name, one for
// each copy with other content, sorted by path. Nested classes stand in the
// unit of the outermost one.
func (a *Archives) Type(fqn string) []*decl.Unit {
	if len(a.paths) == 0 || fqn == "" || strings.HasPrefix(fqn, "java.") {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.typ(fqn)
}

func (a *Archives) typ(fqn string) []*decl.Unit {
	units, ok := a.units[fqn]
	if ok {
		return units
	}
	a.list()
	type content struct {
		crc  uint32
		size uint64
	}
	seen := map[content]bool{}
	for _, e := range a.find(strings.ReplaceAll(fqn, ".", "/")) {
		z, err := a.open(e.archive)
		if err != nil {
			continue // told when it was listed
		}
		f := z.zip.File[e.member]
		if c := (content{f.CRC32, f.UncompressedSize64}); seen[c] || len(units) == maxCopies {
			continue
		} else {
			seen[c] = true
		}
		if u := a.parse(e, f.Name); u != nil {
			units = append(units, u)
		}
	}
	slices.SortFunc(units, func(x, y *decl.Unit) int { return strings.Compare(x.File.Path, y.File.Path) })
	a.units[fqn] = units
	return units
}

// Problems returns those of archives and classes that could not be read, as
// far as they were asked for, sorted by path.
func (a *Archives) Problems() []source.Problem {
	a.mu.Lock()
	defer a.mu.Unlock()
	list := slices.Clone(a.problems)
	slices.SortFunc(list, func(x, y source.Problem) int {
		return cmp.Or(strings.Compare(x.Path, y.Path), strings.Compare(x.Msg.String(), y.Msg.String()))
	})
	return list
}

func (a *Archives) lost(path string, kind source.ProblemKind, msg lang.Text) {
	a.problems = append(a.problems, source.Problem{Path: path, Kind: kind, Msg: msg, Minor: true})
}

// parse reads a class and, on demand, those beside it.
func (a *Archives) parse(e entry, name string) *decl.Unit {
	data, err := a.read(e)
	path := a.archives[e.archive].path + "!/" + name
	if err != nil {
		a.lost(path, source.ArchiveSyntax, lang.T("%s", err))
		return nil
	}
	u := Parse(path, data, func(sibling string) []byte {
		for _, s := range a.find(sibling) {
			if s.archive == e.archive {
				data, _ := a.read(s)
				return data
			}
		}
		return nil
	})
	a.problems = append(a.problems, u.Problems...)
	return u
}

// find returns the entries of a class by its internal name.
func (a *Archives) find(name string) []entry {
	hash := hashOf(name)
	i, _ := slices.BinarySearchFunc(a.entries, hash, func(e entry, h uint64) int { return cmp.Compare(e.hash, h) })
	var found []entry
	for ; i < len(a.entries) && a.entries[i].hash == hash; i++ {
		e := a.entries[i]
		if z, err := a.open(e.archive); err == nil && className(z.zip.File[e.member].Name) == name {
			found = append(found, e)
		}
	}
	return found
}

func hashOf(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// className is the internal name of the class that an entry of an archive
// holds, "" for other entries. In fat jars and wars the application's own
// classes stand in a folder.
func className(entry string) string {
	name, ok := strings.CutSuffix(entry, ".class")
	if !ok || strings.HasPrefix(name, "META-INF/") {
		return "" // those below META-INF/versions are for other releases of Java
	}
	name = strings.TrimPrefix(name, "BOOT-INF/classes/")
	return strings.TrimPrefix(name, "WEB-INF/classes/")
}

// list looks into all archives, those inside others included.
func (a *Archives) list() {
	if a.listed {
		return
	}
	a.listed = true
	for _, path := range a.paths {
		a.archives = append(a.archives, archive{path: path, parent: -1})
	}
	for i := 0; i < len(a.archives); i++ {
		if i >= maxArchives || a.seen >= maxEntries {
			a.lost(a.archives[i].path, source.TooLarge, lang.T("too many archives or classes; the rest is not looked into"))
			break
		}
		a.listOne(int32(i))
	}
	slices.SortFunc(a.entries, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.hash, y.hash), cmp.Compare(x.archive, y.archive), cmp.Compare(x.member, y.member))
	})
}

func (a *Archives) listOne(i int32) {
	z, err := a.open(i)
	if err != nil {
		a.lost(a.archives[i].path, source.ArchiveSyntax, lang.T("%s", err))
		return
	}
	in := a.archives[i]
	a.seen += len(z.zip.File)
	for j, f := range z.zip.File {
		switch name := className(f.Name); {
		case name != "":
			a.entries = append(a.entries, entry{hashOf(name), i, int32(j)})
		case IsArchive(f.Name) && in.depth < maxNested && len(a.archives) <= maxArchives:
			a.archives = append(a.archives, archive{path: in.path + "!/" + f.Name, parent: i, member: int32(j), depth: in.depth + 1})
		}
	}
}
