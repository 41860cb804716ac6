package source

import (
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/dubboaudit/dubboaudit/lang"
)

func gbk(s string) string {
	b, err := simplifiedchinese.GBK.NewEncoder().String(s)
	if err != nil {
		panic(err)
	}
	return b
}

func utf16le(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}

func TestNew(t *testing.T) {
	const text = "<!-- 订单 --> retries"
	tests := []struct {
		name, raw, declared string
		text, encoding      string
		problem             bool
	}{
		{"plain", text, "", text, "utf-8", false},
		{"declared", text, "UTF-8", text, "utf-8", false},
		{"mark", "\xef\xbb\xbf" + text, "gbk", text, "utf-8", false},
		{"gbk declared", gbk(text), "GBK", text, "gbk", false},
		{"gbk guessed", gbk(text), "", text, "gb18030", false},
		{"latin1 declared", "caf\xe9", "ISO-8859-1", "café", "iso-8859-1", false},
		{"utf-16 with mark", "\xff\xfe" + utf16le(text), "utf-16", text, "utf-16le", false},
		{"utf-16 without mark", utf16le(text), "utf-16le", text, "utf-16le", false},
		{"utf-16 declared, plain bytes", text, "utf-16", text, "utf-8", false},
		{"not utf-8 as declared", "a\xffb", "utf-8", "a\uFFFDb", "utf-8", true},
		{"unknown name", text, "klingon", text, "utf-8", true},
		{"empty", "", "", "", "utf-8", false},
	}
	for _, tt := range tests {
		f, problem := New("a.xml", []byte(tt.raw), tt.declared)
		if string(f.Text) != tt.text || f.Encoding != tt.encoding || (problem != nil) != tt.problem {
			t.Errorf("%s: %q in %s, problem %v; want %q in %s", tt.name, f.Text, f.Encoding, problem, tt.text, tt.encoding)
		}
	}
}

// TestDiskOffset: the place of a word in the text is that of its bytes on disk.
func TestDiskOffset(t *testing.T) {
	const text = "<!-- 订单 𝛼 --> retries"
	plain := strings.Replace(text, " 𝛼", "", 1)
	for name, raw := range map[string][2]string{
		"utf-8":           {text, ""},
		"mark":            {"\xef\xbb\xbf" + text, ""},
		"gbk":             {gbk(plain), "gbk"},
		"utf-16":          {"\xff\xfe" + utf16le(text), ""},
		"broken utf-8":    {"\xff\xfe\xfd" + text[:0] + "x\xff retries", "utf-8"},
		"latin1 declared": {"caf\xe9 retries", "iso-8859-1"},
	} {
		f, _ := New("a.xml", []byte(raw[0]), raw[1])
		word := "retries"
		want := strings.Index(raw[0], word)
		if name == "utf-16" {
			want = strings.Index(raw[0], utf16le(word))
		}
		at := strings.Index(string(f.Text), word)
		if at < 0 {
			continue // read in another encoding; TestNew sees to that
		}
		if got := f.DiskOffset(at); got != want {
			t.Errorf("%s: DiskOffset(%d) = %d, want %d", name, at, got, want)
		}
	}
}

func TestPosition(t *testing.T) {
	f, _ := New("a.txt", []byte("ab\r\n订单x\n\nlast"), "")
	tests := []struct{ off, line, column int }{
		{0, 1, 1}, {2, 1, 3}, {4, 2, 1}, {7, 2, 2}, {10, 2, 3}, {12, 3, 1}, {13, 4, 1}, {17, 4, 5}, {-1, 1, 1}, {99, 4, 5},
	}
	for _, tt := range tests {
		if p := f.Position(tt.off); p.Line != tt.line || p.Column != tt.column {
			t.Errorf("Position(%d) = %d:%d, want %d:%d", tt.off, p.Line, p.Column, tt.line, tt.column)
		}
	}
	for n, want := range map[int]string{0: "", 1: "ab", 2: "订单x", 3: "", 4: "last", 5: ""} {
		if got := string(f.Line(n)); got != want {
			t.Errorf("Line(%d) = %q, want %q", n, got, want)
		}
	}
	if got := f.LineStart(4); got != 13 {
		t.Errorf("LineStart(4) = %d, want 13", got)
	}
}

func TestSpanCompare(t *testing.T) {
	a, _ := New("a", []byte("xxxxx"), "")
	b, _ := New("b", []byte("xxxxx"), "")
	sorted := []Span{{a, 0, 1}, {a, 0, 2}, {a, 1, 2}, {b, 0, 1}, {}}
	for i := range sorted {
		for j := range sorted {
			got := sorted[i].Compare(sorted[j])
			if got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("%d against %d: %d", i, j, got)
			}
		}
	}
}

func TestProblemString(t *testing.T) {
	f, _ := New("a.xml", []byte("ab\ncd"), "")
	if got := (Problem{At: Span{f, 4, 5}, Msg: lang.Verbatim("wrong")}).String(); got != "a.xml:2:2: wrong" {
		t.Errorf("%q", got)
	}
	if got := (Problem{Path: "b.xml", Msg: lang.Verbatim("gone")}).String(); got != "b.xml: gone" {
		t.Errorf("%q", got)
	}
}
