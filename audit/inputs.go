package audit

import (
	"cmp"
	"io/fs"
	"path"
	"slices"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// buildFiles may stand above an audited folder and tell the Dubbo version.
var buildFiles = []string{"pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts",
	"gradle.properties", "gradle/libs.versions.toml"}

// withBuildFilesAbove adds the build files of the folders above the paths, so
// that one module of a repository is audited with its parent's versions.
func withBuildFilesAbove(fsys fs.FS, paths []string) []string {
	out := slices.Clone(paths)
	seen := map[string]bool{}
	for _, p := range paths {
		for dir := path.Dir(path.Clean(p)); p != "." && !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			for _, name := range buildFiles {
				name = path.Join(dir, name)
				if info, err := fs.Stat(fsys, name); err == nil && info.Mode().IsRegular() {
					out = append(out, name)
				}
			}
			if dir == "." {
				break
			}
		}
	}
	return out
}

// problemPath is the file that a problem is about.
func problemPath(p source.Problem) string {
	if p.At.Valid() {
		return p.At.File.Path
	}
	return p.Path
}

func sortProblems(list []source.Problem) {
	slices.SortStableFunc(list, func(a, b source.Problem) int {
		return cmp.Or(cmp.Compare(problemPath(a), problemPath(b)), a.At.Compare(b.At), cmp.Compare(a.Msg.String(), b.Msg.String()))
	})
}
