package main

import (
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/fix"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/report"
)

// fixing holds the flags of fix.
type fixing struct {
	in    input
	known known

	write, interactive bool
	target             string
	rules              []string
}

func newFix() *cobra.Command {
	var x fixing
	cmd := &cobra.Command{
		Use:   "fix [PATH...]",
		Short: "Show the safe fixes of the findings as a diff, or write them",
		Long: `fix audits the trees and shows, as a unified diff on standard output, the fixes
that are safe: those that change the audited effect and nothing else. --write
makes them; only the bytes of the edits change. --interactive asks about each
one, also about fixes that change more than the audited setting, and writes
those that were taken.

Exit codes: 0 there is nothing to fix, or everything was written; 1 fixes are
left; 2 wrong use; 3 the audit is incomplete or a file could not be written.`,
		Args: cobra.ArbitraryArgs,
		RunE: x.run,
	}
	x.in.register(cmd)
	x.known.registerOld(cmd)
	f := cmd.Flags()
	f.BoolVar(&x.write, "write", false, "write the fixes into the files")
	f.BoolVar(&x.interactive, "interactive", false, "ask about each fix, and write those that are taken")
	f.StringVar(&x.target, "target-version", "", "fix what an upgrade to this Dubbo version would change, too (rule DA415)")
	f.StringArrayVar(&x.rules, "rule", nil, "fix only findings of this rule (repeatable)")
	ids := make([]string, 0, len(audit.Infos()))
	for _, r := range audit.Infos() {
		ids = append(ids, r.ID)
	}
	complete(cmd, "rule", ids)
	return cmd
}

func (x *fixing) run(cmd *cobra.Command, args []string) error {
	for _, id := range x.rules {
		if !knownRule(id) {
			return misuse{lang.Errorf("--rule: no rule is named %q", id)}
		}
	}
	fsys, opt, err := x.in.options(cmd, args)
	if err != nil {
		return err
	}
	if opt.Stdin != nil {
		return misuse{lang.Errorf("fix edits files: - cannot be edited")}
	}
	if x.target != "" {
		if opt.Target, err = parseVersion(cmd, "--target-version", x.target); err != nil {
			return err
		}
	}
	if err := x.known.open(cmd.Context(), &x.in, &opt); err != nil {
		return err
	}
	defer x.known.close()
	r, err := audit.Run(cmd.Context(), fsys, opt)
	if err != nil {
		return misuse{err}
	}
	if err := x.known.settle(cmd, r); err != nil {
		return err
	}
	left, err := x.fix(cmd, r)
	switch {
	case err != nil:
		return err
	case left:
		return exit(policy.Found)
	case r.Incomplete():
		tellProblems(cmd, r)
		return exit(policy.Incomplete)
	}
	return nil
}

// fix shows or makes the fixes and reports whether some are left.
func (x *fixing) fix(cmd *cobra.Command, r *report.Report) (bool, error) {
	tree, err := fix.OpenTree(x.in.root)
	if err != nil {
		return false, err
	}
	defer tree.Close()
	changes, declined := fix.Select(r.Findings, x.rules, x.interactive), 0
	if x.interactive {
		all := len(changes)
		if changes, err = ask(cmd, changes); err != nil {
			return false, err
		}
		declined = all - len(changes)
	}
	plan := fix.NewPlan(changes, tree.Check)
	for _, no := range plan.Refused {
		tell(cmd, "not fixed: %s: %s: %s", no.Place(), no.Title, no.Reason)
	}
	left := declined > 0 || len(plan.Refused) > 0
	if len(plan.Changes) == 0 && !left {
		tell(cmd, "%s", x.nothing(r))
		return false, nil
	}
	if !x.write && !x.interactive {
		return left || len(plan.Patches) > 0, x.show(cmd, tree, plan)
	}
	if err := tree.Write(plan.Patches); err != nil {
		return false, err
	}
	x.sum(cmd, plan, true)
	return left, nil
}

// show prints the diff: the bytes on disk for other programs, the text for a
// terminal.
func (x *fixing) show(cmd *cobra.Command, tree *fix.Tree, plan *fix.Plan) error {
	out := cmd.OutOrStdout()
	f, ok := out.(*os.File)
	terminal := ok && isatty.IsTerminal(f.Fd())
	for _, p := range plan.Patches {
		raw, err := tree.Read(p)
		if err != nil {
			return lang.Errorf("%s: %v", p.File.Path, err)
		}
		diff, err := p.Diff(raw)
		if terminal && err == nil {
			diff, err = p.TextDiff()
			diff = visible(diff)
		}
		if err != nil {
			return lang.Errorf("%s: %v", p.File.Path, err)
		}
		if !p.Appliable() {
			tell(cmd, "%s is in %s: its diff shows the text and cannot be applied by other programs; --write can", p.File.Path, p.File.Encoding)
		}
		if _, err := io.WriteString(out, diff); err != nil {
			return err
		}
	}
	x.sum(cmd, plan, false)
	return nil
}

// nothing says why there is nothing to fix.
func (x *fixing) nothing(r *report.Report) lang.Text {
	n, rules := fix.Count(r.Findings, x.rules), lang.Names(x.rules)
	var found lang.Text
	switch {
	case n == 0 && rules.IsZero():
		found = lang.T("there are no findings")
	case n == 0:
		found = lang.T("there are no findings of %s", rules)
	case rules.IsZero():
		found = lang.N(n, "there is 1 finding, and it has none", "there are %d findings, and none has one")
	default:
		found = lang.N(n, "there is 1 finding of %s, and it has none", "there are %d findings of %s, and none has one", rules)
	}
	if x.interactive {
		return lang.T("no fix to make: %s", found)
	}
	return lang.T("no safe fix to make: %s", found)
}

// sum tells what was fixed, or could be.
func (x *fixing) sum(cmd *cobra.Command, plan *fix.Plan, made bool) {
	if len(plan.Changes) == 0 {
		return
	}
	findings := 0
	for _, c := range plan.Changes {
		findings += len(c.Findings)
	}
	fixes, files := lang.N(len(plan.Changes), "1 fix", "%d fixes"), lang.N(len(plan.Patches), "1 file", "%d files")
	ended := lang.N(findings, "1 finding", "%d findings")
	if made {
		tell(cmd, "%s in %s for %s made", fixes, files, ended)
	} else {
		tell(cmd, "%s in %s for %s to make; --write makes them", fixes, files, ended)
	}
}

func tellProblems(cmd *cobra.Command, r *report.Report) {
	tell(cmd, "the audit is incomplete:")
	for _, p := range r.Problems {
		if !p.Minor {
			fmt.Fprintf(cmd.ErrOrStderr(), "  %s\n", p.In(reader(cmd)))
		}
	}
}
