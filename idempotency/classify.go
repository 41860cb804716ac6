package idempotency

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
)

// confidence orders the words of Verdict.Confidence.
type confidence uint8

const (
	low confidence = iota
	medium
	high
)

func (c confidence) String() string { return [...]string{"low", "medium", "high"}[min(c, high)] }

// classify judges a verb with the nouns it stands with. The confidence given
// is the most that the verb's position allows.
func classify(c class, verb string, nouns []string, most confidence) nameVerdict {
	v := nameVerdict{confidence: most, why: lang.T("verb %s", verb)}
	last := ""
	if len(nouns) > 0 {
		last = nouns[len(nouns)-1]
	}
	switch c {
	case reading, checking:
		v.read(c, last)
	case creating, likely:
		v.create(c, nouns, last)
	case paying:
		v.kind, v.strength, v.money = Write, A, true
		if (verb == "freeze" || verb == "unfreeze") && len(nouns) > 0 && moneyNoun(nouns) == "" {
			v = nameVerdict{Idempotent, NoStrength, false, low, v.why.Then(lang.T(" sets a state"))}
		}
	case counting:
		v.count(nouns)
	case messaging:
		v.kind, v.strength = Write, B
	case deleting:
		v.kind = Idempotent
	case setting:
		v.set(nouns, last)
	case toggling:
		v.kind, v.strength = Write, A
		v.adds(" undoes itself")
	case advancing, ending:
		v.step(c, nouns)
	case drawing:
		v.kind, v.confidence = Idempotent, low
		v.adds(" hands out a new one; a lost one does no harm")
	default:
		v.kind, v.confidence = Unknown, low
	}
	return v
}

// adds says more behind the verb.
func (v *nameVerdict) adds(format string, args ...any) { v.why = v.why.Then(lang.T(format, args...)) }

func (v *nameVerdict) read(c class, last string) {
	v.kind = Read
	if c == checking {
		v.confidence = min(v.confidence, medium)
	}
	if c == reading && (last == "token" || last == "ticket" || last == "captcha") {
		v.confidence = low
		v.adds(" may hand out a new %s", last)
	}
}

func (v *nameVerdict) create(c class, nouns []string, last string) {
	if numbers[last] || c == likely && handedOut[last] {
		*v = nameVerdict{Idempotent, NoStrength, false, low, v.why.Then(lang.T(" hands out a new %s; a lost one does no harm", last))}
		return
	}
	if last == "redis" || last == "cache" {
		v.kind, v.confidence = Idempotent, low
		v.adds(" %s puts a value under a key", last)
		return
	}
	v.kind, v.strength = Write, A
	switch {
	case logNouns[last], last == "record" && len(nouns) > 1 && usedNouns[nouns[len(nouns)-2]], last == "code" && hasAny(nouns, checkNouns):
		v.strength, v.why = B, v.why.Then(lang.Verbatim(" "+last))
	case slices.Contains(nouns, "sms"):
		v.strength, v.confidence = B, min(v.confidence, medium)
		v.adds(" with %s", "sms")
	case last == "listener" || last == "callback" || last == "observer":
		v.strength, v.confidence = B, low
	case c == likely, slices.Contains(nouns, "absent"):
		v.strength, v.confidence = B, min(v.confidence, medium)
	}
	if noun := moneyNoun(nouns); noun != "" {
		v.money = true
		v.adds(" with %s", noun)
	}
}

func (v *nameVerdict) count(nouns []string) {
	v.kind, v.strength = Write, A
	v.adds(" is relative")
	if noun := moneyNoun(nouns); noun != "" {
		v.money = true
	} else if hasAny(nouns, popularity) {
		v.strength, v.confidence = B, min(v.confidence, medium)
	}
}

func (v *nameVerdict) set(nouns []string, last string) {
	before := ""
	if len(nouns) > 1 {
		before = nouns[len(nouns)-2]
	}
	switch {
	case hasAny(nouns, deltaWords):
		v.kind, v.strength, v.money = Write, A, moneyNoun(nouns) != ""
		v.confidence = min(v.confidence, medium)
		v.adds(" is relative here")
	case relativeNouns[last] && !plainNumbers[before]:
		v.kind, v.strength, v.money = Write, B, moneyNouns[last]
		v.confidence = low
		v.adds(" %s may be relative", last)
	case stateNouns[last]:
		v.kind, v.confidence = Idempotent, min(v.confidence, medium)
		v.adds(" %s is absolute", last)
	default:
		v.kind, v.confidence = Idempotent, low
		v.adds(" is absolute as a rule")
	}
}

// step judges the steps of a process. A guard by state is likely, but not to
// be seen in the name; about money the doubt goes the other way.
func (v *nameVerdict) step(c class, nouns []string) {
	noun := moneyNoun(nouns)
	switch {
	case noun != "" && c == advancing:
		v.kind, v.strength, v.money = Write, A, true
		v.confidence = min(v.confidence, medium)
		v.adds(" with %s", noun)
	case noun != "":
		v.kind, v.strength, v.money, v.confidence = Write, B, true, low
		v.adds(" with %s", noun)
	case c == advancing:
		v.kind, v.strength, v.confidence = Write, B, low
	default:
		v.kind, v.confidence = Unknown, low
		v.adds(" depends on the state it finds")
	}
}

// moneyNoun returns the word of money or stock among the nouns, "" when there
// is none or when the last noun tells that something is only set up.
func moneyNoun(nouns []string) string {
	if len(nouns) == 0 || settingNouns[nouns[len(nouns)-1]] {
		return ""
	}
	return anyMoneyNoun(nouns)
}

// anyMoneyNoun is moneyNoun whatever the last noun; noPay is no payment.
func anyMoneyNoun(nouns []string) string {
	for i, n := range nouns {
		if moneyNouns[n] && (i == 0 || nouns[i-1] != "no" && nouns[i-1] != "not") {
			return n
		}
	}
	return ""
}

func hasAny(words []string, set map[string]bool) bool {
	for _, w := range words {
		if set[w] {
			return true
		}
	}
	return false
}
