package class_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/dubboaudit/dubboaudit/parse/class"
)

// pack makes an archive of names and contents. A name that begins with '='
// is stored as it is.
func pack(t testing.TB, entries ...any) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(entries); i += 2 {
		h := &zip.FileHeader{Name: entries[i].(string), Method: zip.Deflate}
		if name, ok := strings.CutPrefix(h.Name, "="); ok {
			h.Name, h.Method = name, zip.Store
		}
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		f.Write(entries[i+1].([]byte))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// shop reads a class of testdata/classes, which holds testdata/Shop.java as
// compiled by "javac --release 17 -g".
func shop(t testing.TB, name string) []byte {
	data, err := os.ReadFile(filepath.Join("testdata/classes", name+".class"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestArchives(t *testing.T) {
	inner, deep := shop(t, "Shop$Inner"), shop(t, "Shop$Inner$Deep")
	api := pack(t, "com/acme/shop/Store.class", shop(t, "Store"), "META-INF/versions/9/com/acme/shop/Level.class", shop(t, "Level"))
	impl := pack(t, "com/acme/shop/Shop.class", shop(t, "Shop"), "com/acme/shop/Shop$Inner.class", inner, "com/acme/shop/Shop$Inner$Deep.class", deep)
	fsys := fstest.MapFS{
		"a/boot.jar": {Data: pack(t, "=BOOT-INF/lib/api.jar", api, "BOOT-INF/classes/com/acme/shop/Bell.class", shop(t, "Bell"))},
		"b/app.ear":  {Data: pack(t, "app.war", pack(t, "WEB-INF/lib/impl.jar", impl, "WEB-INF/classes/com/acme/shop/Order.class", shop(t, "Order")))},
		"c/api.jar":  {Data: api}, // the copy in the fat jar is the same
		"d/bad.jar":  {Data: []byte("not an archive, but long enough to be one")},
		"e/liar.jar": {Data: pack(t, "com/acme/shop/Pair.class", shop(t, "Bell"))},
	}
	a := class.NewArchives(fsys, []string{"a/boot.jar", "b/app.ear", "c/api.jar", "d/bad.jar", "e/liar.jar"})
	for _, test := range []struct{ fqn, path string }{
		{"com.acme.shop.Store", "c/api.jar!/com/acme/shop/Store.class"},
		{"com.acme.shop.Bell", "a/boot.jar!/BOOT-INF/classes/com/acme/shop/Bell.class"},
		{"com.acme.shop.Order", "b/app.ear!/app.war!/WEB-INF/classes/com/acme/shop/Order.class"},
		{"com.acme.shop.Shop", "b/app.ear!/app.war!/WEB-INF/lib/impl.jar!/com/acme/shop/Shop.class"},
		{"com.acme.shop.Level", ""},
		{"java.lang.String", ""},
	} {
		units := a.Type(test.fqn)
		if test.path == "" {
			if len(units) > 0 {
				t.Errorf("%s found in %s", test.fqn, units[0].File.Path)
			}
			continue
		}
		if len(units) != 1 || units[0].File.Path != test.path || units[0].Java.Types[0].FQN != test.fqn {
			t.Errorf("%s: %v", test.fqn, units)
		}
	}
	typ := a.Type("com.acme.shop.Shop")[0].Java.Types[0]
	if len(typ.Nested) != 1 || len(typ.Nested[0].Nested) != 1 || typ.Nested[0].Nested[0].FQN != "com.acme.shop.Shop.Inner.Deep" {
		t.Errorf("nested classes: %v", typ.Nested)
	}
	for fqn, want := range map[string]string{
		"com.acme.shop.Base": "b/app.ear!/app.war!/WEB-INF/lib/impl.jar!/com/acme/shop/Shop.class", "com.acme.shop.Bell": "", "java.lang.Comparable": "",
	} {
		got := ""
		for _, u := range a.Subtypes(fqn) {
			got += u.File.Path
		}
		if got != want {
			t.Errorf("subtypes of %s: %q", fqn, got)
		}
	}
	problems := a.Problems()
	if len(problems) != 1 || problems[0].Path != "d/bad.jar" || !problems[0].Minor {
		t.Errorf("problems: %v", problems)
	}
}

// TestBombs looks into archives that would unpack to much.
func TestBombs(t *testing.T) {
	zeros := make([]byte, 20<<20)
	jar := pack(t, "=a.jar", pack(t, "x.class", zeros), "x.class", zeros)
	quine := pack(t, "=x.jar", jar)
	for range 6 {
		quine = pack(t, "=x.jar", quine)
	}
	fsys := fstest.MapFS{
		"zeros.war": {Data: pack(t, "lib/zeros.jar", zeros)},
		"class.jar": {Data: jar},
		"deep.jar":  {Data: quine},
	}
	a := class.NewArchives(fsys, []string{"zeros.war", "class.jar", "deep.jar"})
	if units := a.Type("x"); len(units) > 0 {
		t.Errorf("units: %v", units)
	}
	want := map[string]string{"zeros.war!/lib/zeros.jar": "not unpacked", "class.jar!/x.class": "not read"}
	for _, p := range a.Problems() {
		if w := want[p.Path]; w != "" && strings.Contains(p.Msg.String(), w) {
			delete(want, p.Path)
		}
	}
	if len(want) > 0 {
		t.Errorf("no problems of %v in %v", want, a.Problems())
	}
}

func FuzzArchives(f *testing.F) {
	f.Add(pack(f, "com/acme/shop/Bell.class", shop(f, "Bell")))
	f.Add(pack(f, "=BOOT-INF/lib/a.jar", pack(f, "com/acme/shop/Bell.class", shop(f, "Bell"))))
	f.Add(pack(f, "WEB-INF/lib/a.jar", pack(f, "com/acme/shop/Bell.class", shop(f, "Bell"))))
	f.Fuzz(func(t *testing.T, data []byte) {
		a := class.NewArchives(fstest.MapFS{"a.jar": {Data: data}}, []string{"a.jar"})
		a.Type("com.acme.shop.Bell")
		a.Annotated()
		a.Problems()
	})
}
