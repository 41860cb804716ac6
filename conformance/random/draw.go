package random

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/dubboaudit/dubboaudit/dubbo"
)

// perCase is how many references a configuration has.
const perCase = 10

// Draw draws configurations with n references in all. The same seed and
// release give the same ones.
func Draw(seed uint64, v dubbo.Version, n int) []*Config {
	d := &drawing{Rand: rand.New(rand.NewPCG(seed, 415)), v: v}
	// A JVM option or variable needs a JVM of its own: few sets are drawn, and
	// several cases share each.
	deployments := [][]Choice{nil, nil, nil, d.deployment(Sysprop), d.deployment(Sysprop), d.deployment(Environment)}
	var out []*Config
	for i := 0; i*perCase < n; i++ {
		c := d.config(fmt.Sprintf("s%dx%d", seed, i), min(perCase, n-i*perCase))
		c.Choices = append(c.Choices, deployments[d.IntN(len(deployments))]...)
		out = append(out, c)
	}
	return out
}

// drawing is a source of choices for one release.
type drawing struct {
	*rand.Rand
	v dubbo.Version
}

// one returns true once in n times.
func (d *drawing) one(n int) bool { return d.IntN(n) == 0 }

func (d *drawing) config(name string, refs int) *Config {
	c := &Config{Name: name, Form: d.form()}
	for i := range refs {
		methods := []string{"slow"}
		if d.one(5) {
			methods = append(methods, "fire")
		}
		c.Refs = append(c.Refs, Ref{fmt.Sprintf("r%d", i+1), methods})
	}
	provider := d.one(3)
	for i, r := range c.Refs {
		d.add(c, r.ID, ofReference, d.some(4))
		if provider {
			d.add(c, r.ID, ofService, d.some(3))
		}
		if i > 0 && d.one(12) && d.apart() {
			c.Choices = append(c.Choices, Choice{Reference, r.ID, sameAs, c.Refs[i-1].ID})
		}
	}
	d.exclude(c)
	d.application(c)
	return c
}

// form draws a form that the release has.
func (d *drawing) form() Form {
	forms := []Form{XML, XML, XML, Annotation, API}
	if d.v.AtLeast("2.6.2") {
		forms = append(forms, Boot, Boot)
	}
	if d.v.AtLeast("2.7.0") {
		forms = append(forms, Java)
	}
	return forms[d.IntN(len(forms))]
}

// apart reports whether references to one service keep their settings: the
// releases that mix them (dubbo.MixedReferences, dubbo.MixedTimeouts) do so in
// no fixed order, which no record can hold.
func (d *drawing) apart() bool { return d.v.Before("3.0.0") || d.v.AtLeast("3.1.0") }

// application draws what belongs to the whole consumer.
func (d *drawing) application(c *Config) {
	d.add(c, "-", ofApplication, d.some(3))
	for _, id := range c.consumers() {
		if id != "-" {
			c.Choices = append(c.Choices, Choice{Consumer, id, "default", "false"})
			d.add(c, id, ofNamed, 1+d.IntN(2))
		}
	}
	if d.one(2) {
		d.properties(c, Properties)
	}
	if c.Form == XML && d.v.AtLeast("2.7.3") && d.one(6) {
		d.properties(c, Center)
	}
	if c.Form == Boot {
		d.properties(c, YAML)
		if d.one(3) {
			d.properties(c, Profile)
		}
	}
}

// properties draws one to three keys for a place that holds properties.
func (d *drawing) properties(c *Config, p Place) {
	d.add(c, "-", at(p, keys), 1+d.IntN(3))
}

// deployment draws what stands on a command line or in the environment.
func (d *drawing) deployment(p Place) []Choice {
	c := &Config{Form: XML}
	if p == Environment {
		d.add(c, "-", variables, 1+d.IntN(2))
	} else {
		d.properties(c, p)
	}
	return c.Choices
}

// at gives options a place.
func at(p Place, list []option) []option {
	out := slices.Clone(list)
	for i := range out {
		out[i].place = p
	}
	return out
}

// some draws a number below n, small ones more often.
func (d *drawing) some(n int) int { return min(d.IntN(n), d.IntN(n)+1) }

// add draws n choices for an owner from the options that the form and the
// release have. No key is drawn twice at one place.
func (d *drawing) add(c *Config, of string, list []option, n int) {
	list = slices.DeleteFunc(slices.Clone(list), func(o option) bool {
		return o.forms != nil && !slices.Contains(o.forms, c.Form) || !o.versions.Contains(d.v)
	})
	if len(list) == 0 {
		return
	}
	for range n {
		o := d.pick(list)
		owner := of
		switch o.place {
		case Provider, ProviderProperties:
			owner = "-"
		}
		if c.value(o.place, owner, o.key) == "" {
			c.Choices = append(c.Choices, Choice{o.place, owner, o.key, o.values[d.IntN(len(o.values))]})
		}
	}
}

func (d *drawing) pick(list []option) option {
	total := 0
	for _, o := range list {
		total += o.weight
	}
	i := d.IntN(total)
	for _, o := range list {
		if i -= o.weight; i < 0 {
			return o
		}
	}
	panic("unreachable")
}

// exclude drops what cannot stand together: a reference is nested in one
// consumer or names one, and a direct url leads to the first service of the
// standard provider.
func (d *drawing) exclude(c *Config) {
	own := c.ownProvider()
	c.Choices = slices.DeleteFunc(c.Choices, func(x Choice) bool {
		switch {
		case x.Place != Reference:
			return false
		case x.Key == "consumer":
			return c.value(Reference, x.Of, nestedIn) != ""
		case x.Key == "url": // the other service may have another path
			return own || c.value(Reference, x.Of, sameAs) != ""
		}
		return false
	})
}
