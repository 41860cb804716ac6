package effective

import (
	"fmt"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
)

// entry is one value with its origin and what it beat so far.
type entry struct {
	raw, value string
	known      bool
	unknown    string
	from       Origin
	lost       []Loser
}

func newEntry(s *application.Setting, level Level) *entry {
	return &entry{
		raw: s.Raw, value: s.Value, known: s.Known, unknown: s.Unknown,
		from: Origin{Level: level, At: s.At, Key: s.Name, Via: s.Via},
	}
}

func (e *entry) loser(q dubbo.QuirkID, reason string) Loser {
	return Loser{Raw: e.raw, From: e.from, Quirk: q, Reason: reason}
}

// params is a URL's parameter map in the making: later puts overwrite, and
// what they overwrite is kept as losers.
type params struct {
	m    map[string]*entry
	lost map[string][]Loser
}

func newParams() *params {
	return &params{m: map[string]*entry{}, lost: map[string][]Loser{}}
}

func (p *params) put(key string, e *entry) {
	if old := p.m[key]; old != nil && !samePlace(old.from, e.from) {
		p.drop(key, old, "", fmt.Sprintf("the %s's value ranks over the %s's", e.from.Level, old.from.Level))
	}
	p.m[key] = e
}

// samePlace tells a value that comes to the same key twice: 3.x hands the
// consumer's values to the reference, too.
func samePlace(a, b Origin) bool { return a.At == b.At && a.Key == b.Key && a.Level == b.Level }

func (p *params) drop(key string, e *entry, q dubbo.QuirkID, reason string) {
	p.lost[key] = append(p.lost[key], e.loser(q, reason))
	p.lost[key] = append(p.lost[key], e.lost...)
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
	keys := [...]string{method + "." + key, key, "default." + key}
	for i, k := range keys {
		if i == 0 && method == "" || i == 2 && !withDefault {
			continue
		}
		if e := p.m[k]; e != nil && e.value+e.unknown != "" {
			out = append(out, hit{k, e})
		}
	}
	return out
}

// lostFor collects the losers of every key that a lookup considers.
func (p *params) lostFor(method, key string) []Loser {
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
		win.lost = append(win.lost, h.loser("", fmt.Sprintf("the %s's value ranks over the %s's", win.from.Level, h.from.Level)))
		win.lost = append(win.lost, h.lost...)
	}
	win.lost = append(win.lost, lost...)
	return &win
}
