package trace

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
)

// The most that is told of one place.
const (
	maxWrites = 5
	maxLater  = 5
	maxOpen   = 3
)

// write tells what is written in the end, and what can still fail after it.
func (m *method) write() Place {
	if p, ok := m.noImplementation(); ok {
		return p
	}
	all, open := m.real(), m.unknown()
	p := Place{Status: OK}
	if len(all) == 0 {
		return m.noWrite()
	}
	var texts []lang.Text
	for _, f := range all[:min(len(all), maxWrites)] {
		texts = append(texts, f.What())
		p.once(m.way(f)...)
	}
	if n := len(all) - maxWrites; n > 0 {
		texts = append(texts, lang.T("%d more", n))
	}
	p.says("%s: %s", distinct(texts), again(all[0]))
	m.others(&p, all)
	m.judgeLater(&p, riskOf(all[0].Effect), m.after(all[0]))
	if len(open) > 0 {
		p.adds(lang.N(len(open), "1 call could not be followed", "%d calls could not be followed"))
		m.notFollowed(&p, open)
	}
	return p
}

// notFollowed names some of the calls that were not followed.
func (m *method) notFollowed(p *Place, open []callgraph.Unfollowed) {
	for _, u := range open[:min(len(open), maxOpen)] {
		text := lang.T("%s was not followed", u.Method)
		if m.byDubbo(u.At) {
			text = lang.T("the Dubbo call %s was not followed: its implementation is not in the audited files", u.Method)
		}
		if !slices.ContainsFunc(p.Locations, func(l Location) bool { return l.At == u.At }) {
			p.Locations = append(p.Locations, Location{u.At, text})
		}
	}
}

// others tells of the implementations in which nothing of the kind happens.
func (m *method) others(p *Place, told []found) {
	if len(m.impls) < 2 {
		return
	}
	var in []string
	for _, i := range m.impls {
		if slices.ContainsFunc(told, func(f found) bool { return f.in == i }) {
			in = append(in, i.impl.Name)
			continue
		}
		text := lang.T("%s: no write was found", i.impl.Name)
		if k := slices.IndexFunc(m.writes(), func(f found) bool { return f.in == i }); k >= 0 {
			f := m.writes()[k]
			text = lang.T("%s: %s, %s", i.impl.Name, f.What(), again(f))
		}
		p.Locations = append(p.Locations, Location{i.impl.At, text})
	}
	p.Message = lang.T("of %d implementations %s: %s", len(m.impls), names(in), p.Message)
}

// again tells what a second execution of a write does.
func again(f found) lang.Text {
	if f.Caught {
		return lang.T("a second execution is refused by a unique key")
	}
	return effectWords[riskOf(f.Effect)]
}

var effectWords = map[risk]lang.Text{
	doubles: lang.T("a second execution does it again"),
	lesser:  lang.T("a second execution does it again, which hurts little"),
	counts:  lang.T("a second execution adds again"),
	doubts:  lang.T("whether a second execution does it again is not to be seen"),
	repeats: lang.T("a second execution changes nothing more"),
}

// way are the steps to a write, and the write.
func (m *method) way(f found) []Location {
	var out []Location
	for _, s := range f.Path {
		out = append(out, Location{s.At, lang.Verbatim(s.Method)})
	}
	if f.At == f.Path[len(f.Path)-1].At {
		last := &out[len(out)-1]
		last.Message = lang.T("%s: %s", last.Message, f.Text)
		return out
	}
	return append(out, Location{f.At, f.Text})
}

// judgeLater adds what may fail after the write. Where a second execution
// changes nothing more, it only makes up for what failed.
func (m *method) judgeLater(p *Place, of risk, list []later) {
	var fail, open []lang.Text
	undone := 0
	for _, l := range list[:min(len(list), maxLater)] {
		switch {
		case l.swallowed:
			p.at(l.at, "%s comes after the write; its failure is caught", l.text)
		case l.undone:
			p.at(l.at, "%s comes after the write, in its transaction: a failure undoes the write", l.text)
			undone++
		case l.returned != "":
			p.at(l.at, "%s comes after the write; its failure comes back as an answer (%s), of which it is not known what follows", l.text, l.returned)
			open = append(open, l.text)
		case l.unknown:
			p.at(l.at, "%s comes after the write and was not followed", l.text)
			open = append(open, l.text)
		case l.answered:
			p.at(l.at, "%s comes after the write: a failure is answered in the method, with the write stored", l.text)
			fail = append(fail, l.text)
		default:
			p.at(l.at, "%s comes after the write: a failure leaves the write stored", l.text)
			fail = append(fail, l.text)
		}
	}
	switch {
	case len(fail)+len(open) > 0 && of == repeats:
		p.says("what can fail after it, %s, a second execution makes up for", distinct(slices.Concat(fail, open)))
	case len(fail) > 0:
		p.Status = Broken
		p.says("then %s can fail, with the write stored and no transaction seen that undoes it: the caller is told of a failure and tries again", distinct(fail))
	case len(open) > 0 && m.verdict.Kind != idempotency.Read:
		p.Status = Unknown
		p.says("whether %s can fail after it is not known", distinct(open))
	case undone > 0:
		p.says("what fails after it undoes it, by one transaction")
	default:
		p.says("nothing was seen that can fail after it but the answer on its way")
	}
}
