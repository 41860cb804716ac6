package build

import (
	"io"
	"io/fs"
	"path"
	"strings"
)

// fromRepository reads a pom of the local Maven repository. It has no places:
// what it brings is reported where the trees name it.
func (t *mavenTree) fromRepository(group, artifact, version string) *pom {
	if t.opt.LocalRepo == nil || !isCoordinate(group) || !isCoordinate(artifact) || !isCoordinate(version) {
		return nil
	}
	name := path.Join(strings.ReplaceAll(group, ".", "/"), artifact, version, artifact+"-"+version+".pom")
	if p, ok := t.repo[name]; ok {
		return p
	}
	p := readOutside(t.opt.LocalRepo, name)
	if p != nil {
		t.activate(p)
	}
	t.repo[name] = p
	return p
}

func readOutside(repo fs.FS, name string) *pom {
	f, err := repo.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxText))
	if err != nil {
		return nil
	}
	doc, _, err := readDocument(data, nil)
	if err != nil {
		return nil // half a pom could hide what decides
	}
	p := newPom(&doc, name)
	p.outside = true
	return p
}

// isCoordinate refuses what could lead out of the repository.
func isCoordinate(s string) bool {
	if s == "" || strings.Contains(s, "..") || s[0] == '.' {
		return false
	}
	for _, r := range s {
		if !strings.ContainsRune("._-+", r) && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return true
}
