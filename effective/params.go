package effective

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
)

// entry is one value with its origin and what it beat so far.
type entry struct {
	raw, value string
	known      bool
	unknown    lang.Text
	from       Origin
	lost       []Loser
}

func newEntry(s *application.Setting, level Level) *entry {
	return &entry{
		raw: s.Raw, value: s.Value, known: s.Known, unknown: lang.Verbatim(s.Unknown),
		from: Origin{Level: level, At: s.At, Key: s.Name, Via: s.Via},
	}
}

func (e *entry) loser(q dubbo.QuirkID, reason lang.Text) Loser {
	return Loser{Raw: e.raw, Value: e.value, From: e.from, Quirk: q, Reason: reason}
}

// params is a URL's parameter map in the making: later puts overwrite, and
// what they overwrite is kept as losers.
type params struct {
	m    map[string]*entry
	lost map[string][]Loser
	// methods are the methods with keys of their own, lost or not.
	methods map[string]bool
}

func newParams() *params {
	return &params{m: map[string]*entry{}, lost: map[string][]Loser{}, methods: map[string]bool{}}
}

// own notes the method of a key "createOrder.retries".
func (p *params) own(key string) {
	if i := strings.LastIndexByte(key, '.'); i > 0 {
		p.methods[key[:i]] = true
	}
}

func (p *params) put(key string, e *entry) {
	if old := p.m[key]; old != nil && !samePlace(old.from, e.from) {
		p.drop(key, old, "", over(e, old))
	}
	p.m[key] = e
	p.own(key)
}

// over says that one value lost to another in the plain order of levels.
func over(win, lose *entry) lang.Text {
	return lang.T("the %s's value ranks over the %s's", win.from.Level, lose.from.Level)
}

// samePlace tells a value that comes to the same key twice: 3.x hands the
// consumer's values to the reference, too.
func samePlace(a, b Origin) bool { return a.At == b.At && a.Key == b.Key && a.Level == b.Level }

func (p *params) drop(key string, e *entry, q dubbo.QuirkID, reason lang.Text) {
	p.lost[key] = append(p.lost[key], e.loser(q, reason))
	p.lost[key] = append(p.lost[key], e.lost...)
	p.own(key)
}

// hit is an entry with the key it was found under.
type hit struct {
	key string
	*entry
}

// search returns every entry that a lookup of a method's key considers,
// strongest first. withDefault adds the "default." form.
func (p *params) search(method, key string, withDefault bool) []hit {
	var out []hit
	add := func(k string) {
		if e := p.m[k]; e != nil && (e.value != "" || !e.unknown.IsZero()) {
			out = append(out, hit{k, e})
		}
	}
	if p.methods[method] {
		add(method + "." + key)
	}
	add(key)
	if withDefault && p.methods["default"] {
		add("default." + key)
	}
	return out
}

// lostFor collects the losers of every key that a lookup considers.
func (p *params) lostFor(method, key string) []Loser {
	if len(p.lost) == 0 {
		return nil
	}
	var out []Loser
	for _, k := range [...]string{method + "." + key, key, "default." + key} {
		out = append(out, p.lost[k]...)
	}
	return out
}

// settle makes a value of the hits: the first wins, the others are losers.
func settle(hits []hit, lost []Loser, def string) *entry {
	if len(hits) == 0 {
		return &entry{value: def, known: true, from: Origin{Level: Default}, lost: lost}
	}
	win := *hits[0].entry
	win.lost = append([]Loser{}, win.lost...)
	for _, h := range hits[1:] {
		win.lost = append(win.lost, h.loser("", over(&win, h.entry)))
		win.lost = append(win.lost, h.lost...)
	}
	win.lost = append(win.lost, lost...)
	return &win
}
