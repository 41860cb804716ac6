package source

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/dubboaudit/dubboaudit/lang"
)

// New decodes raw into a File. The declared name ("" when the format declares
// none) is used after byte order marks, which always win. Bytes that are not
// UTF-8 where nothing else is declared are read as GB18030, then as
// ISO-8859-1: the encodings real Dubbo repositories use. The second result
// is nil unless bytes had to be replaced.
func New(path string, raw []byte, declared string) (*File, *Problem) {
	f := &File{Path: path, Encoding: "utf-8"}
	if enc, name, n := byteOrderMark(raw); n > 0 {
		raw, f.bom = raw[n:], n
		return f.decode(raw, enc, name)
	}
	if declared == "" || isUTF8Name(declared) {
		if utf8.Valid(raw) {
			f.Text = raw
			return f, nil
		}
		if isUTF8Name(declared) {
			return f.replaceInvalid(raw)
		}
		return f.guess(raw)
	}
	enc, name := charset.Lookup(declared)
	if enc == nil {
		f.guess(raw)
		return f, &Problem{Path: path, At: Span{f, 0, 0}, Kind: BadEncoding,
			Msg: lang.T("unknown encoding %q; read as %s", declared, f.Encoding)}
	}
	if strings.EqualFold(declared, "iso-8859-1") || strings.EqualFold(declared, "latin1") {
		enc, name = charmap.ISO8859_1, "iso-8859-1" // the web's windows-1252 is not what Java means
	}
	if looksUTF16(raw) != strings.HasPrefix(name, "utf-16") {
		return f.guess(raw) // the declaration cannot be true: it was read in another encoding
	}
	return f.decode(raw, enc, name)
}

func isUTF8Name(s string) bool {
	return strings.EqualFold(s, "utf-8") || strings.EqualFold(s, "utf8")
}

func byteOrderMark(raw []byte) (encoding.Encoding, string, int) {
	switch {
	case bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")):
		return nil, "utf-8", 3
	case bytes.HasPrefix(raw, []byte("\xff\xfe")):
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "utf-16le", 2
	case bytes.HasPrefix(raw, []byte("\xfe\xff")):
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "utf-16be", 2
	}
	return nil, "", 0
}

// looksUTF16 tells a file in UTF-16 without mark: its first byte or its
// second is zero, as of any text that begins in ASCII.
func looksUTF16(raw []byte) bool {
	return len(raw) >= 2 && (raw[0] == 0) != (raw[1] == 0)
}

func (f *File) guess(raw []byte) (*File, *Problem) {
	if looksUTF16(raw) {
		order, name := unicode.LittleEndian, "utf-16le"
		if raw[0] == 0 {
			order, name = unicode.BigEndian, "utf-16be"
		}
		return f.decode(raw, unicode.UTF16(order, unicode.IgnoreBOM), name)
	}
	if utf8.Valid(raw) {
		f.Text, f.Encoding = raw, "utf-8"
		return f, nil
	}
	text, err := simplifiedchinese.GB18030.NewDecoder().Bytes(raw)
	if err == nil && !bytes.ContainsRune(text, utf8.RuneError) {
		f.Text, f.Encoding, f.width = text, "gb18030", gbWidth
		return f, nil
	}
	return f.decode(raw, charmap.ISO8859_1, "iso-8859-1")
}

func (f *File) decode(raw []byte, enc encoding.Encoding, name string) (*File, *Problem) {
	f.Encoding = name
	if enc == nil || name == "utf-8" {
		return f.replaceInvalid(raw)
	}
	text, err := enc.NewDecoder().Bytes(raw)
	if err != nil {
		text = bytes.ToValidUTF8(raw, []byte("\uFFFD"))
		f.Text = text
		return f, &Problem{Path: f.Path, At: Span{f, 0, 0}, Kind: BadEncoding, Msg: lang.T("not valid %s: %v", name, err)}
	}
	f.Text = text
	switch {
	case strings.HasPrefix(name, "utf-16"):
		f.width = func(r rune) int { return 2 * unicodeUnits(r) }
	case name == "gbk" || name == "gb18030" || name == "gb2312":
		f.width = gbWidth
	default:
		f.width = encodedWidth(enc)
	}
	if i := bytes.IndexRune(text, utf8.RuneError); i >= 0 && name != "iso-8859-1" {
		return f, &Problem{Path: f.Path, At: Span{f, i, i + 3}, Kind: BadEncoding, Msg: lang.T("bytes that are not valid %s", name)}
	}
	return f, nil
}

func (f *File) replaceInvalid(raw []byte) (*File, *Problem) {
	f.Text, f.Encoding = raw, "utf-8"
	if utf8.Valid(raw) {
		return f, nil
	}
	at := 0
	for at < len(raw) {
		r, n := utf8.DecodeRune(raw[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	// One replacement for each bad byte, so that offsets can be mapped back.
	var out bytes.Buffer
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		out.WriteRune(r)
		i += n
	}
	f.Text = out.Bytes()
	f.width = func(r rune) int {
		if r == utf8.RuneError {
			return 1
		}
		return utf8.RuneLen(r)
	}
	return f, &Problem{Path: f.Path, At: Span{f, at, at}, Kind: BadEncoding, Msg: lang.T("bytes that are not valid %s", f.Encoding)}
}

func unicodeUnits(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

func gbWidth(r rune) int {
	if r < utf8.RuneSelf {
		return 1
	}
	return encodedWidth(simplifiedchinese.GB18030)(r)
}

func encodedWidth(enc encoding.Encoding) func(rune) int {
	return func(r rune) int {
		b, err := enc.NewEncoder().String(string(r))
		if err != nil {
			return 1
		}
		return len(b)
	}
}
