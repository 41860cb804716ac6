package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/conformance"
	"github.com/dubboaudit/dubboaudit/conformance/harness"
	"github.com/dubboaudit/dubboaudit/conformance/random"
)

// firstPort is the port of the first case with a provider of its own.
const firstPort = 21000

// differential draws configurations, runs them, and prints each disagreement
// with the smallest configuration that shows it.
func (o *options) differential(h *harness.Harness) (bool, error) {
	configs := random.Draw(o.seed, h.Version, o.references)
	cases, err := turn(configs)
	if err != nil {
		return false, err
	}
	records, wrong, err := settled(h, cases)
	if err != nil {
		return false, err
	}
	fmt.Printf("%s seed %d: %d references, %d records, disagreement in %d cases\n", h.Version, o.seed, o.references, len(records), len(wrong))
	if o.update {
		run := &random.Run{Version: h.Version.Text, Seed: o.seed, Configs: configs, Records: byCase(records)}
		if err := run.Write(o.dir); err != nil {
			return false, err
		}
	}
	if len(wrong) == 0 {
		return true, nil
	}
	return false, o.shrink(h, configs, records)
}

// turn makes cases of configurations.
func turn(configs []*random.Config) ([]*conformance.Case, error) {
	var out []*conformance.Case
	for i, c := range configs {
		k, err := c.Case(firstPort + i)
		if err != nil {
			return nil, err
		}
		out = append(out, k)
	}
	return out, nil
}

func byCase(records []*conformance.Record) map[string][]*conformance.Record {
	out := map[string][]*conformance.Record{}
	for _, r := range records {
		out[r.Case] = append(out[r.Case], r)
	}
	return out
}

// shrink makes configurations with a disagreement smaller for as long as they
// disagree, and prints what is left. All candidates of a round run together.
func (o *options) shrink(h *harness.Harness, configs []*random.Config, records []*conformance.Record) error {
	current := o.alone(h, configs, records)
	candidates := current // at first: does it disagree without the other references?
	for round := 0; len(current) > 0; round++ {
		left, err := disagreeing(h, candidates)
		if err != nil {
			return err
		}
		var next []*random.Config
		candidates = nil
		for _, c := range current {
			i := slices.IndexFunc(left, func(s *random.Config) bool { return strings.HasPrefix(s.Name, c.Name) })
			switch {
			case i >= 0:
				next = append(next, left[i])
				candidates = append(candidates, left[i].Smaller()...)
			case round == 0:
				fmt.Printf("%s: only beside the other references of its case:\n%s\n", h.Version, c)
			default:
				fmt.Printf("%s: smallest disagreement:\n%s\n", h.Version, c)
			}
		}
		current = next
	}
	return nil
}

// alone returns a configuration for the first reference that disagrees of each
// case, up to the number that the flag allows.
func (o *options) alone(h *harness.Harness, configs []*random.Config, records []*conformance.Record) []*random.Config {
	var out []*random.Config
	for i, c := range configs {
		k, err := c.Case(firstPort + i)
		if err != nil || len(out) == o.smallest {
			continue
		}
		if list := differences(h, k, records, io.Discard); len(list) > 0 {
			id, _, _ := strings.Cut(list[0].Reference, "__")
			out = append(out, c.Alone(id))
		}
	}
	return out
}

// disagreeing runs configurations and returns those that disagree.
func disagreeing(h *harness.Harness, configs []*random.Config) ([]*random.Config, error) {
	cases, err := turn(configs)
	if err != nil || len(cases) == 0 {
		return nil, err
	}
	records, err := h.Run(cases)
	if err != nil {
		return nil, err
	}
	var out []*random.Config
	for i, k := range cases {
		if len(differences(h, k, records, io.Discard)) > 0 {
			out = append(out, configs[i])
		}
	}
	return out, nil
}
