package application

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// unitSources is the Sources of units that were all parsed already.
type unitSources struct {
	files map[string]*decl.Unit
	types map[string][]*decl.Unit
	paths []string
}

func newUnitSources(units []*decl.Unit) *unitSources {
	s := &unitSources{files: map[string]*decl.Unit{}, types: map[string][]*decl.Unit{}}
	for _, u := range units {
		s.files[u.File.Path] = u
		s.paths = append(s.paths, u.File.Path)
		if u.Java != nil {
			s.index(u, u.Java.Types)
		}
	}
	slices.Sort(s.paths)
	return s
}

func (s *unitSources) index(u *decl.Unit, types []*decl.Type) {
	for _, t := range types {
		s.types[t.FQN] = append(s.types[t.FQN], u)
		s.index(u, t.Nested)
	}
}

// Type implements Sources.
func (s *unitSources) Type(fqn string) []*decl.Unit { return s.types[fqn] }

// File implements Sources.
func (s *unitSources) File(p string) *decl.Unit { return s.files[path.Clean(p)] }

// Match implements Sources.
func (s *unitSources) Match(pattern string) []string {
	var found []string
	for _, p := range s.paths {
		if ok, err := doublestar.Match(pattern, p); ok && err == nil {
			found = append(found, p)
		}
	}
	return found
}

// Mentioning implements Sources.
func (s *unitSources) Mentioning(dir, word string, _ ...string) []*decl.Unit {
	var found []*decl.Unit
	for _, p := range s.paths {
		u := s.files[p]
		if u.Java != nil && (dir == "." || strings.HasPrefix(p, dir+"/")) && strings.Contains(string(u.File.Text), word) {
			found = append(found, u)
		}
	}
	return found
}
