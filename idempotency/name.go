package idempotency

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

// nameVerdict is what a method's name says.
type nameVerdict struct {
	kind       Kind
	strength   Strength
	money      bool
	confidence confidence
	why        lang.Text
}

// lexicon finds a word's row.
type lexicon map[string]entry

func newLexicon() lexicon {
	lex := lexicon{}
	for _, row := range vocabulary {
		for w := range strings.FieldsSeq(row.words) {
			lex[w] = entry{row.class, row.noun}
		}
	}
	return lex
}

// maxName bounds the bytes of a name that are looked at.
const maxName = 256

// name judges by a method's name alone. The confidence is high where the name
// begins with a verb that leaves no doubt, medium where the verb stands
// further behind or admits exceptions, low where only a noun or a vague verb
// is left.
func (lex lexicon) name(method string) nameVerdict {
	words := join(split(method[:min(len(method), maxName)]))
	if len(words) == 0 || method == "*" {
		return nameVerdict{kind: Unknown, why: lang.T("the method's name is not known")}
	}
	words = lex.unglue(words)
	if v, ok := upsert(words); ok {
		return v
	}
	if v, ok := keyedStore(words); ok {
		return v
	}
	parts := lex.parts(clause(words))
	v := lex.part(parts[0])
	for _, p := range parts[1:] {
		if w := lex.part(p); w.rank() > v.rank() {
			v = w
		}
	}
	return v
}

func (v nameVerdict) rank() int { return Verdict{Kind: v.kind, Strength: v.strength}.rank() }

// unglue cuts a first word in lower case ("deletebyid") behind the verb it
// begins with.
func (lex lexicon) unglue(words []string) []string {
	first := words[0]
	if _, ok := lex[first]; ok || prefixes[first] || gluedNouns[first] {
		return words
	}
	for _, verb := range glued {
		if rest, ok := strings.CutPrefix(first, verb); ok {
			return append([]string{verb, rest}, words[1:]...)
		}
	}
	return words
}

// glued are the verbs met without a hump behind them, and gluedNouns words
// that begin with their letters.
var (
	glued      = strings.Fields("get find query select update delete insert create modify count add save")
	gluedNouns = set(`address addresses additional addon getter finder selector selection counter country county
		creator saver savings modifier listener`)
)

// upsert recognises saveOrUpdate and its kin: what is there is overwritten,
// so a second run does little harm where the entity carries its id.
func upsert(words []string) (nameVerdict, bool) {
	i := slices.Index(words, "or")
	if i < 1 || i+1 >= len(words) {
		return nameVerdict{}, false
	}
	a, b := words[i-1], words[i+1]
	creates := func(w string) bool { return inserters[w] }
	switch {
	case creates(a) && updaters[b], updaters[a] && creates(b):
		return nameVerdict{Write, B, false, medium, lang.T("verb %s or %s overwrites what is there", a, b)}, true
	case creates(b):
		return nameVerdict{Write, B, false, low, lang.T("verb %s only where %s finds nothing", b, a)}, true
	}
	return nameVerdict{}, false
}

// keyedStore recognises saveCartToRedis: what goes into such a store stands
// under a key and replaces what was there, unless it is added to a list.
func keyedStore(words []string) (nameVerdict, bool) {
	n := len(words)
	if n < 3 || !stores[words[n-1]] || !into[words[n-2]] {
		return nameVerdict{}, false
	}
	switch verb := words[0]; verb {
	case "save", "store", "put", "write":
		return nameVerdict{Idempotent, NoStrength, false, low, lang.T("verb %s to %s writes under a key", verb, words[n-1])}, true
	case "add", "insert":
		return nameVerdict{Write, B, false, low, lang.T("verb %s to %s", verb, words[n-1])}, true
	}
	return nameVerdict{}, false
}

var (
	stores = set("redis cache memcache memcached")
	into   = set("to into in 2")
)

var (
	inserters = set("save insert create add new ins")
	updaters  = set("update modify edit set upd replace change")
)

