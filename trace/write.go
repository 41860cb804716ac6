package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/idempotency"
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
	var texts []string
	for _, f := range all[:min(len(all), maxWrites)] {
		texts = append(texts, what(f))
		for _, l := range m.way(f) {
			if !slices.Contains(p.Locations, l) {
				p.Locations = append(p.Locations, l)
			}
		}
	}
	if n := len(all) - maxWrites; n > 0 {
		texts = append(texts, fmt.Sprintf("%d more", n))
	}
	p.Message = strings.Join(distinct(texts), ", ") + ": " + again(all[0])
	m.others(&p, all)
	m.judgeLater(&p, riskOf(all[0].Effect), m.after(all[0]))
	if len(open) > 0 {
		p.Message += "; " + plural(len(open), "call") + " could not be followed"
		m.notFollowed(&p, open)
	}
	return p
}

// notFollowed names some of the calls that were not followed.
func (m *method) notFollowed(p *Place, open []callgraph.Unfollowed) {
	for _, u := range open[:min(len(open), maxOpen)] {
		text := u.Method + " was not followed"
		if m.byDubbo(u.At) {
			text = "the Dubbo call " + u.Method + " was not followed: its implementation is not in the audited files"
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
		text := i.impl.Name + ": no write was found"
		if k := slices.IndexFunc(m.writes(), func(f found) bool { return f.in == i }); k >= 0 {
			f := m.writes()[k]
			text = i.impl.Name + ": " + what(f) + ", " + again(f)
		}
		p.Locations = append(p.Locations, Location{i.impl.At, text})
	}
	p.Message = fmt.Sprintf("of %d implementations %s: %s", len(m.impls), strings.Join(distinct(in), ", "), p.Message)
}

// again tells what a second execution of a write does.
func again(f found) string {
	if f.Caught {
		return "a second execution is refused by a unique key"
	}
	return effectWords[riskOf(f.Effect)]
}

var effectWords = map[risk]string{
	doubles: "a second execution does it again",
	lesser:  "a second execution does it again, which hurts little",
	counts:  "a second execution adds again",
	doubts:  "whether a second execution does it again is not to be seen",
	repeats: "a second execution changes nothing more",
}

// way are the steps to a write, and the write.
func (m *method) way(f found) []Location {
	var out []Location
	for _, s := range f.Path {
		out = append(out, Location{s.At, s.Method})
	}
	if f.At == f.Path[len(f.Path)-1].At {
		out[len(out)-1].Message += ": " + f.Text
		return out
	}
	return append(out, Location{f.At, f.Text})
}

// judgeLater adds what may fail after the write. Where a second execution
// changes nothing more, it only makes up for what failed.
func (m *method) judgeLater(p *Place, of risk, list []later) {
	var fail, open []string
	undone := 0
	for _, l := range list[:min(len(list), maxLater)] {
		text := l.text + " comes after the write"
		switch {
		case l.swallowed:
			text += "; its failure is caught"
		case l.undone:
			text += ", in its transaction: a failure undoes the write"
			undone++
		case l.returned != "":
			text += "; its failure comes back as an answer (" + l.returned + "), of which it is not known what follows"
			open = append(open, l.text)
		case l.unknown:
			text += " and was not followed"
			open = append(open, l.text)
		case l.answered:
			text += ": a failure is answered in the method, with the write stored"
			fail = append(fail, l.text)
		default:
			text += ": a failure leaves the write stored"
			fail = append(fail, l.text)
		}
		p.Locations = append(p.Locations, Location{l.at, text})
	}
	switch {
	case len(fail)+len(open) > 0 && of == repeats:
		p.Message += "; what can fail after it, " + strings.Join(distinct(slices.Concat(fail, open)), ", ") + ", a second execution makes up for"
	case len(fail) > 0:
		p.Status = Broken
		p.Message += "; then " + strings.Join(distinct(fail), ", ") + " can fail, with the write stored and no transaction seen that undoes it: the caller is told of a failure and tries again"
	case len(open) > 0 && m.verdict.Kind != idempotency.Read:
		p.Status = Unknown
		p.Message += "; whether " + strings.Join(distinct(open), ", ") + " can fail after it is not known"
	case undone > 0:
		p.Message += "; what fails after it undoes it, by one transaction"
	default:
		p.Message += "; nothing was seen that can fail after it but the answer on its way"
	}
}

func distinct(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
