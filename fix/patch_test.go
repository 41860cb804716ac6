package fix

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// written is a file of an encoding, and its bytes.
func written(t *testing.T, path, text, declared string, enc encoding.Encoding) (*source.File, []byte) {
	t.Helper()
	raw := []byte(text)
	if enc != nil {
		var err error
		if raw, err = enc.NewEncoder().Bytes(raw); err != nil {
			t.Fatal(err)
		}
	}
	f, problem := source.New(path, raw, declared)
	if problem != nil {
		t.Fatal(problem)
	}
	return f, raw
}

// replace makes an edit of the first place of a text; "|" marks an insertion
// behind it.
func replace(f *source.File, old, new string) finding.Edit {
	find, behind := strings.CutSuffix(old, "|")
	lo := strings.Index(string(f.Text), find)
	at := source.Span{File: f, Lo: lo, Hi: lo + len(find)}
	if behind {
		at.Lo = at.Hi
	}
	return finding.Edit{At: at, NewText: new}
}

func TestApply(t *testing.T) {
	const text = "<a>\r\n\t<!-- 订单 -->\r\n\t<b c='1'/>\r\n\t<d/>\r\n</a>"
	const want = "<a>\r\n\t<!-- 订单 -->\r\n\t<b c='12' e='0'/>\r\n\t<d/>\r\n</a>"
	utf16 := unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	for _, tc := range []struct {
		name, declared string
		enc            encoding.Encoding
		text, want     string
	}{
		{"utf-8", "", nil, text, want},
		{"byte order mark", "", unicode.UTF8BOM, text, want},
		{"gbk", "GBK", simplifiedchinese.GBK, text, want},
		{"gb18030, guessed", "", simplifiedchinese.GB18030, text, want},
		{"utf-16 with mark", "", utf16, text, want},
		{"utf-16 without mark", "UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), text, want},
		{"latin", "ISO-8859-1", charmap.ISO8859_1, strings.ReplaceAll(text, "订单", "é\u0080"), strings.ReplaceAll(want, "订单", "é\u0080")},
		{"outside the plane", "GB18030", simplifiedchinese.GB18030, strings.ReplaceAll(text, "订单", "订🙂"), strings.ReplaceAll(want, "订单", "订🙂")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, raw := written(t, "a.xml", tc.text, tc.declared, tc.enc)
			p := &Patch{File: f, Edits: []finding.Edit{replace(f, "1", "12"), replace(f, "'1'|", " e='0'")}}
			got, err := p.Apply(raw)
			if err != nil {
				t.Fatal(err)
			}
			_, wantRaw := written(t, "a.xml", tc.want, tc.declared, tc.enc)
			if diff := cmp.Diff(wantRaw, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if _, err := p.Apply(append(raw, ' ', 0)[:len(raw)+2]); !errors.Is(err, ErrChanged) {
				t.Errorf("a file that grew: %v", err)
			}
		})
	}
}

// Bytes that are no text in the encoding stay as they are.
func TestApplyKeepsBadBytes(t *testing.T) {
	raw := []byte("<a>\xff</a><b c='1'/>\xc3")
	f, _ := source.New("a.xml", raw, "UTF-8")
	got, err := (&Patch{File: f, Edits: []finding.Edit{replace(f, "1", "0")}}).Apply(raw)
	if want := "<a>\xff</a><b c='0'/>\xc3"; err != nil || string(got) != want {
		t.Errorf("%q, %v", got, err)
	}
}

// What cannot be done byte for byte is not done.
func TestApplyRefuses(t *testing.T) {
	f, raw := written(t, "a.properties", "a=é\nb=1\n", "ISO-8859-1", charmap.ISO8859_1)
	if out, err := (&Patch{File: f, Edits: []finding.Edit{replace(f, "1", "订")}}).Apply(raw); err == nil {
		t.Errorf("latin holds %q", out)
	}
	f, raw = written(t, "a.xml", "<!-- 注文 --><b c='1'/>", "ISO-2022-JP", japanese.ISO2022JP)
	if out, err := (&Patch{File: f, Edits: []finding.Edit{replace(f, "1", "0")}}).Apply(raw); err == nil {
		t.Errorf("an encoding with states gives %q", out)
	}
}

func TestDiff(t *testing.T) {
	const text = "<a>\r\n\t<!-- 订单 -->\r\n\t<b c='1'/>\r\n\t<d/>\r\n</a>"
	const want = "--- a/a b.xml\t\n+++ b/a b.xml\t\n@@ -1,5 +1,6 @@\n <a>\r\n \t<!-- 订单 -->\r\n-\t<b c='1'/>\r\n+\t<b c='0'/>\r\n \t<d/>\r\n+\t<e/>\r\n </a>\n\\ No newline at end of file\n"
	gbkWant, err := simplifiedchinese.GBK.NewEncoder().String(want)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, declared string
		enc            encoding.Encoding
		want           string
	}{
		{"utf-8", "", nil, want},
		{"gbk", "GBK", simplifiedchinese.GBK, gbkWant},
		{"byte order mark", "", unicode.UTF8BOM, strings.Replace(want, " <a>", " \ufeff<a>", 1)},
		{"utf-16", "", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), want},
	} {
		f, raw := written(t, "a b.xml", text, tc.declared, tc.enc)
		p := &Patch{File: f, Edits: []finding.Edit{replace(f, "1", "0"), replace(f, "<d/>|", "\r\n\t<e/>")}}
		got, err := p.Diff(raw)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tc.name, diff)
		}
		if got, err := p.TextDiff(); err != nil || got != want {
			t.Errorf("%s: text %q, %v", tc.name, got, err)
		}
	}
}

func TestLabel(t *testing.T) {
	for name, want := range map[string]string{
		"a/b.xml": "a/b.xml", "a/b c.xml": "a/b c.xml\t", "a/订.xml": "a/订.xml", "a/\n\"\\.xml": `"a/\012\"\\.xml"`,
	} {
		if got := label(name); got != want {
			t.Errorf("label(%q) = %q, want %q", name, got, want)
		}
	}
}
