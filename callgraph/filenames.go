package callgraph

import (
	"iter"
	"sort"
	"strings"
)

// fileNames finds files by a part of their names, without their folders. The
// names stand in one text: to search that is faster than to search each.
type fileNames struct {
	paths []string
	text  string // the names, each behind a "/"
	ends  []int  // of the names in text
}

// namesOf leaves out the files of tests.
func namesOf(paths []string) fileNames {
	var n fileNames
	var text strings.Builder
	for _, p := range paths {
		if isTest(p) {
			continue
		}
		text.WriteString("/" + p[strings.LastIndexByte(p, '/')+1:])
		n.paths, n.ends = append(n.paths, p), append(n.ends, text.Len())
	}
	n.text = text.String()
	return n
}

// holding yields the paths of the files whose names hold a text.
func (n fileNames) holding(part string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := 0; ; {
			found := strings.Index(n.text[at:], part)
			if found < 0 {
				return
			}
			i := sort.SearchInts(n.ends, at+found+1)
			if !yield(n.paths[i]) {
				return
			}
			at = n.ends[i]
		}
	}
}
