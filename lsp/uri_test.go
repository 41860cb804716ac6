package lsp

import (
	"path/filepath"
	"runtime"
	"testing"
)

func TestURI(t *testing.T) {
	tests := []struct{ uri, file, back string }{
		{"file:///shop/a.xml", "/shop/a.xml", ""},
		{"file:///shop/%E8%AE%A2%20%25%23.xml", "/shop/订 %#.xml", ""},
		{"file://localhost/shop/../a", "/a", "file:///a"},
		{"untitled:Untitled-1", "", ""},
		{"jar:file:///a.jar!/x", "", ""},
		{"file://", "", ""},
		{"file:///a%00b", "", ""},
		{"%", "", ""},
		{"", "", ""},
	}
	if runtime.GOOS == "windows" {
		tests = append(tests, []struct{ uri, file, back string }{
			{"file:///c%3A/shop/a.xml", "c:/shop/a.xml", "file:///c:/shop/a.xml"},
			{"file://server/share/a", "//server/share/a", ""},
		}...)
	}
	for _, tt := range tests {
		file, ok := fileOf(tt.uri)
		if ok != (tt.file != "") || filepath.ToSlash(file) != tt.file {
			t.Errorf("%s is %q, %v", tt.uri, file, ok)
		}
		if tt.back == "" {
			tt.back = tt.uri
		}
		if got := uriOf(file); ok && got != tt.back {
			t.Errorf("%s comes back as %s", tt.uri, got)
		}
	}
}
