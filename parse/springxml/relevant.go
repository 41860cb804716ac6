package springxml

import (
	"bytes"
	"regexp"
	"strings"
)

// head is how many bytes the XML declaration is looked for in.
const head = 1024

// springWords are the words without which a Spring file that does not name
// Dubbo cannot change what Dubbo does.
var springWords = [][]byte{
	[]byte("import"),
	[]byte("property-placeholder"),
	[]byte("PlaceholderConfigurer"),
	[]byte("PropertyConfigurer"),
	[]byte("PropertiesFactoryBean"),
	[]byte(":properties"),
	[]byte(":property-source"),
	[]byte("ReferenceBean"),
}

// Relevant tells by a few byte searches whether an XML file, as it lies on
// disk, can matter to Dubbo: it uses a Dubbo namespace, or it is a Spring
// beans file that names Dubbo, imports files or brings placeholder values.
// Other files that name Dubbo (a pom, a logging configuration) are not
// relevant.
func Relevant(raw []byte) bool {
	if isUTF16(raw) {
		raw = dropZeros(raw)
	}
	if bytes.Contains(raw, []byte("schema/dubbo")) || bytes.Contains(raw, []byte("<dubbo:")) {
		return true
	}
	if !isBeans(raw) {
		return false
	}
	if bytes.Contains(raw, []byte("dubbo")) {
		return true
	}
	for _, w := range springWords {
		if bytes.Contains(raw, w) {
			return true
		}
	}
	return false
}

// isBeans reports whether the text names the schema or DTD of Spring beans,
// without which Spring refuses a file.
func isBeans(raw []byte) bool {
	site := []byte("springframework.org/")
	for {
		i := bytes.Index(raw, site)
		if i < 0 {
			return false
		}
		raw = raw[i+len(site):]
		if bytes.HasPrefix(raw, []byte("schema/beans")) || bytes.HasPrefix(raw, []byte("dtd/")) {
			return true
		}
	}
}

// DeclaredEncoding returns the encoding named by the XML declaration of the
// bytes on disk as written there, or "" when there is none. The bytes may be
// UTF-16, with or without a byte order mark.
func DeclaredEncoding(raw []byte) string {
	raw = raw[:min(len(raw), head)]
	if isUTF16(raw) {
		raw = dropZeros(raw)
		raw = bytes.TrimPrefix(bytes.TrimPrefix(raw, []byte("\xff\xfe")), []byte("\xfe\xff"))
	}
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	n := declarationEnd(raw)
	decl := raw[:n]
	i := bytes.Index(decl, []byte("encoding"))
	if i < 0 {
		return ""
	}
	v := bytes.TrimLeft(decl[i+len("encoding"):], " \t\r\n")
	v, ok := bytes.CutPrefix(v, []byte("="))
	v = bytes.TrimLeft(v, " \t\r\n")
	if !ok || len(v) == 0 || v[0] != '"' && v[0] != '\'' {
		return ""
	}
	name, _, ok := bytes.Cut(v[1:], v[:1])
	if !ok {
		return ""
	}
	return strings.TrimSpace(string(name))
}

// declaration is the XML declaration as the standard has it (XMLDecl).
var declaration = regexp.MustCompile(`^<\?xml\s+version\s*=\s*(?:"1\.[01]"|'1\.[01]')` +
	`(?:\s+encoding\s*=\s*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?` +
	`(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>`)

// declarationEnd returns the length of the XML declaration that text begins
// with, 0 when there is none. One that is not closed ends at the next '>'.
func declarationEnd(text []byte) int {
	const start = "<?xml"
	if !bytes.HasPrefix(text, []byte(start)) || len(text) == len(start) || !isSpace(text[len(start)]) {
		return 0
	}
	return bytes.IndexByte(text, '>') + 1
}

// isUTF16 tells UTF-16 by its byte order mark or by a zero beside the first
// character, which is ASCII in any XML file.
func isUTF16(raw []byte) bool {
	if len(raw) < 2 {
		return false
	}
	return raw[0] == 0xff && raw[1] == 0xfe || raw[0] == 0xfe && raw[1] == 0xff || (raw[0] == 0) != (raw[1] == 0)
}

// dropZeros leaves the ASCII of a text in UTF-16 legible.
func dropZeros(raw []byte) []byte {
	out := make([]byte, 0, len(raw)/2+1)
	for _, c := range raw {
		if c != 0 {
			out = append(out, c)
		}
	}
	return out
}
