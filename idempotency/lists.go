package idempotency

import (
	"path"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

// Lists are the user's own lists: patterns over "interface#method" where "*"
// stands for any text. The interface may be qualified or simple
// ("OrderService#place*"), and a pattern without "#" is one of method names
// ("qry*"). They win over everything else; where several lists match, Write
// wins over Idempotent, and Idempotent over Read.
type Lists struct {
	Write, Read, Idempotent []string
}

// Validate returns an error that names the first malformed pattern.
func (l Lists) Validate() error {
	for _, list := range [][]string{l.Write, l.Read, l.Idempotent} {
		for _, p := range list {
			if _, err := path.Match(p, ""); err != nil {
				return lang.Errorf("pattern %q: %v", p, err)
			}
		}
	}
	return nil
}

// match returns the kind and the pattern that the lists give, or ok false.
func (l Lists) match(iface, method string) (kind Kind, pattern string, ok bool) {
	for _, row := range []struct {
		kind     Kind
		patterns []string
	}{{Write, l.Write}, {Idempotent, l.Idempotent}, {Read, l.Read}} {
		for _, p := range row.patterns {
			if matches(p, iface, method) {
				return row.kind, p, true
			}
		}
	}
	return "", "", false
}

func matches(pattern, iface, method string) bool {
	if !strings.Contains(pattern, "#") {
		ok, _ := path.Match(pattern, method)
		return ok
	}
	if ok, _ := path.Match(pattern, iface+"#"+method); ok {
		return true
	}
	ok, _ := path.Match(pattern, iface[strings.LastIndexByte(iface, '.')+1:]+"#"+method)
	return ok
}
