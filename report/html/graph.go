package html

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/effective"
)

// graph says which application calls which.
type graph struct {
	Edges []edge `json:"edges"`
	// Paths are chains of calls with the product of the executions on them,
	// the largest first.
	Paths   []path `json:"paths"`
	Cut     bool   `json:"cut"` // there are more paths
	Picture string `json:"picture"`
}

// edge is application From calling To; To is -1 where the provider is not in
// the audited files.
type edge struct {
	From    int `json:"from"`
	To      int `json:"to"`
	Refs    int `json:"refs"`
	Methods int `json:"methods"`
	// Runs is the most executions of one of the calls, background repeats
	// included; 0 where none is decided.
	Runs int `json:"runs"`
	// Open counts calls whose executions are not decided.
	Open int `json:"open"`
}

func (b *builder) graph(m *effective.Model, number map[*effective.App]int, labels []string) graph {
	g := graph{Edges: edges(m, number)}
	g.Paths, g.Cut = paths(m, number)
	g.Picture = newLayout(labels, b.say(words["outside"]), g.Edges).draw()
	return g
}

// edges gathers the calls between each two applications.
func edges(m *effective.Model, number map[*effective.App]int) []edge {
	list := []edge{}
	at := map[[2]int]int{}
	for from, a := range m.Apps {
		for _, ref := range a.References {
			for _, to := range providers(ref, number) {
				key := [2]int{from, to}
				i, ok := at[key]
				if !ok {
					i = len(list)
					at[key] = i
					list = append(list, edge{From: from, To: to})
				}
				list[i].count(ref)
			}
		}
	}
	return list
}

// providers are the applications that export what a reference uses, each once.
func providers(r *effective.Reference, number map[*effective.App]int) []int {
	var list []int
	for _, s := range r.Providers {
		if n, ok := number[s.App]; ok && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	if len(list) == 0 {
		return []int{none}
	}
	return list
}

func (e *edge) count(r *effective.Reference) {
	e.Refs++
	e.Methods += len(r.Calls)
	for _, c := range r.Calls {
		if c.Executions.Known {
			e.Runs = max(e.Runs, c.Executions.V, c.MaxExecutions)
		} else {
			e.Open++
		}
	}
}
