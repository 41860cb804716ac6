package trace

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/callgraph"
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
	compared := "the input is not compared with that of the earlier one: the same key with another input is taken for a repeat"
	if g.Compared.Valid() {
		compared = "the input is compared"
	}
	p.Message = fmt.Sprintf("lookup: %s; comparison: %s; return: %s", race, compared, answer)
	p.Locations = append(p.Locations, Location{g.At, "the lookup " + g.Call})
	if g.Compared.Valid() {
		p.Locations = append(p.Locations, Location{g.Compared, "the comparison of the input"})
	}
	p.Locations = append(p.Locations, Location{g.EndsAt, "what a second execution meets: " + answer})
	if at.Valid() {
		p.Locations = append(p.Locations, Location{at, "the unique key"})
	}
	return p
}

// success is an answer that tells of success.
var success = regexp.MustCompile(`(?i)\b(?:true|\w*success\w*|ok|repeat\w*)\b`)

// answer tells what a second execution gets, and whether it is as good as the
// earlier result.
func (m *method) answer(f found, g *callgraph.Guard) (string, bool) {
	statement := strings.Join(strings.Fields(g.EndsAt.Text()), " ")
	void := true
	for _, d := range f.in.methods {
		void = void && d.Return.Name == "void"
	}
	switch {
	case g.Ends == callgraph.Throws:
		return "a second execution is refused with an exception instead of the earlier result", false
	case g.Earlier:
		return "the earlier result is returned", true
	case void:
		return "the method returns early, and has no result", true
	case !strings.HasPrefix(statement, "return"):
		return "a second execution passes the write by; whether the method then returns the earlier result is not to be seen", false
	case success.MatchString(statement):
		return "success is returned without the earlier result", true
	}
	return "the method returns early without the earlier result (" + statement + ")", false
}

// race tells what two executions at the same time do, as the second attempt
// after a timeout is: with a lookup alone both find none.
func (m *method) race(f found, g *callgraph.Guard, all []callgraph.Guard) (string, Status, source.Span) {
	key, declared := f.in.graph.UniqueKey(f.Table)
	switch {
	case g.Sets:
		return g.Call + " lets only the first execution pass", OK, source.Span{}
	case g.Claims:
		return g.Call + " changes the row in the first execution only", OK, source.Span{}
	case slices.ContainsFunc(all, func(o callgraph.Guard) bool { return o.Locks }):
		return g.Call + " looks for an earlier execution, behind a lock", OK, source.Span{}
	case f.Kind != callgraph.SQL:
		return g.Call + " looks for an earlier execution, but two at the same time both find none", Broken, source.Span{}
	case key != nil && !key.Primary:
		return fmt.Sprintf("%s looks for an earlier execution, and the unique key (%s) of %s refuses one of two at the same time",
			g.Call, strings.Join(key.Columns, ", "), f.Table), OK, key.At
	case declared:
		return fmt.Sprintf("%s looks for an earlier execution, but two at the same time both find none: %s has no unique key beside its primary one", g.Call, f.Table), Broken, source.Span{}
	}
	return g.Call + " looks for an earlier execution; two at the same time both find none unless the table has a unique key, which its DDL would tell", Unknown, source.Span{}
}
