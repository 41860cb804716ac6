// Package fixed holds what real Dubbo releases did with configurations before
// and after the auditor's own fixes, and the test that these keep their word.
package fixed

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/conformance"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/fix"
)

//go:embed cases/*.txtar
var texts embed.FS

// borrowed are cases of package conformance on which rules offer safe fixes;
// there every method is a write.
var borrowed = []string{"annotation", "annotation-method", "boot-consumers", "boot-props", "cluster", "method", "props-consumer-element",
	"props-reference-interface", "provider-side", "retries"}

// Pair is a case and what the fixes make of it for one release.
type Pair struct {
	Before, After *conformance.Case
	// Diff is what the fixes changed, as `dubboaudit fix` shows it; "" where
	// none was offered.
	Diff string
}

// prefix is what the name of a fixed case begins with.
const prefix = "fixed-"

// rounds is how often fixes are asked for: those that touched the same place
// come in the next one.
const rounds = 3

// Pairs returns the cases that a release can run and that have a safe fix
// there.
func Pairs(v dubbo.Version) ([]*Pair, error) {
	all, err := cases()
	if err != nil {
		return nil, err
	}
	var out []*Pair
	for _, c := range all {
		if !c.AppliesTo(v) {
			continue
		}
		p, err := fixed(c, v)
		if err != nil {
			return nil, fmt.Errorf("%s on %s: %w", c.Name, v, err)
		}
		if p.Diff != "" {
			out = append(out, p)
		}
	}
	return out, nil
}

// cases are those of this folder and the borrowed ones.
func cases() ([]*conformance.Case, error) {
	names, err := fs.Glob(texts, "cases/*.txtar")
	if err != nil {
		return nil, err
	}
	var out []*conformance.Case
	for _, name := range names {
		text, err := texts.ReadFile(name)
		if err != nil {
			return nil, err
		}
		c, err := conformance.ParseCase(strings.TrimSuffix(path.Base(name), ".txtar"), text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, c)
	}
	all, err := conformance.Cases()
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(c *conformance.Case) bool { return !slices.Contains(borrowed, c.Name) })
	return append(out, all...), nil
}

// fixed makes the safe fixes of a case, as `dubboaudit fix --write` does.
func fixed(c *conformance.Case, v dubbo.Version) (*Pair, error) {
	was := c.Files(v)
	p, now := &Pair{Before: c.With(c.Name, was)}, c
	for range rounds {
		plan, err := planOf(now, v)
		if err != nil {
			return nil, err
		}
		if len(plan.Patches) == 0 {
			break
		}
		files := now.Files(v)
		for _, patch := range plan.Patches {
			raw, own := files[patch.File.Path]
			if !own {
				return nil, fmt.Errorf("%s is no file of the case", patch.File.Path)
			}
			text, err := patch.Apply([]byte(raw))
			if err != nil {
				return nil, err
			}
			diff, err := patch.Diff([]byte(raw))
			if err != nil {
				return nil, err
			}
			files[patch.File.Path] = string(text)
			p.Diff += diff
		}
		now = now.With(prefix+c.Name, files)
	}
	p.After = now
	return p, nil
}

// planOf audits a case and plans its safe fixes.
func planOf(c *conformance.Case, v dubbo.Version) (*fix.Plan, error) {
	tree, opt, err := options(c, v)
	if err != nil {
		return nil, err
	}
	r, err := audit.Run(context.Background(), tree, opt)
	if err != nil {
		return nil, err
	}
	return fix.NewPlan(fix.Select(r.Findings, nil, false), nil), nil
}

// writes is the config of a case that has none.
const writes = "methods:\n  write: [\"*\"]\n"

func options(c *conformance.Case, v dubbo.Version) (fstest.MapFS, audit.Options, error) {
	tree, deployment, err := c.Tree(v)
	if err != nil {
		return nil, audit.Options{}, err
	}
	if tree[policy.ConfigName] == nil {
		tree[policy.ConfigName] = &fstest.MapFile{Data: []byte(writes)}
	}
	configs := policy.NewConfigs(tree, func(string) bool { return true })
	return tree, audit.Options{Deployment: deployment, Configs: configs}, nil
}
