package html

import (
	"cmp"
	"slices"

	"github.com/dubboaudit/dubboaudit/effective"
)

const (
	maxPaths = 50     // shown
	maxSteps = 20_000 // of the search for paths
	maxDepth = 12     // calls on a path
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

type path struct {
	Apps []int `json:"apps"`
	Runs []int `json:"runs"` // of each call on the path
	Most int   `json:"most"` // their product
}

func newGraph(m *effective.Model, number map[*effective.App]int) graph {
	g := graph{Edges: edges(m, number), Paths: []path{}}
	w := walk{out: map[int][]*edge{}}
	for i := range g.Edges {
		e := &g.Edges[i]
		w.out[e.From] = append(w.out[e.From], e)
	}
	for i := range m.Apps {
		w.from(path{Apps: []int{i}, Most: 1})
	}
	slices.SortStableFunc(w.found, func(a, b path) int {
		return cmp.Or(b.Most-a.Most, len(b.Runs)-len(a.Runs), slices.Compare(a.Apps, b.Apps))
	})
	g.Cut = w.steps >= maxSteps || len(w.found) > maxPaths
	g.Paths = append(g.Paths, w.found[:min(len(w.found), maxPaths)]...)
	g.Picture = newLayout(m, g.Edges).draw()
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

// walk looks for paths without a circle.
type walk struct {
	out   map[int][]*edge
	found []path
	steps int
}

// from follows the calls of a path's last application. A path of several calls
// that leads no further is found.
func (w *walk) from(p path) {
	last := p.Apps[len(p.Apps)-1]
	further := false
	for _, e := range w.out[last] {
		if e.Runs == 0 || slices.Contains(p.Apps, e.To) || len(p.Runs) >= maxDepth {
			continue
		}
		if w.steps++; w.steps > maxSteps {
			return
		}
		further = true
		w.from(path{Apps: append(slices.Clone(p.Apps), e.To), Runs: append(slices.Clone(p.Runs), e.Runs), Most: product(p.Most, e.Runs)})
	}
	if !further && len(p.Runs) > 1 {
		w.found = append(w.found, p)
	}
}

// product multiplies and stays below what a reader and JavaScript can use.
func product(a, b int) int {
	const most = 1_000_000_000
	if a > most/max(b, 1) {
		return most
	}
	return a * b
}
