// Command dubboaudit audits deployments of Apache Dubbo: it works out what
// Dubbo really does with every (reference, method) of a repository and reports
// what will hurt.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/lang"
)

// An audit is short and its garbage small: collecting it less often saves a
// fifth of the time, and most trees end before the first collection. The soft
// limit keeps a huge tree from growing with it.
const (
	gcPercent   = 400
	gcStart     = 128 << 20 // bytes of heap at the first collection
	memoryLimit = 512 << 20 // bytes
)

func collectLess() {
	const heapAtHundred = 4 << 20 // the heap at the first collection is in proportion
	debug.SetGCPercent(100 * gcStart / heapAtHundred)
	debug.SetMemoryLimit(memoryLimit)
	runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, gcPercent)
}

func main() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		collectLess()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// exit is the error that carries an exit code without a message of its own.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// misuse is wrong use: a flag, a rule id, a config file.
type misuse struct{ error }

// In says it in a language.
func (m misuse) In(l lang.Language) string { return l.Of(m.error) }

// run is the whole program, with its streams, and returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	root := newRoot()
	l := chosen(args)
	translateAll(root, l)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	started := false // before a command's own code runs, an error is one of the command line
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if err := noEmptyFlag(cmd); err != nil {
			return err
		}
		if f := cmd.Flag("lang"); f.Changed {
			if _, err := lang.Parse(f.Value.String()); err != nil {
				return misuse{lang.Errorf("--lang: %v", err)}
			}
		}
		started = true
		return nil
	}
	err := root.ExecuteContext(ctx)
	var code exit
	switch {
	case err == nil:
		return policy.Passed
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintf(errs, "dubboaudit: %s\n", l.Of(err))
	var m misuse
	if errors.As(err, &m) || !started {
		return policy.Misused
	}
	return policy.Incomplete
}

// noEmptyFlag refuses a text flag that is given with nothing, as a script does
// whose variable is empty: the audit would silently be another one.
func noEmptyFlag(cmd *cobra.Command) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.Value.String() == "" {
			err = misuse{lang.Errorf("--%s is given without a value", f.Name)}
		}
	})
	return err
}

func newRoot() *cobra.Command {
	root := newAudit(&cobra.Command{
		Use:   "dubboaudit [PATH...]",
		Short: "Audit deployments of Apache Dubbo: what runs twice, what is silently ignored",
		Long: `dubboaudit reads a repository (Dubbo and Spring XML, properties, YAML, Java,
builds), works out for every (reference, method) what Dubbo really does in its
version - retries, timeout, cluster, check, and where each value came from -
and reports what will hurt.

Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 wrong use,
3 the audit is incomplete or there was nothing to audit.`,
	})
	root.PersistentFlags().String("lang", "", "language of messages and reports: en, zh, ja (default: that of LC_ALL or LANG)")
	complete(root, "lang", []string{"en", "zh", "ja"})
	root.SetFlagErrorFunc(flagError)
	root.SilenceUsage = true
	root.SilenceErrors = true
	audit := newAudit(&cobra.Command{Use: "audit [PATH...]", Short: "Audit trees or single files (the default command)"})
	root.AddCommand(audit, newMan(), newBaseline(), newConfig(), newInit(), newExplain(), newFix(), newLSP(), newSimulate(), newTrace(), newRules(), newUpgrade(), newVersion())
	return root
}
