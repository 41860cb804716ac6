package effective

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
)

// value copies an entry's provenance; the caller fills V.
func value[T any](e *entry) Value[T] {
	return Value[T]{Known: e.known, Unknown: e.unknown, Raw: e.raw, From: e.from, Shadowed: distinct(e)}
}

// distinct returns the losers, each written place once.
func distinct(e *entry) []Loser {
	var out []Loser
	for _, l := range e.lost {
		if samePlace(l.From, e.from) || slices.ContainsFunc(out, func(m Loser) bool { return samePlace(l.From, m.From) }) {
			continue
		}
		out = append(out, l)
	}
	return out
}

func stringValue(e *entry) Value[string] {
	v := value[string](e)
	if e.known {
		v.V = e.value
	}
	return v
}

func boolValue(e *entry) Value[bool] {
	v := value[bool](e)
	v.V = e.known && isTrue(e)
	return v
}

func isTrue(e *entry) bool { return strings.EqualFold(strings.TrimSpace(e.value), "true") }

func intValue(e *entry) Value[int] {
	v := value[int](e)
	if !e.known {
		return v
	}
	n, err := strconv.Atoi(strings.TrimSpace(e.value))
	if err != nil {
		v.Known, v.Unknown = false, lang.T("%s is not a number", strconv.Quote(e.value))
		return v
	}
	v.V = n
	return v
}

// timeoutValue applies Dubbo's own reading: 0 or less is the default of
// 1000 ms (dubbo.NonPositiveTimeout).
func timeoutValue(e *entry) Value[time.Duration] {
	n := intValue(e)
	v := Value[time.Duration]{Known: n.Known, Unknown: n.Unknown, Raw: n.Raw, From: n.From, Shadowed: n.Shadowed}
	if !n.Known {
		return v
	}
	v.V = time.Duration(n.V) * time.Millisecond
	if n.V <= 0 {
		q := dubbo.QuirkByID(dubbo.NonPositiveTimeout)
		v.Shadowed = append([]Loser{e.loser(q.ID, q.Reason)}, v.Shadowed...)
		v.V, v.Raw, v.From = dubbo.DefaultTimeout, "", Origin{Level: Default}
	}
	return v
}

func timeoutOf(c *Call) *Value[time.Duration] { return &c.Timeout }
