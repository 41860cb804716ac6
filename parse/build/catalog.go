package build

import (
	"bytes"
	"path"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// catalog is a Gradle version catalog: https://docs.gradle.org/current/userguide/version_catalogs.html
type catalog struct {
	path      string
	versions  map[string]text
	libraries map[string]gradleDep // by accessor: "dubbo.spring.boot"
	bundles   map[string][]string
}

// accessor is how a build script writes an alias: '-' and '_' become '.'.
func accessor(alias string) string {
	return strings.NewReplacer("-", ".", "_", ".").Replace(alias)
}

// parseCatalog reads the part of TOML that catalogs use: tables, keys,
// strings, inline tables and arrays of strings.
func parseCatalog(f *source.File) (*catalog, []source.Problem) {
	c := &catalog{path: path.Clean(f.Path), versions: map[string]text{}, libraries: map[string]gradleDep{}, bundles: map[string][]string{}}
	t := toml{src: f.Text, file: f}
	var problems []source.Problem
	table := ""
	for {
		t.blank()
		if t.pos >= len(t.src) {
			break
		}
		lo := t.pos
		if t.src[t.pos] == '[' {
			table = t.header()
			continue
		}
		key, v, ok := t.pair()
		if !ok {
			at := source.Span{File: f, Lo: lo, Hi: lo}
			problems = append(problems, source.Problem{Path: f.Path, At: at, Kind: source.BuildSyntax, Msg: lang.T("version catalog: no \"key = value\" in table %q", table)})
			t.line()
			if len(problems) > 20 {
				break
			}
			continue
		}
		c.set(table, key, v)
	}
	for name, d := range c.libraries {
		if ref, ok := placeholder(d.version.s); ok {
			d.version = c.versions[ref]
			c.libraries[name] = d
		}
	}
	return c, problems
}

func (c *catalog) set(table string, key text, v tomlValue) {
	switch table {
	case "versions":
		c.versions[key.s] = richVersion(v)
	case "bundles":
		for _, e := range v.list {
			c.bundles[accessor(key.s)] = append(c.bundles[accessor(key.s)], accessor(e.text.s))
		}
	case "libraries":
		d := gradleDep{at: key.at}
		if v.text.s != "" {
			splitNotation(&d, expr{text: v.text, raw: v.text.s})
		}
		if m := v.table["module"].text; m.s != "" {
			splitNotation(&d, expr{text: m, raw: m.s})
		}
		if g := v.table["group"].text; g.s != "" {
			d.group, d.artifact = g, v.table["name"].text
		}
		if ver, ok := v.table["version"]; ok {
			d.version = richVersion(ver)
		}
		if ref := v.table["version.ref"].text; ref.s != "" {
			d.version = text{"${" + ref.s + "}", ref.at}
		}
		d.at = key.at
		c.libraries[accessor(key.s)] = d
	}
}

// richVersion returns the version of "v" or { strictly = "v", ... }.
func richVersion(v tomlValue) text {
	if ref := v.table["ref"].text; ref.s != "" {
		return text{"${" + ref.s + "}", ref.at}
	}
	for _, name := range []string{"strictly", "require", "prefer"} {
		if t := v.table[name].text; t.s != "" {
			return t
		}
	}
	return v.text
}

// tomlValue is a string, an array or an inline table; others are zero.
type tomlValue struct {
	text  text
	list  []tomlValue
	table map[string]tomlValue
}

type toml struct {
	src   []byte
	pos   int
	depth int
	file  *source.File
}

// blank passes over white space, line ends and comments.
func (t *toml) blank() {
	for t.pos < len(t.src) {
		switch t.src[t.pos] {
		case ' ', '\t', '\r', '\n':
			t.pos++
		case '#':
			t.line()
		default:
			return
		}
	}
}

// line passes over the rest of the line.
func (t *toml) line() {
	i := bytes.IndexByte(t.src[t.pos:], '\n')
	if i < 0 {
		t.pos = len(t.src)
		return
	}
	t.pos += i + 1
}

func (t *toml) header() string {
	lo := t.pos
	t.line()
	name, _, _ := strings.Cut(string(t.src[lo:t.pos]), "]")
	return strings.TrimSpace(strings.Trim(name, "[ \t"))
}

func (t *toml) pair() (key text, v tomlValue, ok bool) {
	key = t.key()
	t.blank()
	if key.s == "" || t.pos >= len(t.src) || t.src[t.pos] != '=' {
		return key, v, false
	}
	t.pos++
	t.blank()
	v, ok = t.value()
	return key, v, ok
}

// key reads a bare, quoted or dotted key.
func (t *toml) key() text {
	lo := t.pos
	for t.pos < len(t.src) && (isNameByte(t.src[t.pos]) || strings.IndexByte(`-."'`, t.src[t.pos]) >= 0) {
		t.pos++
	}
	s := strings.NewReplacer(`"`, "", `'`, "").Replace(string(t.src[lo:t.pos]))
	return text{s, source.Span{File: t.file, Lo: lo, Hi: t.pos}}
}

func (t *toml) value() (tomlValue, bool) {
	if t.depth++; t.depth > 50 || t.pos >= len(t.src) {
		t.depth--
		return tomlValue{}, false
	}
	defer func() { t.depth-- }()
	switch c := t.src[t.pos]; c {
	case '"', '\'':
		lo := t.pos + 1
		hi := bytes.IndexAny(t.src[lo:], string(c)+"\n")
		if hi < 0 || t.src[lo+hi] == '\n' {
			return tomlValue{}, false
		}
		t.pos = lo + hi + 1
		return tomlValue{text: text{string(t.src[lo : lo+hi]), source.Span{File: t.file, Lo: lo, Hi: lo + hi}}}, true
	case '[':
		return t.array()
	case '{':
		return t.inline()
	}
	lo := t.pos // a number or a boolean: no catalog value
	for t.pos < len(t.src) && strings.IndexByte(",]}\n \t\r#", t.src[t.pos]) < 0 {
		t.pos++
	}
	return tomlValue{}, t.pos > lo
}

func (t *toml) array() (v tomlValue, ok bool) {
	for t.pos++; ; {
		t.separators()
		if t.pos >= len(t.src) {
			return v, false
		}
		if t.src[t.pos] == ']' {
			t.pos++
			return v, true
		}
		e, ok := t.value()
		if !ok {
			return v, false
		}
		v.list = append(v.list, e)
	}
}

func (t *toml) inline() (v tomlValue, ok bool) {
	v.table = map[string]tomlValue{}
	for t.pos++; ; {
		t.separators()
		if t.pos >= len(t.src) {
			return v, false
		}
		if t.src[t.pos] == '}' {
			t.pos++
			return v, true
		}
		key, e, ok := t.pair()
		if !ok {
			return v, false
		}
		v.table[key.s] = e
	}
}

func (t *toml) separators() {
	for {
		t.blank()
		if t.pos >= len(t.src) || t.src[t.pos] != ',' {
			return
		}
		t.pos++
	}
}
