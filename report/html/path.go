package html

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/report"
)

const (
	maxPaths = 50     // shown
	maxSteps = 20_000 // of the search for paths
	maxDepth = 12     // calls on a path
)

// path is a chain of calls: the implementation of each one's method makes the
// next one.
type path struct {
	Steps []step `json:"steps"`
	Most  int    `json:"most"` // the product of the executions
}

// step is a call on a path.
type step struct {
	App  int    `json:"app"` // the caller
	What string `json:"what"`
	Runs int    `json:"runs"` // the most executions of one such call
}

// walk looks for paths without a circle.
type walk struct {
	number map[*effective.App]int
	// at are the calls that are made at a place of the sources.
	at    map[source.Span][]*effective.Call
	next  map[*effective.Call][]*effective.Call
	found map[string]path
	steps int
}

// paths returns the chains of calls with the largest products, and whether
// there are more. Only what the implementations themselves call is followed,
// their own methods included; other classes are not.
func paths(m *effective.Model, number map[*effective.App]int) (list []path, cut bool) {
	w := &walk{number, map[source.Span][]*effective.Call{}, map[*effective.Call][]*effective.Call{}, map[string]path{}, 0}
	var all []*effective.Call
	for _, a := range m.Apps {
		for _, r := range a.References {
			for _, c := range r.Calls {
				all = append(all, c)
				for _, at := range c.CalledAt {
					w.at[at] = append(w.at[at], c)
				}
			}
		}
	}
	inner := map[*effective.Call]bool{}
	for _, c := range all {
		w.next[c] = w.follow(c)
		for _, n := range w.next[c] {
			inner[n] = true
		}
	}
	for _, c := range all {
		if !inner[c] && len(w.next[c]) > 0 {
			w.from(nil, c)
		}
	}
	list = []path{}
	for _, p := range w.found {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b path) int {
		return cmp.Or(b.Most-a.Most, cmp.Compare(fmt.Sprint(a.Steps), fmt.Sprint(b.Steps)))
	})
	return list[:min(len(list), maxPaths)], w.steps >= maxSteps || len(list) > maxPaths
}

// follow returns the calls that the providers of a call make to answer it.
func (w *walk) follow(c *effective.Call) []*effective.Call {
	var list []*effective.Call
	for _, s := range c.Ref.Providers {
		for _, at := range sites(s, c.Method) {
			for _, n := range w.at[at] {
				if n.Ref.App == s.App && !slices.Contains(list, n) {
					list = append(list, n)
				}
			}
		}
	}
	return list
}

// sites are the places of the calls in a method of a service's implementation
// and in those of its own methods that it uses.
func sites(s *effective.Service, method string) []source.Span {
	if s.ImplType == nil {
		return nil
	}
	var list []source.Span
	names := []string{method}
	for i := 0; i < len(names); i++ {
		for _, m := range s.ImplType.Methods {
			if m.Name != names[i] {
				continue
			}
			for _, call := range m.Calls {
				list = append(list, call.At)
				if (call.Recv == "" || call.Recv == "this") && !slices.Contains(names, call.Method) {
					names = append(names, call.Method)
				}
			}
		}
	}
	return list
}

// from goes on with a call. A path of several calls that leads no further is
// found, unless all of it runs once.
func (w *walk) from(before []*effective.Call, c *effective.Call) {
	if w.steps++; w.steps > maxSteps {
		return
	}
	way := append(slices.Clone(before), c)
	further := false
	for _, n := range w.next[c] {
		if len(way) < maxDepth && !slices.Contains(way, n) && runs(n) > 0 {
			further = true
			w.from(way, n)
		}
	}
	if further || len(way) < 2 {
		return
	}
	p := path{Most: 1}
	for _, x := range way {
		p.Steps = append(p.Steps, step{w.number[x.Ref.App], report.Clean(x.Ref.Name() + "#" + x.Method), runs(x)})
		p.Most = product(p.Most, max(runs(x), 1))
	}
	if p.Most > 1 {
		w.found[fmt.Sprint(p.Steps)] = p
	}
}

// runs is the most executions of a call, 0 where they are not decided.
func runs(c *effective.Call) int {
	if !c.Executions.Known {
		return 0
	}
	return max(c.Executions.V, c.MaxExecutions)
}

// product multiplies and stays below what JavaScript counts exactly.
func product(a, b int) int {
	const most = 1_000_000_000
	if a > most/max(b, 1) {
		return most
	}
	return a * b
}
