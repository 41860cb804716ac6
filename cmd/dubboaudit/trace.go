package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/report"
)

func newTrace() *cobra.Command {
	var in input
	var out output
	cmd := &cobra.Command{
		Use:   "trace INTERFACE[#METHOD] [PATH...]",
		Short: "Walk one write through the code: entry, key, write, lookup, limit of attempts",
		Long: `Walks the five places of a repeated write and says of each whether it does its
part (ok, broken, missing, unknown), with the places in the files:

  1 entry   who starts the write, and which attempts belong to one intent
  2 key     where the key of the intent is made, and what it travels through
  3 write   what is written, and what can still fail after it
  4 lookup  the lookup of an earlier execution, the comparison of the input, the
            return of the earlier result; one without early return is none
  5 limit   how often the write may run, and what becomes of the last error

INTERFACE is a qualified name or a simple one. Without a method all methods of
the interface are traced that are not known to read.`,
		Example: `  dubboaudit trace com.acme.OrderService#createOrder
  dubboaudit trace OrderService#createOrder . --format json
  dubboaudit trace OrderService . --format text --format svg=orders.svg`,
		Args: atLeast(1),
	}
	in.register(cmd)
	out.register(cmd, report.TraceFormats)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		fsys, opt, err := in.options(cmd, args[1:])
		if err != nil {
			return err
		}
		sinks, err := out.open(cmd, report.TraceFormats)
		if err != nil {
			return err
		}
		if err := in.apart(sinks, args[1:]); err != nil {
			return err
		}
		opt.Cost = out.printer(cmd)
		r, err := audit.Trace(cmd.Context(), fsys, opt, args[0])
		switch {
		case errors.Is(err, audit.ErrEmpty):
			return err // the audit is incomplete
		case err != nil:
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
