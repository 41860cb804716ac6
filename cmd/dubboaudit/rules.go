package main

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/report"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

func newRules() *cobra.Command {
	return &cobra.Command{
		Use:   "rules [ID]",
		Short: "List the rules, or show one with its reason, versions, example and fix",
		Args:  atMost(1),
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var ids []cobra.Completion
			for _, info := range audit.Infos() {
				ids = append(ids, cobra.CompletionWithDesc(info.ID, info.In(reader(cmd)).Summary))
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return showRule(cmd, args[0])
			}
			return listRules(cmd)
		},
	}
}

func listRules(cmd *cobra.Command) error {
	l := reader(cmd)
	severities, names := 0, 0
	for _, r := range audit.Infos() {
		severities, names = max(severities, lang.Columns(r.Severity.Text().In(l))), max(names, len(r.Name))
	}
	for _, r := range audit.Infos() {
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s  %s  %s  %s\n", r.ID,
			lang.PadRight(r.Severity.Text().In(l), severities), lang.PadRight(r.Name, names), r.In(l).Summary)
		if err != nil {
			return err
		}
	}
	return nil
}

func showRule(cmd *cobra.Command, id string) error {
	for _, r := range audit.Infos() {
		if strings.EqualFold(r.ID, id) || r.Name == id {
			_, err := fmt.Fprint(cmd.OutOrStdout(), report.RulePage(r, reader(cmd)))
			return err
		}
	}
	return misuse{lang.Errorf("no rule is named %q; near: %s", id, nearest(id, audit.Infos()))}
}

func nearest(id string, infos []*finding.Info) string {
	best := infos[0]
	for _, r := range infos {
		if common(r.ID, id) > common(best.ID, id) {
			best = r
		}
	}
	return best.ID
}

// common counts the characters that two ids share at their start.
func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "dubboaudit", version())
			return err
		},
	}
}

// release is set by the linker when a release is built.
var release = ""

// version is the release, else the module version, else "devel".
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}
