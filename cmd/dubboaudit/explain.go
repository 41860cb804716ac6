package main

import (
	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/report"
)

func newExplain() *cobra.Command {
	var in input
	var out output
	cmd := &cobra.Command{
		Use:   "explain [PATH...]",
		Short: "Show the effective settings of every (reference, method) and where each came from",
		Args:  cobra.ArbitraryArgs,
	}
	in.register(cmd)
	out.register(cmd, report.ExplainFormats)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		fsys, opt, err := in.options(cmd, args)
		if err != nil {
			return err
		}
		sinks, err := out.open(cmd, report.ExplainFormats)
		if err != nil {
			return err
		}
		opt.Cost = out.printer(cmd)
		r, err := audit.Explain(cmd.Context(), fsys, opt)
		if err != nil {
			return misuse{err}
		}
		r.Version = version()
		if err := out.write(sinks, r); err != nil {
			return err
		}
		if r.Incomplete() {
			return exit(policy.Incomplete)
		}
		return nil
	}
	return cmd
}
