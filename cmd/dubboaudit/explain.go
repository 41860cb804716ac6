package main

import (
	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/report"
	"github.com/dubboaudit/dubboaudit/simulate"
)

// explaining holds the flags of explain.
type explaining struct {
	in  input
	out output
	// tree, table and json stand for --format.
	tree, table, json bool
	why               string
	// reference and method choose what is shown.
	reference, method string
}

func newExplain() *cobra.Command {
	x := &explaining{}
	cmd := &cobra.Command{
		Use:   "explain [PATH...]",
		Short: "Show the effective settings of every (reference, method), what they mean and where each came from",
		Long: `Shows the effective settings of every (reference, method): what each means in
the version in use, where its value came from, and what it beat.

--why shows for one setting every place that this version looks at, in its
order, what stands there, which value wins and why the others lose.`,
		Example: `  dubboaudit explain --reference com.acme.OrderService
  dubboaudit explain --reference com.acme.OrderService --method createOrder --why retries
  dubboaudit explain --table services/order-web`,
		Args: cobra.ArbitraryArgs,
		RunE: x.run,
	}
	x.in.register(cmd)
	x.out.register(cmd, report.ExplainFormats)
	f := cmd.Flags()
	f.BoolVar(&x.tree, "tree", false, "the same as --format tree")
	f.BoolVar(&x.table, "table", false, "the same as --format table")
	f.BoolVar(&x.json, "json", false, "the same as --format json")
	f.StringVar(&x.why, "why", "", "show where one setting is looked for: %s")
	usageNames(cmd, "why", report.ContestSettings)
	f.StringVar(&x.reference, "reference", "", "show only this reference, by id or interface (application/NAME for one application's)")
	f.StringVar(&x.method, "method", "", "show only this method")
	forms := []string{"why", "format", "tree", "table", "json"}
	cmd.MarkFlagsMutuallyExclusive(forms...)
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return exclusive(cmd, forms) }
	complete(cmd, "why", report.ContestSettings)
	return cmd
}

func (x *explaining) run(cmd *cobra.Command, args []string) error {
	for name, on := range map[string]bool{"tree": x.tree, "table": x.table, "json": x.json} {
		if on {
			x.out.formats = []string{name}
		}
	}
	if x.why != "" {
		if err := oneOf("why", x.why, report.ContestSettings); err != nil {
			return err
		}
	}
	fsys, opt, err := x.in.options(cmd, args)
	if err != nil {
		return err
	}
	sinks, err := x.out.open(cmd, report.ExplainFormats)
	if err != nil {
		return err
	}
	if err := x.in.apart(sinks, args); err != nil {
		return err
	}
	opt.Cost = x.out.printer(cmd)
	r, err := audit.Explain(cmd.Context(), fsys, opt)
	if err != nil {
		return misuse{err}
	}
	r.Version = version()
	if x.why != "" {
		r.Explain.Ask(x.why)
	}
	if (x.reference != "" || x.method != "") && !r.Empty() {
		if r.Explain.Model, err = simulate.Select(r.Explain.Model, x.reference, x.method); err != nil {
			return misuse{err}
		}
	}
	if err := x.out.write(sinks, r); err != nil {
		return err
	}
	if r.Incomplete() {
		return exit(policy.Incomplete)
	}
	return nil
}
