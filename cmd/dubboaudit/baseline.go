package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/lang"
)

func newBaseline() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "baseline",
		Short: "Look after a file of known findings",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newPrune())
	return cmd
}

func newPrune() *cobra.Command {
	var in input
	cmd := &cobra.Command{
		Use:   "prune FILE [PATH...]",
		Short: "Remove from a baseline what is not found any more",
		Long: `prune audits the trees and removes from FILE the entries that stand for nothing
any more (DA903). Entries of files outside the paths, and of files that could
not be understood, stay; so do the reasons.`,
		Args: atLeast(1),
	}
	in.register(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		fsys, opt, err := in.options(cmd, args[1:])
		if err != nil {
			return err
		}
		if opt.Baseline, err = readBaseline(args[0], in.root); err != nil {
			return misuse{err}
		}
		r, err := audit.Run(cmd.Context(), fsys, opt)
		if err != nil {
			return misuse{err}
		}
		if r.Empty() {
			tell(cmd, "nothing was audited: %s stays as it is", args[0])
			return exit(policy.Incomplete)
		}
		pruned, gone := opt.Baseline.Pruned()
		if gone > 0 {
			if err := writeBaseline(args[0], pruned); err != nil {
				return misuse{err}
			}
		}
		fmt.Fprintln(cmd.OutOrStdout(), lang.N(gone, "%s: 1 entry removed, %d left", "%[2]s: %[1]d entries removed, %[3]d left", args[0], pruned.Len()).In(reader(cmd)))
		return nil
	}
	return cmd
}
