package report

import (
	"fmt"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// card is a reference made ready for people: what each setting means here and
// where its value comes from. Methods that are alike stand together.
type card struct {
	ref    *effective.Reference
	facts  []fact
	groups []*cardGroup
}

// cardGroup is what several methods of a reference have in common.
type cardGroup struct {
	calls []*effective.Call
	facts []fact
	// effect is what a call comes to, fails why it cannot work.
	effect, fails lang.Text
}

// fact is a setting with what it means.
type fact struct {
	setting
	meaning lang.Text
}

func newCard(r *effective.Reference) *card {
	c := &card{ref: r, facts: referenceFacts(r)}
	alike := map[string]*cardGroup{}
	for _, call := range r.Calls {
		g := newCardGroup(call)
		key := g.key()
		if alike[key] == nil {
			alike[key] = g
			c.groups = append(c.groups, g)
		}
		alike[key].calls = append(alike[key].calls, call)
	}
	return c
}

func newCardGroup(c *effective.Call) *cardGroup {
	g := &cardGroup{effect: effectText(c)}
	if c.Fails != nil && c.Fails != c.Ref.Fails {
		g.fails = failureText(c.Fails, versionOf(c.Ref))
	}
	for _, s := range chained(c) {
		g.facts = append(g.facts, fact{s, meaning(c, s.name)})
	}
	return g
}

// key is all that is shown of the group but the names of its methods.
func (g *cardGroup) key() string {
	var b strings.Builder
	for _, f := range g.facts {
		fmt.Fprintln(&b, originText(f.setting), f.meaning)
	}
	fmt.Fprintln(&b, g.effect, g.fails)
	return b.String()
}

// referenceFacts are the settings of the reference itself.
func referenceFacts(r *effective.Reference) []fact {
	facts := []fact{{checkOf(r), checkMeaning(r)}}
	for _, s := range []fact{
		{show(r, "lazy", r.Lazy, parseFlag, truth), lazyMeaning(r)},
		{show(r, "init", r.Init, parseFlag, truth), initMeaning(r)},
	} {
		if s.written() {
			facts = append(facts, s)
		}
	}
	return facts
}

// effectText says what a call comes to when every attempt times out.
func effectText(c *effective.Call) lang.Text {
	switch {
	case c.Fails != nil:
		return lang.Text{}
	case !c.Executions.Known:
		return lang.T("not decided: %s", c.Executions.Unknown)
	}
	runs := lang.N(c.Executions.V, "1 execution", "%d executions")
	sees := lang.T("; the caller sees %s", c.CallerSees)
	if local(c) || c.Executions.V == 0 {
		return runs.Then(sees)
	}
	if n := c.MaxExecutions - c.Executions.V; n > 0 {
		runs = runs.Then(lang.T(" and %d more in the background", n))
	}
	if c.WorstCase > 0 {
		runs = runs.Then(lang.T(", up to %s", seconds(c.WorstCase)))
	}
	return lang.T("when every attempt times out: %s", runs.Then(sees))
}
