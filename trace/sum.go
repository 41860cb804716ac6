package trace

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

// severity orders statuses: of several methods the worst one speaks.
var severity = map[Status]int{OK: 0, Unknown: 1, Missing: 2, Broken: 3}

func worse(a, b Status) Status {
	if severity[b] > severity[a] {
		return b
	}
	return a
}

// sum makes one trace of those of several methods.
func sum(iface string, methods []*Trace) *Trace {
	t := &Trace{Subject: iface, Methods: methods}
	for i, name := range order {
		p := Place{Number: i + 1, Name: name, Status: OK}
		counts := map[Status]int{}
		for _, m := range methods {
			of := m.Places[i]
			counts[of.Status]++
			p.Status = worse(p.Status, of.Status)
			for _, l := range of.Locations {
				_, method, _ := strings.Cut(m.Subject, "#")
				p.Locations = append(p.Locations, Location{l.At, lang.T("%s: %s", method, l.Message)})
			}
		}
		p.Message = tally(counts, len(methods))
		t.Places = append(t.Places, p)
	}
	return t
}

// tally writes "of 3 methods 2 broken, 1 unknown".
func tally(counts map[Status]int, n int) lang.Text {
	var parts []lang.Text
	for _, s := range []Status{Broken, Missing, Unknown, OK} {
		if counts[s] > 0 {
			parts = append(parts, lang.T("%d %s", counts[s], s.Text()))
		}
	}
	return lang.T("of %d methods %s", n, parts)
}
