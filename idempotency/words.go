package idempotency

import (
	"strings"
	"unicode"
)

// split cuts a method name into lower-case words at camel-case humps, digits
// and underscores: "saveOrUpdate4VIPUser" is save, or, update, 4, vip, user.
func split(name string) []string {
	var words []string
	rs := []rune(name)
	start := 0
	flush := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(string(rs[start:end])))
		}
		start = end
	}
	for i, r := range rs {
		switch {
		case r == '_' || r == '$':
			flush(i)
			start = i + 1
		case i == start:
		case unicode.IsDigit(r) != unicode.IsDigit(rs[i-1]):
			flush(i)
		case unicode.IsUpper(r) && (!unicode.IsUpper(rs[i-1]) || i+1 < len(rs) && unicode.IsLower(rs[i+1])):
			flush(i)
		}
	}
	flush(len(rs))
	return words
}

// pairs are two words that mean one verb. They are joined before anything
// else looks at the words, as "in" alone would end the clause.
var pairs = map[string]bool{
	"checkin": true, "checkout": true, "signin": true, "signup": true, "signout": true,
	"login": true, "logout": true, "logoff": true, "topup": true, "rollin": true, "rollout": true,
	"rollback": true, "putaway": true, "unfreeze": true, "unlock": true, "unbind": true,
	"unblock": true, "unpublish": true, "unsubscribe": true, "unfollow": true, "unlike": true,
	"resend": true, "rebuild": true, "reset": true, "refund": true, "reopen": true, "refresh": true,
	"recalculate": true, "recharge": true, "republish": true, "prepay": true, "replay": true,
	"repush": true, "invalid": true, "retry": true, "resubmit": true, "renotify": true,
}

// join merges the pairs.
func join(words []string) []string {
	out := words[:0]
	for i := 0; i < len(words); i++ {
		if i+1 < len(words) && pairs[words[i]+words[i+1]] {
			out = append(out, words[i]+words[i+1])
			i++
			continue
		}
		out = append(out, words[i])
	}
	return out
}

// prepositions end the part of a name that can tell what is done to what:
// in updateStatusByIdList neither Id nor List matters. 2 and 4 stand for
// "to" and "for" in many real names.
var prepositions = set("by for with without from to into in on of at when where via using after before under 2 4")

// clause returns the words before the first preposition.
func clause(words []string) []string {
	for i, w := range words {
		if i > 0 && prepositions[w] {
			return words[:i]
		}
	}
	return words
}

// conjunctions join two verbs in one name.
var conjunctions = set("and or then")

// set turns a space-separated list into a set.
func set(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}
