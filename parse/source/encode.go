package source

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"github.com/dubboaudit/dubboaudit/lang"
)

// Encode writes text in the encoding that the file has on disk, without byte
// order mark. The error says that the encoding cannot hold a character.
func (f *File) Encode(text string) ([]byte, error) {
	if f.Encoding == "utf-8" {
		return []byte(text), nil
	}
	enc, err := encodingNamed(f.Encoding)
	if err != nil {
		return nil, err
	}
	out, err := enc.NewEncoder().Bytes([]byte(text))
	if err != nil {
		return nil, lang.Errorf("%s cannot hold %q", f.Encoding, text)
	}
	return out, nil
}

// encodingNamed finds an encoding whose encoder refuses what it cannot hold;
// those of package charset write "&#8364;" there.
func encodingNamed(name string) (encoding.Encoding, error) {
	switch name {
	case "iso-8859-1":
		return charmap.ISO8859_1, nil
	case "utf-16le":
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), nil
	case "utf-16be":
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), nil
	}
	enc, err := htmlindex.Get(name)
	if err != nil {
		return nil, lang.Errorf("nothing can be written in the encoding %s", name)
	}
	return enc, nil
}
