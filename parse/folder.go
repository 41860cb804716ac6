package parse

import (
	"io/fs"
	"slices"
	"strings"
)

// folder is one folder of the walk with the files in it that have a reader.
type folder struct {
	path  string // "." for the root
	files []entry
	// inSource is set for a folder named src and all below it.
	inSource bool
	ignores  *ignores
	scope    scope
}

// dir is the folder's path as the prefix of its entries, "" for the root.
func (f *folder) dir() string {
	if f.path == "." {
		return ""
	}
	return f.path
}

// child is the folder of that name inside.
func (f *folder) child(name string) *folder {
	return &folder{path: joined(f.path, name), inSource: f.inSource || name == "src", ignores: f.ignores, scope: f.scope}
}

// skips reports whether the walk stays out of the folder of that name: those
// of tools always; those that builds write to, unless the name is that of a
// package.
func (f *folder) skips(name string, siblings []fs.DirEntry) bool {
	switch name {
	case ".git", ".idea", ".gradle", ".mvn", "node_modules":
		return true
	case "target", "build", "out", "bin", "dist":
		return !f.holdsPackages(siblings)
	case "overlays": // the WAR overlays of a module, unpacked beside its pom
		return slices.ContainsFunc(siblings, func(e fs.DirEntry) bool { return e.Name() == "pom.xml" })
	}
	return false
}

// buildFiles stand in a module's folder, next to what its build writes.
var buildFiles = []string{"pom.xml", "build.gradle", "build.gradle.kts", "build.xml", ".classpath", "package.json"}

// holdsPackages reports whether the subfolders are packages, so that one named
// "build" is source: the folder is below src or holds Java files, and it is
// no module ("src/order/pom.xml" has its output in "src/order/target").
func (f *folder) holdsPackages(entries []fs.DirEntry) bool {
	java := false
	for _, e := range entries {
		if slices.Contains(buildFiles, e.Name()) {
			return false
		}
		java = java || strings.HasSuffix(e.Name(), ".java")
	}
	return f.inSource || java
}

// IsTest reports whether a path belongs to tests: it stands in a source set
// other than main that is named for them, such as src/test, src/it,
// src/testFixtures or src/integrationTest.
func IsTest(name string) bool {
	parts := strings.Split(name, "/")
	for i := 0; i+2 < len(parts); i++ {
		if parts[i] != "src" {
			continue
		}
		set := parts[i+1]
		if set == "main" {
			return false // what follows are packages
		}
		if isTestSet(set) {
			return true
		}
	}
	return false
}

func isTestSet(name string) bool {
	if rest, ok := strings.CutPrefix(name, "test"); ok {
		return rest == "" || rest == "s" || rest[0] == '-' || rest[0] == '_' || 'A' <= rest[0] && rest[0] <= 'Z'
	}
	return name == "it" || strings.HasSuffix(name, "Test") || strings.HasSuffix(name, "Tests") ||
		strings.HasSuffix(name, "-test") || strings.HasSuffix(name, "-tests")
}
