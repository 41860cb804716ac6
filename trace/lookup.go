package trace

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/lang"
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
		return Place{Status: Unknown, Message: lang.T("what the implementation does before it writes is not in the audited files")}
	case m.onlyReads():
		return Place{Status: OK, Message: lang.T("nothing is written, so nothing needs to be looked up")}
	case len(all) == 0:
		return Place{Status: Unknown, Message: lang.T("no write was found, so what would keep a second one away is not known")}
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
	var texts []lang.Text
	for _, f := range all[:min(len(all), maxWrites)] {
		text := lang.T("%s has the same result a second time", f.Text)
		switch {
		case f.Guard != "":
			text = lang.T("%s: its condition on %s is false for a second execution", f.What(), f.Guard)
		case f.Replaces:
			text = lang.T("%s replaces the rows that were deleted before it", f.Text)
		}
		texts = append(texts, text)
		p.Locations = append(p.Locations, Location{f.At, text})
	}
	p.Message = lang.T("no lookup is needed: %s", clauses(texts))
	return p
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
	p := Place{Status: Missing, Message: lang.T("nothing looks for an earlier execution before %s", f.Text)}
	for i := range guards {
		g := &guards[i]
		p.Status = Broken
		if g.Locks {
			p.Message = lang.T("%s keeps two executions apart in time and lets the second one write as well: no protection", g.Call)
			p.at(g.At, "a lock, which ends with the execution")
			continue
		}
		p.Message = lang.T("%s looks for an earlier execution, but the method goes on to %s where it found one: no protection", g.Call, f.Text)
		p.at(g.At, "a lookup without early return")
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
		p.Status, p.Message = OK, lang.T("the fence of %s drops a second execution", participant.Name)
		p.Locations = append(p.Locations, Location{participant.At, lang.Verbatim(participant.Name)})
	case m.verdict.Annotated:
		p.Status, p.Message = Unknown, lang.T("%s claims to drop repeated calls; the aspect behind it, which is not followed, decides it", m.verdict.Guard)
	case compiled(f.Effect):
		p.Status, p.Message = Unknown, lang.T("what comes before %s stands in a class file, which keeps no conditions; its source would tell", f.Text)
	case riskOf(f.Effect) == doubts:
		p.Status = Unknown
		p.says("whether it does it twice is not to be seen here")
	case f.Does == decl.EffectInsert && declared && key != nil && !key.Primary:
		p.says("the unique key (%s) of %s refuses a second row with an error, and nothing returns the earlier result", columns(key), f.Table)
		p.at(key.At, "the unique key")
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