// parts cuts a name at conjunctions that are followed by another verb:
// confirmAndSendMessage has two parts, searchShopAndCustomer one.
func (lex lexicon) parts(words []string) [][]string {
	var parts [][]string
	start := 0
	for i, w := range words {
		if i > start && i+1 < len(words) && conjunctions[w] {
			if e, ok := lex[words[i+1]]; ok && !e.noun && e.class != vague && !lex.listing(words) {
				parts = append(parts, words[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, words[start:])
}

// listing tells listBlackAndMuteList: one read of two things.
func (lex lexicon) listing(words []string) bool {
	return lex[words[0]].class == reading && readSuffixes[words[len(words)-1]]
}

// part judges one part of a name.
func (lex lexicon) part(words []string) nameVerdict {
	all := words
	for len(words) > 1 && prefixes[words[0]] {
		words = words[1:]
	}
	e := lex[words[0]]
	rest := words[1:]
	switch {
	case e.class == noVerb:
		return lex.nounFirst(all)
	case e.class == vague:
		return lex.vagueFirst(words[0], rest)
	case e.noun && len(rest) > 0:
		return lex.ambiguousFirst(e, words)
	case words[0] == "login" && lex.verb(rest) >= 0:
		return lex.part(rest[lex.verb(rest):])
	case e.noun && e.class != paying:
		return classify(e.class, words[0], nil, medium)
	}
	return classify(e.class, words[0], rest, high)
}

// verb finds the first word that is a verb and no noun, -1 when there is none:
// loginAndBindPhone binds.
func (lex lexicon) verb(words []string) int {
	return slices.IndexFunc(words, func(w string) bool { e, ok := lex[w]; return ok && !e.noun && e.class != vague })
}

// vagueFirst judges processPayment, doCreate, handleCallback: what stands
// behind the vague verb decides, unless it is a reading verb, which may as
// well be a noun there.
func (lex lexicon) vagueFirst(verb string, rest []string) nameVerdict {
	unsure := nameVerdict{Unknown, NoStrength, false, low, lang.T("verb %s tells nothing", verb)}
	if len(rest) == 0 {
		return unsure
	}
	if last := rest[len(rest)-1]; last == "query" || last == "search" {
		return nameVerdict{Read, NoStrength, false, medium, lang.T("verb %s", last)}
	}
	if noun := anyMoneyNoun(rest); noun != "" {
		return nameVerdict{Write, A, true, medium, lang.T("verb %s with %s", verb, noun)}
	}
	if lex[rest[0]].noun && len(rest) > 1 {
		return unsure
	}
	v := lex.part(rest)
	if v.kind == Read || v.kind == Unknown {
		return unsure
	}
	v.confidence = min(v.confidence, medium)
	if lex[rest[0]].noun {
		v.why = lang.T("verb %s with %s", verb, rest[0])
	}
	return v
}

// ambiguousFirst judges names that begin with a word which is noun and verb:
// a read suffix wins, then a real verb behind (orderCancel), then the word
// itself as a verb.
func (lex lexicon) ambiguousFirst(e entry, words []string) nameVerdict {
	if !recordsInfo(e, words) {
		if v, ok := readSuffix(words); ok {
			return v
		}
		for i := len(words) - 1; i > 0; i-- {
			if f, ok := lex[words[i]]; ok && !f.noun && f.class != vague {
				return classify(f.class, words[i], words[:i], medium)
			}
		}
	}
	v := classify(e.class, words[0], words[1:], medium)
	if e.class != paying && e.class != checking && !v.money {
		v.confidence, v.why = low, lang.T("word %s, as a verb", words[0])
		v.strength = min(v.strength, B)
	}
	return v
}

// recordsInfo tells recordLoginInfo, which records, from recordInfo, which
// reads a record.
func recordsInfo(e entry, words []string) bool {
	return e.class == likely && len(words) > 2 && words[len(words)-1] == "info"
}

// nounFirst judges names without leading verb: a read suffix, then the last
// verb, then the last noun.
func (lex lexicon) nounFirst(words []string) nameVerdict {
	if v, ok := readSuffix(words); ok {
		return v
	}
	for _, nouns := range []bool{false, true} {
		for i := len(words) - 1; i > 0; i-- {
			if f, ok := lex[words[i]]; ok && f.noun == nouns && f.class != vague && !fallbackNouns[words[i]] {
				return classify(f.class, words[i], words[:i], medium)
			}
		}
	}
	last := words[len(words)-1]
	switch {
	case strings.HasSuffix(last, "pay"):
		return nameVerdict{Write, A, true, medium, lang.T("verb %s in %s", "pay", last)}
	case fallbackNouns[last]:
		return nameVerdict{Write, B, last != "order", low, lang.T("noun %s", last)}
	}
	return nameVerdict{Unknown, NoStrength, false, low, lang.T("no known verb in the name")}
}

func readSuffix(words []string) (nameVerdict, bool) {
	last := words[len(words)-1]
	if len(words) > 1 && readSuffixes[last] {
		return nameVerdict{Read, NoStrength, false, medium, lang.T("suffix %s", last)}, true
	}
	for _, end := range []string{"list", "count", "detail", "page"} {
		if last != "account" && last != "discount" && len(last) > len(end) && strings.HasSuffix(last, end) {
			return nameVerdict{Read, NoStrength, false, medium, lang.T("suffix %s", end)}, true
		}
	}
	return nameVerdict{}, false
}
