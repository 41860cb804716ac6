package fix_test

import (
	"bytes"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/dubboaudit/dubboaudit/fix"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// variants write a file as other editors and systems would.
var variants = []struct {
	name  string
	write func(t *testing.T, name string, text []byte) []byte
}{
	{"crlf", func(_ *testing.T, _ string, text []byte) []byte {
		return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}},
	{"tabs", func(_ *testing.T, name string, text []byte) []byte {
		if kind(name) == "yaml" {
			return text
		}
		return bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\n    "), []byte("\n\t")), []byte("\t    "), []byte("\t\t"))
	}},
	{"mark", func(_ *testing.T, name string, text []byte) []byte {
		if kind(name) == "properties" {
			return text // Java reads a mark there as a part of the first key
		}
		return append([]byte("\xef\xbb\xbf"), text...)
	}},
	{"gbk", func(t *testing.T, name string, text []byte) []byte {
		switch kind(name) {
		case "java":
			text = append([]byte("// 订单服务\n"), text...)
		case "xml":
			if bytes.HasPrefix(text, []byte("<?xml")) {
				return text
			}
			text = append([]byte("<?xml version=\"1.0\" encoding=\"GBK\"?>\n<!-- 订单服务 -->\n"), text...)
		default:
			return text
		}
		out, err := simplifiedchinese.GBK.NewEncoder().Bytes(text)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}},
	{"utf-16", func(t *testing.T, name string, text []byte) []byte {
		if kind(name) != "xml" {
			return text
		}
		out, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes(append([]byte("<!-- 订单🙂 -->\n"), text...))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}},
}

func kind(name string) string {
	switch {
	case path.Base(name) == "pom.xml":
		return "pom"
	case strings.HasSuffix(name, ".yml"):
		return "yaml"
	}
	return strings.TrimPrefix(path.Ext(name), ".")
}

// TestVariants fixes each case also written with other line ends, indentation,
// byte order marks and encodings: the result must be that of the plain files,
// written so. That is, no byte but those of the edits is another.
func TestVariants(t *testing.T) {
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) {
			fixed := 0
			for _, name := range caseFiles(t) {
				fsys, opt := readCase(t, name)
				plain := fixedAll(t, fsys, look(t, fsys, opt).found)
				if plain == nil {
					continue
				}
				other := fstest.MapFS{}
				for path, f := range fsys {
					other[path] = &fstest.MapFile{Data: v.write(t, path, f.Data)}
				}
				got := fixedAll(t, other, look(t, other, opt).found)
				for path, f := range plain {
					want := v.write(t, path, f.Data)
					if got[path] == nil || !bytes.Equal(got[path].Data, want) {
						t.Errorf("%s: %s is\n%q, want\n%q", filepath.Base(name), path, data(got[path]), want)
					}
				}
				fixed++
			}
			t.Logf("%d cases fixed", fixed)
		})
	}
}

func data(f *fstest.MapFile) []byte {
	if f == nil {
		return nil
	}
	return f.Data
}

// fixedAll makes all safe fixes at once, nil where there is none.
func fixedAll(t *testing.T, fsys fstest.MapFS, found []*finding.Finding) fstest.MapFS {
	t.Helper()
	plan := fix.NewPlan(fix.Select(found, nil, false), nil)
	if len(plan.Patches) == 0 {
		return nil
	}
	out := fstest.MapFS{}
	for name, f := range fsys {
		out[name] = f
	}
	for _, p := range plan.Patches {
		data, err := p.Apply(fsys[p.File.Path].Data)
		if err != nil {
			t.Fatalf("%s: %v", p.File.Path, err)
		}
		out[p.File.Path] = &fstest.MapFile{Data: data}
	}
	return out
}
