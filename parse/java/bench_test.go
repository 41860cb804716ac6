package java

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// BenchmarkParse reads the test sources, and in place of them those below
// DUBBOAUDIT_JAVA_SOURCES where it is set.
func BenchmarkParse(b *testing.B) {
	files, size := benchFiles(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, f := range files {
			Parse(f)
		}
	}
}

// BenchmarkRelevant measures the prefilter on the same files.
func BenchmarkRelevant(b *testing.B) {
	files, size := benchFiles(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, f := range files {
			Relevant(f.Text)
		}
	}
}

func benchFiles(b *testing.B) (files []*source.File, size int64) {
	var paths []string
	for _, root := range filepath.SplitList(os.Getenv("DUBBOAUDIT_JAVA_SOURCES")) {
		paths = append(paths, javaFiles(b, root)...)
	}
	if paths == nil {
		paths = javaFiles(b, "testdata")
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		f, _ := source.New(path, raw, "")
		files = append(files, f)
		size += int64(len(raw))
	}
	return files, size
}
