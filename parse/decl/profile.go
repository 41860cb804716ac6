package decl

import (
	"bytes"
	"strings"
	"unicode"
)

// OnProfile returns what a document's properties say about the profiles it is
// for: spring.config.activate.on-profile (Spring Boot 2.4 and later), else
// spring.profiles. Entries of a list are joined by ",". The keys may be
// written in any of Spring's relaxed forms.
func OnProfile(props []Property) string {
	var modern, legacy profileValue
	for i := range props {
		p := &props[i]
		// Most keys are told apart before the costly comparison.
		if len(p.Key) < len("spring.profiles") || len(p.Key) > 64 || !strings.EqualFold(p.Key[:7], "spring.") || p.Tag == TagList {
			continue
		}
		switch key, indexed := relaxed(p.Key); key {
		case "spring.config.activate.onprofile":
			modern.add(p.Value, indexed)
		case "spring.profiles":
			legacy.add(p.Value, indexed)
		}
	}
	if modern.set {
		return modern.text
	}
	return legacy.text
}

// profileValue collects the values of one key, of which the last wins, or
// those of its list entries, which all count.
type profileValue struct {
	text         string
	set, indexed bool
}

func (v *profileValue) add(text string, indexed bool) {
	if indexed && v.indexed {
		text = v.text + "," + text
	}
	v.text, v.set, v.indexed = text, true, indexed
}

// relaxed brings a key to the form in which Spring compares keys (lower case,
// no dashes or underscores) and cuts off a list index.
func relaxed(key string) (canonical string, indexed bool) {
	if i := strings.IndexByte(key, '['); i > 0 && strings.HasSuffix(key, "]") {
		key, indexed = key[:i], true
	}
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' {
			return -1
		}
		return unicode.ToLower(r)
	}, key), indexed
}

// MentionsDubbo reports whether bytes of a file hold the word "dubbo", as
// "dubbo", "Dubbo" or "DUBBO". Text in UTF-16 always counts as holding it.
func MentionsDubbo(raw []byte) bool {
	if len(raw) >= 2 && (raw[0] >= 0xFE && raw[1] >= 0xFE || raw[0] == 0 || raw[1] == 0) {
		return true
	}
	return bytes.Contains(raw, []byte("ubbo")) || bytes.Contains(raw, []byte("UBBO"))
}

// TagList is the Tag of a property that stands for a whole YAML list of
// scalars, its entries joined by ",". Spring itself knows only the entries
// ("a.b[0]"), which are properties too.
const TagList = "!!seq"
