package trace

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// guarded is a write that a guard keeps a second execution away from.
func (m *method) guarded(f found, g *callgraph.Guard, all []callgraph.Guard) Place {
	p := Place{Status: OK}
	answer, earlier := m.answer(f, g)
	if !earlier {
		p.Status = Broken
	}
	race, status, at := m.race(f, g, all)
	m.kept = m.kept && status == OK
	p.Status = worse(p.Status, status)
	compared := lang.T("the input is not compared with that of the earlier one: the same key with another input is taken for a repeat")
	if g.Compared.Valid() {
		compared = lang.T("the input is compared")
	}
	p.Message = lang.T("lookup: %s; comparison: %s; return: %s", race, compared, answer)
	p.at(g.At, "the lookup %s", g.Call)
	if g.Compared.Valid() {
		p.at(g.Compared, "the comparison of the input")
	}
	p.at(g.EndsAt, "what a second execution meets: %s", answer)
	if at.Valid() {
		p.at(at, "the unique key")
	}
	return p
}

// success is an answer that tells of success.
var success = regexp.MustCompile(`(?i)\b(?:true|\w*success\w*|ok|repeat\w*)\b`)

// answer tells what a second execution gets, and whether it is as good as the
// earlier result.
func (m *method) answer(f found, g *callgraph.Guard) (lang.Text, bool) {
	statement := strings.Join(strings.Fields(g.EndsAt.Text()), " ")
	void := true
	for _, d := range f.in.methods {
		void = void && d.Return.Name == "void"
	}
	switch {
	case g.Ends == callgraph.Throws:
		return lang.T("a second execution is refused with an exception instead of the earlier result"), false
	case g.Earlier:
		return lang.T("the earlier result is returned"), true
	case void:
		return lang.T("the method returns early, and has no result"), true
	case !strings.HasPrefix(statement, "return"):
		return lang.T("a second execution passes the write by; whether the method then returns the earlier result is not to be seen"), false
	case success.MatchString(statement):
		return lang.T("success is returned without the earlier result"), true
	}
	return lang.T("the method returns early without the earlier result (%s)", statement), false
}

// race tells what two executions at the same time do, as the second attempt
// after a timeout is: with a lookup alone both find none.
func (m *method) race(f found, g *callgraph.Guard, all []callgraph.Guard) (lang.Text, Status, source.Span) {
	key, declared := f.in.graph.UniqueKey(f.Table)
	switch {
	case g.Sets:
		return lang.T("%s lets only the first execution pass", g.Call), OK, source.Span{}
	case g.Claims:
		return lang.T("%s changes the row in the first execution only", g.Call), OK, source.Span{}
	case slices.ContainsFunc(all, func(o callgraph.Guard) bool { return o.Locks }):
		return lang.T("%s looks for an earlier execution, behind a lock", g.Call), OK, source.Span{}
	case f.Kind != callgraph.SQL:
		return lang.T("%s looks for an earlier execution, but two at the same time both find none", g.Call), Broken, source.Span{}
	case key != nil && !key.Primary:
		return lang.T("%s looks for an earlier execution, and the unique key (%s) of %s refuses one of two at the same time",
			g.Call, columns(key), f.Table), OK, key.At
	case declared:
		return lang.T("%s looks for an earlier execution, but two at the same time both find none: %s has no unique key beside its primary one", g.Call, f.Table), Broken, source.Span{}
	}
	return lang.T("%s looks for an earlier execution; two at the same time both find none unless the table has a unique key, which its DDL would tell", g.Call), Unknown, source.Span{}
}
