package lsp

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestOverlay(t *testing.T) {
	o := newOverlay(fstest.MapFS{"a/x.xml": {Data: []byte("disk")}, "a/z.xml": {Data: []byte("z")}})
	o.set("a/x.xml", []byte("buffer"))
	o.set("a/new.xml", []byte(mark+"new"))
	for name, want := range map[string]string{"a/x.xml": mark + "buffer", "a/new.xml": mark + "new", "a/z.xml": "z"} {
		text, err := fs.ReadFile(o, name)
		if err != nil || string(text) != want {
			t.Errorf("%s: %q, %v, want %q", name, text, err, want)
		}
		for _, stat := range []func(fs.FS, string) (fs.FileInfo, error){fs.Stat, fs.Lstat} {
			if info, err := stat(o, name); err != nil || info.Size() != int64(len(want)) || !info.Mode().IsRegular() {
				t.Errorf("%s: %v, %v", name, info, err)
			}
		}
	}
	names := func() (list []string) {
		entries, err := fs.ReadDir(o, "a")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			list = append(list, e.Name())
		}
		return list
	}
	if diff := cmp.Diff([]string{"new.xml", "x.xml", "z.xml"}, names()); diff != "" {
		t.Error(diff)
	}
	o.drop("a/new.xml")
	if diff := cmp.Diff([]string{"x.xml", "z.xml"}, names()); diff != "" {
		t.Error(diff)
	}
	if _, err := fs.ReadFile(o, "a/new.xml"); err == nil {
		t.Error("a dropped buffer is still there")
	}
}
