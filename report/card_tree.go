package report

import (
	"fmt"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// node is a line of a tree.
type node struct {
	text  lang.Text
	below []*node
}

func (n *node) add(text lang.Text) *node {
	child := &node{text: text}
	n.below = append(n.below, child)
	return child
}

// tree writes a reference with its settings as branches: below each what made
// the value, and what lost.
func (e *explainWriter) tree(r *effective.Reference) {
	e.title(r)
	root, c := &node{}, newCard(r)
	if r.Fails != nil {
		root.add(lang.T("fails: %s", failureText(r.Fails, versionOf(r))))
	}
	root.addFacts(c.facts)
	for _, g := range c.groups {
		var names []string
		for _, call := range g.calls {
			names = append(names, call.Method)
		}
		branch := root.add(lang.Names(names))
		if !g.fails.IsZero() {
			branch.add(lang.T("fails: %s", g.fails))
		}
		branch.addFacts(g.facts)
		if !g.effect.IsZero() {
			branch.add(g.effect)
		}
	}
	for _, doubt := range doubts(r) {
		root.add(lang.T("not sure: %s", doubt))
	}
	e.branches("  ", root)
}

func (n *node) addFacts(facts []fact) {
	for _, f := range facts {
		branch := n.add(lang.T("%s %s", f.name, f.text))
		branch.add(lang.T("← %s", f.winner()))
		for _, l := range f.shadowed {
			branch.add(lang.T("× %s", f.loser(l)))
		}
	}
}

func (e *explainWriter) branches(stem string, n *node) {
	for i, child := range n.below {
		branch, below := "├─ ", "│  "
		if i == len(n.below)-1 {
			branch, below = "└─ ", "   "
		}
		fmt.Fprintf(e.w, "%s%s%s\n", stem, branch, e.in(child.text))
		e.branches(stem+below, child)
	}
}
