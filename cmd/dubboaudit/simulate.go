package main

import (
	"context"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/report"
	"github.com/dubboaudit/dubboaudit/simulate"
)

// simulation is one run of the command.
type simulation struct {
	in    input
	out   output
	flags callFlags
	// reference and method name a call of the audited files.
	reference, method, target string
	ascii                     bool

	columns  []simulate.Column
	problems *report.Report
}

func newSimulate() *cobra.Command {
	s := &simulation{}
	cmd := &cobra.Command{
		Use:   "simulate [PATH...]",
		Short: "Show one call as a timeline: attempts, executions, rows stored, what the caller sees",
		Long: `Computes one call over time. Without PATH, --reference and --method the flags
say what is configured, and Dubbo's defaults hold for the rest. With them, the
settings of that call come from the audited files, flags overrule them, and
what other settings would do stands beside it.

--latency draws many calls: how many rows are stored twice, how many callers
see an error although their row is stored, how the retries load the providers.`,
		Example: `  dubboaudit simulate --service-time 5s --timeout 1s --retries 2
  dubboaudit simulate --service-time 100ms --lose-response 1 --retries 1 --key per-intent --dedupe on
  dubboaudit simulate . --reference com.acme.OrderService --method createOrder --service-time 1100ms
  dubboaudit simulate --latency 'p50=120 p99=900 max=5000' --format text --format svg=load.svg`,
		Args: cobra.ArbitraryArgs,
	}
	formats := s.formats()
	s.in.register(cmd)
	s.out.register(cmd, formats)
	s.flags.register(cmd)
	f := cmd.Flags()
	f.StringVar(&s.reference, "reference", "", "a reference of the files, by id or interface (application/NAME where several have it)")
	f.StringVar(&s.method, "method", "", "a method of the reference")
	f.StringVar(&s.target, "target-version", simulate.NewestMeasured, "the other Dubbo version to compare with")
	f.BoolVar(&s.ascii, "ascii", false, "draw text with ASCII characters only")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return s.run(cmd, args, formats) }
	return cmd
}

func (s *simulation) formats() []report.Format {
	return []report.Format{
		{Name: "text", Help: "timelines for the terminal", Write: func(w io.Writer, r *report.Report) error {
			return simulate.WriteText(w, s.columns, simulate.TextOptions{Color: r.Options.Color, ASCII: s.ascii, Lang: r.Options.Lang})
		}},
		{Name: "json", Help: "everything, for scripts (schemaVersion 1.0)", Write: func(w io.Writer, r *report.Report) error {
			return simulate.WriteJSON(w, s.columns, r.Options.Lang)
		}},
		{Name: "svg", Help: "a picture", Write: func(w io.Writer, r *report.Report) error {
			return simulate.WriteSVG(w, s.columns, r.Options.Lang)
		}},
	}
}

func (s *simulation) run(cmd *cobra.Command, args []string, formats []report.Format) error {
	load, err := s.flags.load()
	if err != nil {
		return err
	}
	sinks, err := s.out.open(cmd, formats)
	if err != nil {
		return err
	}
	if err := s.in.apart(sinks, args, apartFrom{"--latency", s.flags.latency}); err != nil {
		return err
	}
	// The files are read only when they are asked for.
	if len(args) > 0 || s.reference != "" || s.method != "" {
		err = s.audited(cmd, args, load)
	} else {
		err = s.given(cmd, load)
	}
	if err != nil {
		return err
	}
	if err := simulate.Evaluate(cmd.Context(), s.columns, load); err != nil {
		return misuse{err}
	}
	if err := s.out.write(sinks, &report.Report{}); err != nil {
		return err
	}
	return s.complete(cmd)
}

// given is the call that the flags describe.
func (s *simulation) given(cmd *cobra.Command, load *simulate.Load) error {
	v, err := s.in.version(cmd, simulate.NewestMeasured)
	if err != nil {
		return err
	}
	sc := simulate.Default(v)
	if err := s.flags.apply(cmd, &sc, load); err != nil {
		return err
	}
	s.columns = []simulate.Column{{Name: simulate.AsConfigured, Scenario: sc}}
	return nil
}

// audited is a call of the files, with what other settings would do.
func (s *simulation) audited(cmd *cobra.Command, args []string, load *simulate.Load) error {
	fsys, opt, err := s.in.options(cmd, args)
	if err != nil {
		return err
	}
	if opt.Target, err = parseVersion(cmd, "--target-version", s.target); err != nil {
		return err
	}
	opt.Cost = s.out.printer(cmd)
	l, err := s.read(cmd.Context(), fsys, opt)
	if err != nil {
		return err
	}
	call, err := simulate.Find(l.Model, s.reference, s.method)
	if err != nil {
		return misuse{err}
	}
	sc, open := simulate.FromCall(call)
	for _, u := range open {
		if !cmd.Flags().Changed(u.Setting) {
			return misuse{lang.Errorf("%s of %s is not decided from the files (%s): pass --%s", u.Setting, sc.Subject, u.Why, u.Setting)}
		}
	}
	if err := s.flags.apply(cmd, &sc, load); err != nil {
		return err
	}
	verdict := l.Verdict(call).Kind
	sc.Idempotent = verdict == "read" || verdict == "idempotent"
	s.columns = simulate.WhatIf(sc, call)
	return s.otherVersion(cmd, l, opt.Target, load)
}

func (s *simulation) read(ctx context.Context, fsys fs.FS, opt audit.Options) (*audit.Loaded, error) {
	l, err := audit.Load(ctx, fsys, opt)
	if err != nil {
		return nil, misuse{err}
	}
	s.problems = &report.Report{Problems: l.Problems}
	return l, l.Empty()
}

// otherVersion adds the same call as another Dubbo version would make it.
func (s *simulation) otherVersion(cmd *cobra.Command, l *audit.Loaded, v dubbo.Version, load *simulate.Load) error {
	first := &s.columns[0].Scenario
	if first.Version.Compare(v) == 0 {
		return nil
	}
	call, err := simulate.Find(l.Model.Target, s.reference, s.method)
	if err != nil {
		return nil // the other version does not make this reference
	}
	sc, open := simulate.FromCall(call)
	for _, u := range open {
		if !cmd.Flags().Changed(u.Setting) {
			return nil // nothing certain can be drawn
		}
	}
	if err := s.flags.apply(cmd, &sc, load); err != nil {
		return err
	}
	sc.Version, sc.Service = v, first.Service
	s.columns = append(s.columns, simulate.Column{Name: lang.Verbatim("Dubbo " + v.Text), Scenario: sc})
	return nil
}

// complete says what of the files could not be read, on standard error.
func (s *simulation) complete(cmd *cobra.Command) error {
	if s.problems == nil || !s.problems.Incomplete() {
		return nil
	}
	for _, p := range s.problems.Problems {
		if !p.Minor {
			tell(cmd, "%s", p)
		}
	}
	return exit(policy.Incomplete)
}
