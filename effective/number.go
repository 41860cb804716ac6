package effective

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// numbers are the audited attributes that Dubbo's objects hold as Integer.
var numbers = map[string]bool{"retries": true, "timeout": true, "forks": true}

// number checks the text of an attribute. Where it is no number, the version
// refuses it (a failure), or takes it for not written (false). Spring's own
// reading of numbers is applied: XML and what the starters of 2.x bind are
// converted by it.
func (b *binder) number(tag string, form decl.Form, name string, e *entry) (*Failure, bool) {
	if !numbers[name] || !e.known || form != decl.FormXML && form != decl.FormBoot {
		return nil, true
	}
	if n, err := springInt(e.value); err == nil {
		e.value = strconv.Itoa(n)
		return nil, true
	}
	// From 3.0 on a reference is made of its texts, and Dubbo throws away what
	// does not fit (measured: case number-reference). The starter 0.2.0, which
	// goes with releases before 2.6.5, hands texts to Dubbo, too (case number-boot
	// on 2.6.3, against 2.6.12).
	if tag == "reference" && b.v.AtLeast("3.0.0") || form == decl.FormBoot && b.v.Before("2.6.5") {
		return nil, false
	}
	return refusedNumber(name, e), true
}

// NoNumber reports whether the text of a written setting is none where a number
// is wanted, whatever the version makes of it.
func NoNumber(name, text string) bool {
	_, err := springInt(text)
	return numbers[name] && err != nil
}

func refusedNumber(name string, e *entry) *Failure {
	return &Failure{Quirk: dubbo.NumberRefused, Setting: name, At: e.from.At,
		Msg: lang.T("%s=%s is no number: the application does not start (NumberFormatException)", name, e.value)}
}

// binds reports whether Spring Boot binds the property to an object of its own
// beside Dubbo, and so converts it (measured: case number-boot on 3.0.4 and
// 3.2.19, against 3.3.0).
func (b *binder) binds(tag string, e *entry) bool {
	return tag == "consumer" && e.from.Level == SpringEnv && b.app.Boot && b.v.Before("3.3.0")
}

// springInt reads a number as Spring does (NumberUtils.parseNumber): blanks do
// not count, and it may be hexadecimal.
func springInt(text string) (int, error) {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
	digits := strings.TrimPrefix(text, "-")
	for _, hex := range []string{"0x", "0X", "#"} {
		if rest, ok := strings.CutPrefix(digits, hex); ok {
			n, err := strconv.ParseInt(text[:len(text)-len(digits)]+rest, 16, 32)
			return int(n), err
		}
	}
	return javaInt(text)
}

// javaInt reads a number as Integer.parseInt does, blanks and all.
func javaInt(text string) (int, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	return int(n), err
}

// throwsAway reports whether a property is dropped because it is no number:
// Dubbo logs that and goes on (measured: cases number-props,
// number-props-reference, number-props-method and, on 3.x, number-boot).
func (b *binder) throwsAway(name string, e *entry) bool {
	if !numbers[name] || !e.known || e.from.Level == SpringEnv && b.v.Before("3.0.0") {
		return false
	}
	_, err := javaInt(strings.TrimSpace(e.value))
	return err != nil
}

// paramEntry is the entry of a parameter. Blanks around a number count; what
// they do to other values was not measured, and they are left out.
func paramEntry(s *application.Setting, level Level) *entry {
	e := newEntry(s, level)
	if !numbers[s.Name[strings.LastIndexByte(s.Name, '.')+1:]] {
		e.value = strings.TrimSpace(e.value)
	}
	return e
}

// blankParam is the failure of a parameter with a blank in its number, where
// the version checks the characters of parameters at start, as it does with a
// mock (dubbo.MockColonRefused; measured: case number-parameter-blank on 2.6.3).
func (b *binder) blankParam(x *bean) *Failure {
	if !dubbo.MockColonRefused.Has(b.v) {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(numbers)) {
		if e := x.params[name]; e != nil && e.known && strings.Contains(e.value, " ") {
			return &Failure{Quirk: dubbo.NumberRefused, Setting: name, At: e.from.At,
				Msg: lang.T("%s=%q has a blank: the application does not start (IllegalStateException, illegal character)", name, e.value)}
		}
	}
	return nil
}

// misread is the failure of every call whose URL holds a number that is none,
// which is what parameters bring (measured: cases number-parameter and
// number-annotation). The timeout is read for each remote call, retries where
// the cluster has a loop.
func (q *query) misread() *Failure {
	c := q.call
	if q.way == viaLocal {
		return nil
	}
	check := func(name string, e *entry) *Failure {
		if _, err := javaInt(e.value); !e.known || err == nil || e.from.Level == SpringEnv {
			return nil
		}
		return &Failure{Quirk: dubbo.NumberRefused, Setting: name, At: e.from.At,
			Msg: lang.T("%s=%q is no number for Integer.parseInt: every call throws NumberFormatException and reaches no provider", name, e.value)}
	}
	if c.Cluster.Known && c.Cluster.V == "failover" {
		if f := check("retries", q.loop("retries", strconv.Itoa(dubbo.DefaultRetries))); f != nil {
			return f
		}
	}
	return check("timeout", q.invoker("timeout", strconv.FormatInt(dubbo.DefaultTimeout.Milliseconds(), 10)))
}
