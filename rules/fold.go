package rules

import (
	"fmt"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// alike holds the findings of an application that say the same of several
// places, by application and sentence.
type alike map[string]*group

type group struct {
	first        *draft
	says, advice lang.Text
	places       int
}

// fold keeps the first finding of its like and drops the one reported last,
// if that is another. The one that is kept remembers the other. A finding says
// what is wrong, and then its advice. The numbers tell the groups of an
// application apart, whatever the words.
func (p *Pass) fold(like alike, d *draft, says, advice lang.Text, numbers ...any) *draft {
	key := fmt.Sprintf("%p %s", d.app, says)
	g := like[key]
	if g == nil {
		d.Common = fmt.Sprintf("%s\x00%v", d.app.Name, numbers)
		like[key] = &group{d, says, advice, 1}
		return d
	}
	p.found = p.found[:len(p.found)-1]
	g.places++
	g.first.Same = append(g.first.Same, d.Finding)
	return g.first
}

// tell turns the first finding into one about its application where there are
// more.
func (g *group) tell() {
	if g.places == 1 {
		return
	}
	d := g.first
	own := *d.Finding
	own.Same, own.Common = nil, ""
	d.Same = append([]*finding.Finding{&own}, d.Same...)
	d.ref, d.call, d.Subject = nil, nil, ""
	d.Message = lang.T("%s, here and in %s. %s", g.says, lang.N(g.places-1, "1 more place", "%d more places"), g.advice)
}
