package application

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// resolver fills in placeholders as seen from one module and one XML context.
type resolver struct {
	env   *environment
	mod   *module
	local []*configurer // strongest first
	// dubbo resolves against dubbo.properties itself, for values in it.
	dubbo bool
}

func (e *environment) resolver(m *module, local []*configurer) *resolver {
	return &resolver{env: e, mod: m, local: local}
}

// result is a resolved text. why says what would decide an unknown one.
type result struct {
	value string
	known bool
	why   lang.Text
	via   []source.Span
}

// resolve fills in a text in every scenario. Where the answers differ the
// result is unknown.
func (r *resolver) resolve(text string) result {
	if !strings.ContainsAny(text, "$#@") {
		return result{value: text, known: true}
	}
	list := r.env.scenarios
	first := r.resolveIn(list[0], text)
	if len(list) == 1 {
		return first
	}
	all := make([]result, len(list))
	for i, s := range list {
		all[i] = r.resolveIn(s, text)
	}
	return agreed(list, all)
}

// agreed is the common result of scenarios. That nothing is set where no
// profile is active does not count against what all profiles say.
func agreed(list []*scenario, all []result) result {
	from := 0
	if list[0].profile == "" && !all[0].known {
		from = 1
	}
	for _, res := range all[from:] {
		if res.known != all[from].known || res.value != all[from].value {
			return disagreement(list, all)
		}
	}
	return all[from]
}

// disagreement says what each scenario says.
func disagreement(list []*scenario, all []result) result {
	res := result{}
	var says []lang.Text
	for i, s := range list {
		word := lang.T("%s does not set it", s.profile)
		switch {
		case all[i].known && s.profile == "":
			word = lang.T("without one it is %s", quoteEmpty(all[i].value))
		case all[i].known:
			word = lang.T("%s says %s", s.profile, quoteEmpty(all[i].value))
		case s.profile == "":
			word = lang.T("without one it is not set")
		}
		if all[i].known {
			if n := len(all[i].via); n > 0 {
				at := all[i].via[n-1]
				word = word.Then(lang.T(" (%s)", place(at)))
				if !slices.Contains(res.via, at) {
					res.via = append(res.via, at)
				}
			}
		}
		says = append(says, word)
	}
	res.why = lang.T("depends on the Spring profile: %s", firstOf(says))
	return res
}

// firstOf leaves out what makes a list too long.
func firstOf(says []lang.Text) []lang.Text {
	if len(says) > 6 {
		return append(says[:6], lang.Verbatim("..."))
	}
	return says
}

func quoteEmpty(s string) string {
	if s == "" {
		return `""`
	}
	return s
}

func place(at source.Span) string {
	return fmt.Sprintf("%s:%d", at.File.Path, at.Start().Line)
}

// resolveIn fills in a text in one scenario.
func (r *resolver) resolveIn(s *scenario, text string) result {
	x := &expander{resolver: r, s: s}
	value, ok := x.expand(text, r.mod)
	if !ok {
		return result{why: x.why, via: x.via}
	}
	return result{value: value, known: true, via: x.via}
}

// lookupKey returns the value of a key, "" when it is not set or not known.
func (r *resolver) lookupKey(key string) string {
	if res := r.resolve("${" + key + "}"); res.known {
		return res.value
	}
	return ""
}

// Limits on one text: nesting, placeholders and bytes.
const (
	maxNesting  = 24
	maxLookups  = 500
	maxExpanded = 1 << 16
)

// expander resolves one text in one scenario.
type expander struct {
	*resolver
	s       *scenario
	via     []source.Span
	why     lang.Text
	stack   []string
	lookups int
}

func (x *expander) fail(format string, args ...any) (string, bool) {
	if x.why.IsZero() {
		x.why = lang.T(format, args...)
	}
	return "", false
}

// expand fills in "${...}" and Maven's "@...@". The module is that of the file
// in which the text stands.
func (x *expander) expand(text string, m *module) (string, bool) {
	if len(x.stack) > maxNesting {
		return x.fail("placeholders are nested too deep")
	}
	text, ok := x.tokens(text, m)
	if !ok {
		return "", false
	}
	if i := strings.Index(text, "#{"); i >= 0 && strings.Contains(text[i:], "}") {
		return x.fail("the Spring expression %s is not evaluated", text)
	}
	var out strings.Builder
	for {
		i := strings.Index(text, "${")
		end := -1
		if i >= 0 {
			end = closing(text, i+2)
		}
		if end < 0 {
			out.WriteString(text)
			return out.String(), true
		}
		out.WriteString(text[:i])
		value, ok := x.placeholder(text[i+2:end], m)
		if !ok {
			return "", false
		}
		if out.Len()+len(value) > maxExpanded {
			return x.fail("the value becomes too long")
		}
		out.WriteString(value)
		text = text[end+1:]
	}
}

// closing returns the position of the brace that closes a placeholder whose
// inside begins at i, or -1.
func closing(text string, i int) int {
	for depth := 0; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

// placeholder resolves the inside of "${...}".
func (x *expander) placeholder(inside string, m *module) (string, bool) {
	key, def, hasDefault := cutDefault(inside)
	if strings.Contains(key, "${") {
		k, ok := x.expand(key, m)
		if !ok {
			return "", false
		}
		key = k
	}
	if x.lookups++; x.lookups > maxLookups {
		return x.fail("too many placeholders in one value")
	}
	if slices.Contains(x.stack, key) {
		// "group=${group}" is the way of Maven's filtering.
		if v, _, ok := x.env.d.mavenValue(m, key); ok && !slices.Contains(x.stack, "@"+key) {
			x.stack = append(x.stack, "@"+key)
			defer func() { x.stack = x.stack[:len(x.stack)-1] }()
			x.via = append(x.via, v.at)
			return x.expand(v.text, v.mod)
		}
		return x.fail("placeholder ${%s} refers to itself", key)
	}
	x.stack = append(x.stack, key)
	defer func() { x.stack = x.stack[:len(x.stack)-1] }()
	if v, found := x.find(key, m); found {
		if v.at.Valid() {
			x.via = append(x.via, v.at)
		}
		return x.expand(v.text, v.mod)
	}
	if hasDefault {
		return x.expand(def, m)
	}
	if file := x.missing(); file != "" {
		return x.fail("placeholder ${%s} has no value in the audited files; %s, which may hold it, is not among them", key, file)
	}
	return x.fail("placeholder ${%s} has no value in the audited files", key)
}

// missing names a file of the context's configurers that is not in the trees.
func (x *expander) missing() string {
	for _, c := range x.local {
		if len(c.missing) > 0 {
			return c.missing[0]
		}
	}
	return ""
}

// cutDefault splits "key:default" at the first colon outside of braces.
func cutDefault(inside string) (key, def string, ok bool) {
	depth := 0
	for i := range len(inside) {
		switch inside[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ':':
			if depth == 0 {
				return inside[:i], inside[i+1:], true
			}
		}
	}
	return inside, "", false
}
