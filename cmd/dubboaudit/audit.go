package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/fatih/color"
	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/report"
	"github.com/dubboaudit/dubboaudit/report/html"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// output holds the flags about what is written.
type output struct {
	formats []string
	color   string
	cost    bool
}

func (o *output) register(cmd *cobra.Command, formats []report.Format) {
	names := named(formats)
	f := cmd.Flags()
	f.StringArrayVar(&o.formats, "format", nil, "output format: %s; NAME=FILE writes a file (repeatable; default text)")
	usageNames(cmd, "format", names)
	f.StringVar(&o.color, "color", "auto", "colours: auto, always, never (NO_COLOR counts too)")
	f.BoolVar(&o.cost, "explain-cost", false, "say on standard error where the time went")
	complete(cmd, "format", names)
	complete(cmd, "color", []string{"auto", "always", "never"})
}

func named(formats []report.Format) []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name
	}
	return names
}

// complete tells the shell the values of a flag.
func complete(cmd *cobra.Command, flag string, values []string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// formats are those of an audit.
var formats = append(slices.Clone(report.Formats), html.Format)

// auditing holds the flags of an audit.
type auditing struct {
	in    input
	out   output
	known known

	failOn, minSeverity, minConfidence, target string
	strict, quiet, showSuppressed              bool
}

// newAudit makes a command audit.
func newAudit(cmd *cobra.Command) *cobra.Command {
	var a auditing
	cmd.Args, cmd.RunE = cobra.ArbitraryArgs, a.run
	a.register(cmd)
	return cmd
}

func (a *auditing) register(cmd *cobra.Command) {
	a.in.register(cmd)
	a.out.register(cmd, formats)
	a.known.register(cmd)
	f := cmd.Flags()
	f.StringVar(&a.failOn, "fail-on", "", "exit with 1 from this severity on: error, warning, note, never (default warning)")
	f.StringVar(&a.minSeverity, "min-severity", "note", "show findings from this severity on (never changes what fails)")
	f.StringVar(&a.minConfidence, "min-confidence", "low", "show findings from this confidence on (never changes what fails)")
	severities, confidences := []string{"error", "warning", "note"}, []string{"high", "medium", "low"}
	complete(cmd, "fail-on", append(severities, "never"))
	complete(cmd, "min-severity", severities)
	complete(cmd, "min-confidence", confidences)
	f.StringVar(&a.target, "target-version", "", "compare with this Dubbo version: what would an upgrade change")
	f.BoolVar(&a.strict, "strict", false, "let findings of low confidence fail, and undecided values make the audit incomplete")
	f.BoolVar(&a.quiet, "quiet", false, "one line a finding, nothing when there is none")
	f.BoolVar(&a.showSuppressed, "show-suppressed", false, "show findings that are suppressed, in the baseline or older, in every format that can mark them")
}

func (a *auditing) run(cmd *cobra.Command, args []string) error {
	fsys, opt, err := a.in.options(cmd, args)
	if err != nil {
		return err
	}
	gate, err := newGate(a.failOn, opt.Configs, a.strict)
	if err != nil {
		return err
	}
	show, err := newFilter(a.minSeverity, a.minConfidence, a.showSuppressed)
	if err != nil {
		return err
	}
	sinks, err := a.out.open(cmd, formats)
	if err != nil {
		return err
	}
	if err := a.in.apart(sinks, args, apartFrom{"--write-baseline", a.known.writeBaseline}, apartFrom{"--baseline", a.known.baseline}); err != nil {
		return err
	}
	if a.target != "" {
		if opt.Target, err = parseVersion(cmd, "--target-version", a.target); err != nil {
			return err
		}
	}
	if err := a.known.open(cmd.Context(), &a.in, &opt); err != nil {
		return err
	}
	defer a.known.close()
	opt.Cost = a.out.printer(cmd)
	r, err := find(cmd.Context(), fsys, opt, sinks)
	if err != nil {
		return misuse{err}
	}
	if err := a.known.settle(cmd, r); err != nil {
		return err
	}
	code := gate.Code(r.Findings, r.Incomplete())
	r.Version = version()
	r.Findings = slices.DeleteFunc(r.Findings, show.hides)
	r.Options = report.Options{Quiet: a.quiet, ShowSuppressed: a.showSuppressed, Fails: gate.Fails}
	if err := a.out.write(sinks, r); err != nil {
		return err
	}
	if code != policy.Passed {
		return exit(code)
	}
	return nil
}

// apartFrom is a file that the run reads or writes, and what names it.
type apartFrom struct{ by, file string }

// apart refuses a report that would be written over another file of the run:
// one of the files given, the config, or a file that is audited by its name.
func (in *input) apart(sinks []sink, args []string, others ...apartFrom) error {
	others = append(others, apartFrom{"--config", in.config})
	for _, arg := range args {
		if info, err := os.Stat(arg); err == nil && info.Mode().IsRegular() {
			others = append(others, apartFrom{"PATH", arg})
		}
	}
	for _, s := range sinks {
		for _, other := range others {
			if s.file != "" && other.file != "" && sameFile(s.file, other.file) {
				return misuse{lang.Errorf("--format %s=%s: %s names the same file", s.format.Name, s.file, other.by)}
			}
		}
	}
	return nil
}

// find audits. The model is kept only for the format that shows it.
func find(ctx context.Context, fsys fs.FS, opt audit.Options, sinks []sink) (*report.Report, error) {
	if !slices.ContainsFunc(sinks, func(s sink) bool { return s.format.Name == html.Format.Name }) {
		return audit.Run(ctx, fsys, opt)
	}
	w, err := audit.Open(ctx, fsys, opt)
	if err != nil {
		return nil, err
	}
	return w.Audit(ctx)
}

// newGate reads the threshold: the flag's, else that of the config files, else
// warning.
func newGate(flag string, configs *policy.Configs, strict bool) (policy.Gate, error) {
	g := policy.Gate{Strict: strict}
	switch flag {
	case "":
		g.FailOn, g.Configs = finding.Warning, configs
	case "never":
	default:
		s, err := finding.ParseSeverity(flag)
		if err != nil {
			return g, misuse{lang.Errorf("--fail-on: %v, or never", err)}
		}
		g.FailOn = s
	}
	return g, nil
}

// filter says what is shown.
type filter struct {
	severity   finding.Severity
	confidence finding.Confidence
	suppressed bool
}

func newFilter(severity, confidence string, suppressed bool) (filter, error) {
	s, err := finding.ParseSeverity(severity)
	if err != nil {
		return filter{}, misuse{lang.Errorf("--min-severity: %v", err)}
	}
	c, err := finding.ParseConfidence(confidence)
	if err != nil {
		return filter{}, misuse{lang.Errorf("--min-confidence: %v", err)}
	}
	return filter{s, c, suppressed}, nil
}

func (f filter) hides(x *finding.Finding) bool {
	return x.Severity < f.severity || x.Confidence < f.confidence || x.Suppressed != nil && !f.suppressed
}

// sink is one format with where it goes.
type sink struct {
	format *report.Format
	file   string // "" is standard output
	w      io.Writer
	color  bool
	lang   lang.Language
}

// open checks the formats before the work begins; files are made at the end.
func (o *output) open(cmd *cobra.Command, formats []report.Format) ([]sink, error) {
	want := o.formats
	if len(want) == 0 {
		want = []string{"text"}
	}
	var out []sink
	standard := 0
	for _, w := range want {
		name, file, toFile := strings.Cut(w, "=")
		f := report.Named(formats, name)
		if f == nil {
			return nil, oneOf("format", name, named(formats))
		}
		if toFile && file == "" {
			return nil, misuse{lang.Errorf("--format %q: a file name is expected behind =", w)}
		}
		s := sink{format: f, file: file, w: cmd.OutOrStdout(), lang: reader(cmd)}
		if slices.ContainsFunc(out, func(o sink) bool { return file != "" && o.file != "" && sameFile(o.file, file) }) {
			return nil, misuse{lang.Errorf("--format: two formats go to the file %s", file)}
		}
		if file == "" {
			if standard++; standard > 1 {
				return nil, misuse{lang.Errorf("--format: only one format can go to standard output; write %s=FILE", name)}
			}
			color, err := o.wantsColor(cmd.OutOrStdout())
			if err != nil {
				return nil, err
			}
			s.color = color
		}
		out = append(out, s)
	}
	return out, nil
}

func (o *output) wantsColor(w io.Writer) (bool, error) {
	switch o.color {
	case "always":
		color.NoColor = false
		return true, nil
	case "never":
		return false, nil
	case "auto":
		f, ok := w.(*os.File)
		return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("NO_COLOR") == "", nil
	}
	return false, misuse{lang.Errorf("--color %q: auto, always or never", o.color)}
}

func (o *output) write(sinks []sink, r *report.Report) error {
	for _, s := range sinks {
		r.Options.Color, r.Options.Lang = s.color, s.lang
		if s.file == "" {
			if err := s.format.Write(s.w, r); err != nil {
				return lang.Errorf("writing %s: %v", s.format.Name, err)
			}
			continue
		}
		f, err := os.Create(s.file)
		if err != nil {
			return misuse{lang.Errorf("--format: %v", err)}
		}
		err = s.format.Write(f, r)
		if e := f.Close(); err == nil {
			err = e
		}
		if err != nil {
			return lang.Errorf("writing %s: %v", s.file, err)
		}
	}
	return nil
}

// printer says on standard error where the time goes, when asked.
func (o *output) printer(cmd *cobra.Command) func(lang.Text, time.Duration) {
	if !o.cost {
		return nil
	}
	return func(stage lang.Text, took time.Duration) {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s %8.1f ms\n", lang.PadRight(stage.In(reader(cmd)), 14), float64(took.Microseconds())/1000)
	}
}
