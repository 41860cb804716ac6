package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/conformance"
	"github.com/dubboaudit/dubboaudit/conformance/fixed"
	"github.com/dubboaudit/dubboaudit/conformance/harness"
	"github.com/dubboaudit/dubboaudit/dubbo"
)

// pairs runs cases as they stand and as the fixes leave them. All of a release
// is one file, so that -update wants all cases.
func (o *options) pairs(h *harness.Harness) (bool, error) {
	pairs, err := o.choosePairs(h.Version)
	if err != nil || len(pairs) == 0 {
		return true, err
	}
	records, wrong, err := settled(h, sides(pairs))
	if err != nil {
		return false, err
	}
	run := fixed.NewRun(h.Version.Text, pairs, records)
	broken := run.Broken()
	for _, msg := range broken {
		fmt.Println(msg)
	}
	fmt.Printf("%s: %d fixed cases, %d records, disagreement in %d, %d broken promises\n", h.Version, len(pairs), len(records), len(wrong), len(broken))
	if o.update && o.names == "" {
		if err := run.Write(o.dir); err != nil {
			return false, err
		}
	}
	return len(wrong)+len(broken) == 0, nil
}

func (o *options) choosePairs(v dubbo.Version) ([]*fixed.Pair, error) {
	all, err := fixed.Pairs(v)
	return slices.DeleteFunc(all, func(p *fixed.Pair) bool {
		return o.names != "" && !strings.Contains(","+o.names+",", ","+p.Before.Name+",")
	}), err
}

func sides(pairs []*fixed.Pair) []*conformance.Case {
	var out []*conformance.Case
	for _, p := range pairs {
		out = append(out, p.Before, p.After)
	}
	return out
}
