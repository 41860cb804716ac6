package mapper

import (
	"encoding/xml"
	"strings"
	"unicode/utf8"
)

// plain reads the XML that mappers are written in, several times as fast as
// encoding/xml: elements with names of ASCII letters and quoted attributes,
// character data, CDATA, comments, a declaration and a DOCTYPE. It gives up on
// all else, errors included: encoding/xml then reads and reports them.
type plain struct {
	builder
	at int
}

// tree returns the nodes, nil where it gave up.
func (p *plain) tree() *node {
	if !isText(p.text) {
		return nil
	}
	for p.at < len(p.text) {
		if !p.token() {
			return nil
		}
	}
	if len(p.open) > 1 {
		return nil
	}
	return p.open[0]
}

// isText reports whether a text has only characters that XML may have.
func isText(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && !isSpace(c) {
			return false
		}
	}
	return utf8.ValidString(s) && !strings.Contains(s, "\ufffe") && !strings.Contains(s, "\uffff")
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// token reads one token; false gives up.
func (p *plain) token() bool {
	switch rest := p.text[p.at:]; {
	case rest[0] != '<':
		return p.charData()
	case strings.HasPrefix(rest, "</"):
		return p.endTag()
	case strings.HasPrefix(rest, "<!--"):
		n := strings.Index(rest[len("<!--"):], "--")
		return n >= 0 && p.skip(len("<!--")+n, "-->")
	case strings.HasPrefix(rest, "<![CDATA["):
		lo := p.at
		return p.skip(0, "]]>") && p.add(lo)
	case strings.HasPrefix(rest, "<!"):
		tag, _, _ := strings.Cut(rest[1:], ">")
		return !strings.ContainsAny(tag, "<['") && strings.Count(tag, `"`)%2 == 0 && len(tag) > 1 && isLetter(tag[1]) && p.skip(0, ">")
	case strings.HasPrefix(rest, "<?"):
		text, _, _ := strings.Cut(rest[2:], "?>")
		return declarations[strings.ToLower(strings.TrimRight(text, " "))] && p.skip(2, "?>")
	}
	return p.startTag()
}

var declarations = map[string]bool{`xml version="1.0"`: true, `xml version="1.0" encoding="utf-8"`: true}

// skip goes behind the end of a token that is looked for from an offset in it.
func (p *plain) skip(from int, end string) bool {
	n := strings.Index(p.text[p.at+from:], end)
	if n < 0 || end == "-->" && n > 0 { // no "--" inside of comments
		return false
	}
	p.at += from + n + len(end)
	return true
}

// add notes the character data since an offset.
func (p *plain) add(lo int) bool {
	p.chars(lo, p.at)
	return true
}

func (p *plain) charData() bool {
	lo := p.at
	n := strings.IndexByte(p.text[lo:], '<')
	if n < 0 {
		n = len(p.text) - lo
	}
	p.at += n
	data := p.text[lo:p.at]
	return !strings.Contains(data, "]]>") && knownEntities(data) && p.add(lo)
}

// knownEntities reports whether all references are those of XML.
func knownEntities(s string) bool {
	for {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			return true
		}
		s = s[i+1:]
		name, _, ok := strings.Cut(s[:min(len(s), len("quot;"))], ";")
		if !ok || entities[name] == "" {
			return false
		}
	}
}

func (p *plain) endTag() bool {
	lo := p.at
	p.at += len("</")
	name := p.name()
	p.spaces()
	return name != "" && p.take('>') && p.end(name, lo)
}

func (p *plain) startTag() bool {
	lo := p.at
	p.at++
	name := p.name()
	attrs := []xml.Attr{}
	for name != "" {
		p.spaces()
		switch {
		case p.take('>'):
			return p.start(name, attrs, lo, p.at)
		case p.take('/'):
			return p.take('>') && p.start(name, attrs, lo, p.at) && p.end(name, p.at)
		}
		a, ok := p.attribute()
		if !ok {
			return false
		}
		attrs = append(attrs, a)
	}
	return false
}

func (p *plain) attribute() (xml.Attr, bool) {
	a := xml.Attr{Name: xml.Name{Local: p.name()}}
	p.spaces()
	if a.Name.Local == "" || !p.take('=') {
		return a, false
	}
	p.spaces()
	rest := p.text[p.at:]
	if rest == "" || rest[0] != '"' && rest[0] != '\'' {
		return a, false
	}
	value, _, ok := strings.Cut(rest[1:], rest[:1])
	p.at += len(value) + 2
	if !ok || strings.Contains(value, "<") || !knownEntities(value) {
		return a, false
	}
	a.Value = unescaped.Replace(value)
	return a, true
}

var unescaped = strings.NewReplacer("\r\n", "\n", "\r", "\n", "&lt;", "<", "&gt;", ">", "&amp;", "&", "&apos;", "'", "&quot;", `"`)

// name reads a name without a prefix, "" where there is none.
func (p *plain) name() string {
	lo := p.at
	for p.at < len(p.text) {
		c := p.text[p.at]
		if !isLetter(c) && (p.at == lo || (c < '0' || c > '9') && c != '-' && c != '.') {
			break
		}
		p.at++
	}
	if p.at < len(p.text) && (p.text[p.at] == ':' || p.text[p.at] >= utf8.RuneSelf) {
		return ""
	}
	return p.text[lo:p.at]
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

func (p *plain) spaces() {
	for p.at < len(p.text) && isSpace(p.text[p.at]) {
		p.at++
	}
}

func (p *plain) take(c byte) bool {
	if p.at == len(p.text) || p.text[p.at] != c {
		return false
	}
	p.at++
	return true
}
