package report

import (
	"fmt"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
)

// node is a line of a tree.
type node struct {
	text  string
	below []*node
}

func (n *node) add(text string) *node {
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
		root.add("fails: " + failureText(r.Fails, versionOf(r)))
	}
	root.addFacts(c.facts)
	for _, g := range c.groups {
		var names []string
		for _, call := range g.calls {
			names = append(names, call.Method)
		}
		branch := root.add(strings.Join(names, ", "))
		if g.fails != "" {
			branch.add("fails: " + g.fails)
		}
		branch.addFacts(g.facts)
		if g.effect != "" {
			branch.add(g.effect)
		}
	}
	for _, doubt := range doubts(r) {
		root.add("not sure: " + doubt)
	}
	e.branches("  ", root)
}

func (n *node) addFacts(facts []fact) {
	for _, f := range facts {
		branch := n.add(f.name + " " + f.text)
		branch.add("← " + f.winner())
		for _, l := range f.shadowed {
			branch.add("× " + f.loser(l))
		}
	}
}

func (e *explainWriter) branches(stem string, n *node) {
	for i, child := range n.below {
		branch, below := "├─ ", "│  "
		if i == len(n.below)-1 {
			branch, below = "└─ ", "   "
		}
		fmt.Fprintf(e.w, "%s%s%s\n", stem, branch, clean(child.text))
		e.branches(stem+below, child)
	}
}
