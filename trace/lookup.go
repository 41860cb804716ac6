package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/retrylayer"
)

// lookup tells what the server does about a second execution before it writes.
// Three things are told apart: the lookup of an earlier one, the comparison of
// the input, and the return of the earlier result. A lookup after which the
// method goes on is no protection.
func (m *method) lookup() Place {
	p := m.lookups()
	m.saved = p.Status
	return p
}

func (m *method) lookups() Place {
	all := m.real()
	switch {
	case len(m.results()) == 0:
		return Place{Status: Unknown, Message: "what the implementation does before it writes is not in the audited files"}
	case m.onlyReads():
		return Place{Status: OK, Message: "nothing is written, so nothing needs to be looked up"}
	case len(all) == 0:
		return Place{Status: Unknown, Message: "no write was found, so what would keep a second one away is not known"}
	case riskOf(all[0].Effect) == repeats:
		return ownProtection(all)
	}
	var worst *Place
	m.kept = true
	for _, f := range all[:min(len(all), maxWrites)] {
		p := m.protection(f)
		if worst == nil || severity[p.Status] > severity[worst.Status] {
			worst = &p
		}
	}
	return *worst
}

// ownProtection is the lookup of statements that repeat without harm.
func ownProtection(all []found) Place {
	p := Place{Status: OK}
	var texts []string
	for _, f := range all[:min(len(all), maxWrites)] {
		text := f.Text + " has the same result a second time"
		switch {
		case f.Guard != "":
			text = what(f) + ": its condition on " + f.Guard + " is false for a second execution"
		case f.Replaces:
			text = f.Text + " replaces the rows that were deleted before it"
		}
		texts = append(texts, text)
		p.Locations = append(p.Locations, Location{f.At, text})
	}
	p.Message = "no lookup is needed: " + strings.Join(distinct(texts), "; ")
	return p
}

// what names an effect without its condition: "UPDATE of orders".
func what(f found) string {
	text, _, _ := strings.Cut(f.Text, " where ")
	return text
}

// protection tells what keeps a second execution away from one write.
func (m *method) protection(f found) Place {
	guards := f.in.graph.Guards(f.Effect)
	if f.Caught {
		return m.caught(f)
	}
	if i := slices.IndexFunc(guards, func(g callgraph.Guard) bool { return g.Protects() }); i >= 0 {
		return m.guarded(f, &guards[i], guards)
	}
	m.kept = false
	p := Place{Status: Missing, Message: "nothing looks for an earlier execution before " + f.Text}
	for i := range guards {
		g := &guards[i]
		p.Status = Broken
		if g.Locks {
			p.Message = g.Call + " keeps two executions apart in time and lets the second one write as well: no protection"
			p.Locations = append(p.Locations, Location{g.At, "a lock, which ends with the execution"})
			continue
		}
		p.Message = g.Call + " looks for an earlier execution, but the method goes on to " + f.Text + " where it found one: no protection"
		p.Locations = append(p.Locations, Location{g.At, "a lookup without early return"})
	}
	p.Locations = append(p.Locations, Location{f.At, f.Text})
	if p.Status == Missing {
		m.otherwise(&p, f)
	}
	return p
}

// otherwise looks for what may keep a second write away where the code shows no
// lookup.
func (m *method) otherwise(p *Place, f found) {
	key, declared := f.in.graph.UniqueKey(f.Table)
	participant := m.participant()
	switch {
	case participant != nil && participant.Fenced:
		p.Status, p.Message = OK, "the fence of "+participant.Name+" drops a second execution"
		p.Locations = append(p.Locations, Location{participant.At, participant.Name})
	case strings.HasPrefix(m.verdict.Guard, "@"):
		p.Status, p.Message = Unknown, m.verdict.Guard+" claims to drop repeated calls; the aspect behind it, which is not followed, decides it"
	case compiled(f.Effect):
		p.Status, p.Message = Unknown, "what comes before "+f.Text+" stands in a class file, which keeps no conditions; its source would tell"
	case riskOf(f.Effect) == doubts:
		p.Status = Unknown
		p.Message += "; whether it does it twice is not to be seen here"
	case f.Does == decl.EffectInsert && declared && key != nil && !key.Primary:
		p.Message += fmt.Sprintf("; the unique key (%s) of %s refuses a second row with an error, and nothing returns the earlier result", strings.Join(key.Columns, ", "), f.Table)
		p.Locations = append(p.Locations, Location{key.At, "the unique key"})
	}
}

// participant is the annotation by which the method takes part in a distributed
// transaction, on the interface or on an implementation; nil for none.
func (m *method) participant() *retrylayer.Transaction {
	if types, iface := m.declared(); types != nil {
		methods, _ := types.Methods(iface)
		for _, d := range methods {
			if t := retrylayer.TransactionOf(d.Type, d.Method); d.Name == m.name && t != nil {
				return t
			}
		}
	}
	for _, i := range m.impls {
		for _, d := range i.methods {
			if t := retrylayer.TransactionOf(i.impl, d); t != nil {
				return t
			}
		}
	}
	return nil
}

func compiled(e *callgraph.Effect) bool {
	return slices.ContainsFunc(e.Path, func(s callgraph.Step) bool { return s.At.Valid() && strings.HasSuffix(s.At.File.Path, ".class") })
}
