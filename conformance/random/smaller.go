package random

import (
	"fmt"
	"slices"
)

// Alone returns the configuration with one of its references only, and those
// that share its service; what is left besides belongs to the application.
func (c *Config) Alone(id string) *Config {
	out := &Config{Name: c.Name + id, Form: c.Form}
	var others []string
	for _, r := range c.Refs {
		if r.ID == id || r.ID == c.value(Reference, id, sameAs) || c.value(Reference, r.ID, sameAs) == id {
			out.Refs = append(out.Refs, r)
		} else {
			others = append(others, r.ID)
		}
	}
	out.Choices = slices.DeleteFunc(slices.Clone(c.Choices), func(x Choice) bool { return slices.Contains(others, x.Of) })
	return out
}

// Smaller returns configurations with something less, the smallest first: all
// choices of a place, one choice, or one called method. Each has a name of its
// own that begins with the name of c.
func (c *Config) Smaller() []*Config {
	var out []*Config
	var places []Place
	for i, x := range c.Choices {
		if !slices.Contains(places, x.Place) {
			places = append(places, x.Place)
			out = append(out, c.without(func(y Choice) bool { return y.Place == x.Place }))
		}
		out = append(out, &Config{Form: c.Form, Refs: c.Refs, Choices: slices.Delete(slices.Clone(c.Choices), i, i+1)})
	}
	for i, r := range c.Refs {
		for j := range r.Methods {
			if len(r.Methods) > 1 {
				refs := slices.Clone(c.Refs)
				refs[i].Methods = slices.Delete(slices.Clone(r.Methods), j, j+1)
				out = append(out, &Config{Form: c.Form, Refs: refs, Choices: c.Choices})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *Config) int { return len(a.Choices) - len(b.Choices) })
	for i, s := range out {
		s.Name = fmt.Sprintf("%sd%d", c.Name, i)
	}
	return out
}

func (c *Config) without(drop func(Choice) bool) *Config {
	return &Config{Form: c.Form, Refs: c.Refs, Choices: slices.DeleteFunc(slices.Clone(c.Choices), drop)}
}
