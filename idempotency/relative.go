package idempotency

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
)

// numbersOfJava are the types in which a change is passed.
var numbersOfJava = set("int long short float double Integer Long Short Float Double BigDecimal BigInteger Number")

// deltaParams name a change by themselves; changeWords do so in front of a
// noun that can be counted (changeAmount, addNum).
var (
	deltaParams = set("increment incr inc decrement decr dec delta diff plus minus")
	changeWords = set("change add plus minus incr increment decr decrement delta reduce deduct sub subtract")
)

// relative looks for a parameter that tells a change where the name says that
// a value is set: updateStats(userId, increment) adds up, setStats(userId,
// value) does not.
func (d *draft) relative() {
	if d.decl == nil || d.Kind != Idempotent && (d.Kind != Write || d.confidence > low) {
		return
	}
	for _, p := range d.decl.Params {
		words := split(p.Name)
		if !isDelta(words) || p.Type.Dims > 0 || !numbersOfJava[simple(p.Type.Name)] {
			continue
		}
		all := slices.Concat(split(d.Method), words)
		d.Money = anyMoneyNoun(all) != ""
		strength := A
		if !d.Money && hasAny(all, popularity) {
			strength = B
		}
		d.becomes(Write, strength, medium)
		d.add(Evidence{Kind: "parameter", Text: lang.T("parameter %s is a change, not a value", p.Name), At: p.Type.At})
		return
	}
}

func isDelta(words []string) bool {
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return deltaParams[words[0]] && len(words) == 1 || deltaParams[last] ||
		len(words) > 1 && changeWords[words[0]] && relativeNouns[last]
}
