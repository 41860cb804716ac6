package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/audit/revision"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/report"
)

// known holds the flags about findings that are not new.
type known struct {
	baseline, writeBaseline, newFrom string

	reasons *policy.Baseline // the file that will be written over
	tree    *revision.Tree
}

func (k *known) register(cmd *cobra.Command) {
	k.registerOld(cmd)
	f := cmd.Flags()
	f.StringVar(&k.writeBaseline, "write-baseline", "", "write all findings to this file, to be given with --baseline from then on")
}

// registerOld registers the flags that say which findings are old.
func (k *known) registerOld(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&k.baseline, "baseline", "", "a file of known findings, which do not fail")
	f.StringVar(&k.newFrom, "new-from", "", "count only findings that are new since this git revision")
}

// open reads the baseline and the earlier revision.
func (k *known) open(ctx context.Context, in *input, opt *audit.Options) error {
	if k.writeBaseline != "" && k.newFrom != "" {
		return misuse{lang.Errorf("--write-baseline takes all findings, not only those of --new-from: give one of the two")}
	}
	if k.baseline != "" {
		b, err := readBaseline(k.baseline, in.root)
		if err != nil {
			return misuse{lang.Errorf("--baseline: %v", err)}
		}
		opt.Baseline = b
	}
	if k.writeBaseline != "" {
		if err := k.openOld(in.root, opt); err != nil {
			return misuse{lang.Errorf("--write-baseline: %v", err)}
		}
	}
	if k.newFrom != "" {
		if err := k.openRevision(ctx, in, opt); err != nil {
			return misuse{lang.Errorf("--new-from: %v", err)}
		}
	}
	return nil
}

// openOld reads the file that will be written over: its reasons are kept. A
// file that is no baseline is not written over.
func (k *known) openOld(root string, opt *audit.Options) error {
	b, err := readBaseline(k.writeBaseline, root)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	if opt.Baseline == nil || sameFile(k.baseline, k.writeBaseline) {
		opt.Baseline = b // shows which entries lie outside this audit
	}
	k.reasons = b
	return nil
}

func (k *known) openRevision(ctx context.Context, in *input, opt *audit.Options) error {
	tree, err := revision.Open(ctx, in.root, k.newFrom)
	if err != nil {
		return err
	}
	k.tree = tree
	opt.Before = &audit.Before{FS: tree, Name: k.newFrom, Configs: in.configsThen(tree)}
	return nil
}

// configsThen are the config files of an earlier tree; a file given with
// --config is read there if it is one of the tree, else it is today's.
func (in *input) configsThen(tree fs.FS) *policy.Configs {
	if in.config == "" {
		return policy.NewConfigs(tree, knownRule)
	}
	then := &policy.Config{}
	text, err := fs.ReadFile(tree, below(in.root, in.config))
	if err != nil {
		text, err = readBounded(in.config, policy.MaxConfigBytes)
	}
	if err == nil {
		if c, err := policy.ParseConfig(in.config, text, knownRule); err == nil {
			then = c
		}
	}
	return policy.Fixed(then)
}

func (k *known) close() {
	if k.tree != nil {
		k.tree.Close()
	}
}

// settle ends the comparison with the revision, writes the baseline, and tells
// what was done on standard error.
func (k *known) settle(cmd *cobra.Command, r *report.Report) error {
	r.Compared = k.baseline != "" || k.newFrom != ""
	if k.tree != nil {
		if err := k.tree.Err(); err != nil {
			return misuse{lang.Errorf("--new-from %s: %v", k.newFrom, err)}
		}
		for _, name := range k.tree.Missing {
			tell(cmd, "submodule %s was not checked out as in %s: all its findings count as new", name, k.newFrom)
		}
	}
	if k.writeBaseline == "" {
		return nil
	}
	if r.Empty() {
		tell(cmd, "nothing was audited: %s was not written", k.writeBaseline)
		return nil
	}
	b := policy.NewBaseline(r.Findings, k.reasons)
	if err := writeBaseline(k.writeBaseline, b); err != nil {
		return misuse{lang.Errorf("--write-baseline: %v", err)}
	}
	r.Findings = policy.Accept(r.Findings)
	r.Summary.Count(r.Findings, r.Problems)
	wrote := lang.T("wrote %s: %s in %s", k.writeBaseline,
		lang.N(r.Summary.Baselined, "1 finding", "%d findings"), lang.N(b.Len(), "1 entry", "%d entries"))
	if k.reasons != nil {
		wrote = wrote.Then(lang.T(" (%d before)", k.reasons.Len()))
	}
	tell(cmd, "%s", wrote)
	return nil
}

// maxBaselineBytes bounds a baseline; one of a thousand findings has 300 kB.
const maxBaselineBytes = 256 << 20

// readBaseline reads a baseline file; where it lies below the root, its
// entries have places.
func readBaseline(name, root string) (*policy.Baseline, error) {
	text, err := readBounded(name, maxBaselineBytes)
	if err != nil {
		return nil, err
	}
	b, err := policy.ReadBaseline(below(root, name), text)
	if err != nil {
		return nil, lang.Errorf("%s: %v", name, err)
	}
	return b, nil
}

// writeBaseline writes a file beside the one of that name and puts it in its
// place, so that a baseline is never half written.
func writeBaseline(name string, b *policy.Baseline) (err error) {
	if full, err := filepath.EvalSymlinks(name); err == nil {
		name = full
	}
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	err = errors.Join(b.Write(f), f.Chmod(0o644), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// below is a file's path relative to the root, "" where it is not below it.
func below(root, name string) string {
	full, err := real(name)
	if err != nil || !within(root, full) {
		return ""
	}
	rel, err := filepath.Rel(root, full)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(rel)
}

// sameFile reports whether two names stand for one file, which need not exist.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	if errX == nil && errY == nil {
		return os.SameFile(x, y)
	}
	if filepath.Base(a) != filepath.Base(b) {
		return false
	}
	x, errX = os.Stat(filepath.Dir(a))
	y, errY = os.Stat(filepath.Dir(b))
	return errX == nil && errY == nil && os.SameFile(x, y)
}
