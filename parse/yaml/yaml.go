// Package yaml reads YAML files into flat properties as Spring Boot does,
// with the places of keys and values. What is no YAML before a build or a
// template engine has run over it is read as far as it makes sense.
package yaml

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// The limits of one file. Configuration written by people is far below them.
const (
	maxBytes    = 2 << 20  // of text; yaml.v3 needs up to 80 times as much
	maxProps    = 1 << 17  // properties, after aliases are expanded
	maxNodes    = 1 << 20  // nodes visited, after aliases are expanded
	maxKeyBytes = 64 << 20 // of all flattened keys together
	maxDepth    = 200      // of nesting
	maxProblems = 10
)

// Relevant reports whether a file may say something about Dubbo: its bytes
// name dubbo, or it is one of those that Spring Boot reads by their name (they
// may define profiles and placeholders).
func Relevant(name string, raw []byte) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, "application") || strings.HasPrefix(base, "bootstrap") || decl.MentionsDubbo(raw) ||
		bytes.Contains(raw, []byte("configVersion:")) // a governance rule
}

// Parse reads f into documents; those without any property are left out. Text
// that is not YAML is a problem only where the file names dubbo.
func Parse(f *source.File) *decl.Unit {
	fl := &flattener{file: f, unit: &decl.Unit{File: f}}
	if len(f.Text) > maxBytes {
		fl.problem(source.TooLarge, 0, 0, lang.T("more than 2 MiB of YAML; not read"))
		return fl.finish()
	}
	docs, err := nodes(f.Text)
	if err == nil {
		fl.places = newPlaces(f.Text, 0)
		for _, d := range docs {
			fl.document(d.Content)
		}
		return fl.finish()
	}
	for _, c := range chunks(f.Text) {
		fl.places = newPlaces(f.Text[c.lo:c.hi], c.lo)
		docs, err := nodes(f.Text[c.lo:c.hi])
		if err == nil {
			for _, d := range docs {
				fl.document(d.Content)
			}
			continue
		}
		fl.salvage(err)
	}
	return fl.finish()
}

// finish drops the problems of a file that does not name dubbo, and marks
// those of a file without any Dubbo key as minor.
func (fl *flattener) finish() *decl.Unit {
	u := fl.unit
	if len(u.Problems) > 0 && !decl.MentionsDubbo(u.File.Text) {
		u.Problems = nil
	}
	if len(u.Problems) == 0 || len(u.File.Text) > maxBytes || hasDubboKey(u.Docs) || dubboKeyLine.Match(u.File.Text) {
		return u
	}
	for i := range u.Problems {
		u.Problems[i].Minor = true
	}
	return u
}

// dubboKeyLine is a line that begins with a key of Dubbo, whose children may
// be among what could not be read.
var dubboKeyLine = regexp.MustCompile(`(?mi)^[ \t]*(?:- *)?["']?[^\s:#"']*dubbo[^\s:"']*["']?[ \t]*:`)

func hasDubboKey(docs []*decl.Document) bool {
	for _, d := range docs {
		for i := range d.Props {
			if strings.Contains(strings.ToLower(d.Props[i].Key), "dubbo") {
				return true
			}
		}
	}
	return false
}
