package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
)

// maxHints bounds the lines of each kind that init writes.
const maxHints = 20

func newInit() *cobra.Command {
	var in input
	var force bool
	cmd := &cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Write a commented config file after looking at the tree",
		Long: `init looks at a folder (default: the one you stand in) and writes a config file
into it: the Dubbo versions, the profiles and the open placeholders that were
found, and the methods of which it is unsure whether they write.`,
		Args: cobra.MaximumNArgs(1),
	}
	in.register(cmd)
	cmd.Flags().BoolVar(&force, "force", false, "write over a config file that is there")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		dir := "."
		if len(args) == 1 {
			dir = args[0]
		}
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return misuse{fmt.Errorf("%s is no folder", dir)}
		}
		name := filepath.Join(dir, policy.ConfigName)
		if _, err := os.Lstat(name); err == nil && !force {
			return misuse{fmt.Errorf("%s is there already: --force writes over it", name)}
		}
		fsys, opt, err := in.options(cmd, []string{dir})
		if err != nil {
			return err
		}
		if force && in.config == "" {
			opt.Configs = nil // what it says may be wrong
		}
		survey, err := audit.Look(cmd.Context(), fsys, opt)
		if err != nil {
			return misuse{err}
		}
		if err := os.WriteFile(name, []byte(configText(survey)), 0o644); err != nil {
			return misuse{err}
		}
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "wrote %s\n", name)
		return err
	}
	return cmd
}

// configText writes the file: what is only a proposal stands in comments.
func configText(s *audit.Survey) string {
	var b strings.Builder
	b.WriteString(`# The config file of dubboaudit. Every key is told in docs/configuration.md;
# what is commented out is a proposal. A folder may have a file of its own, on
# top of this one.

# Exit with 1 from this severity on: error, warning, note, never.
failOn: warning

`)
	versionHints(&b, s)
	profileHints(&b, s)
	hints(&b, "Placeholders that no file defines. Without a value, what needs them is not judged (DA901).",
		"properties:", s.Placeholders, func(key string) string { return "  " + quoted(key) + `: ""` })
	methodHints(&b, s)
	b.WriteString(`# Ignores must give a reason, or they count for nothing.
#requireReason: true
#ignores:
#  - rules: [DA101]
#    paths: ["legacy/**"]
#    until: 2030-01-01
#    reason: replaced by then
`)
	return b.String()
}

func versionHints(b *strings.Builder, s *audit.Survey) {
	known := ""
	for _, v := range s.Versions {
		if v.Name == "" {
			fmt.Fprintf(b, "# The files do not tell the Dubbo version of: %s.\n", names(v.Of))
			continue
		}
		fmt.Fprintf(b, "# Dubbo %s: %s.\n", oneLine(v.Name), names(v.Of))
		if known == "" {
			known = v.Name
		}
	}
	if known == "" {
		known = "2.7.23"
	}
	fmt.Fprintf(b, "# Used where the files do not tell the version.\n#dubboVersion: %s\n\n", quoted(known))
}

func profileHints(b *strings.Builder, s *audit.Survey) {
	if len(s.Profiles) == 0 {
		return
	}
	chosen := s.Profiles[0]
	for _, p := range []string{"prod", "production", "prd", "online", "release"} {
		if slices.Contains(s.Profiles, p) {
			chosen = p
			break
		}
	}
	fmt.Fprintf(b, "# There are property files for the profiles %s.\n", names(s.Profiles))
	fmt.Fprintf(b, "# Name those of the deployment that is to be judged.\n#profiles: [%s]\n\n", quoted(chosen))
}

func methodHints(b *strings.Builder, s *audit.Survey) {
	b.WriteString("# Globs over interface#method that beat the built-in judgement.\n#methods:\n")
	b.WriteString("#  write: []       # must not run twice\n#  read: []        # change nothing\n#  idempotent: []  # the provider drops repeats\n")
	if len(s.Doubtful) > 0 {
		b.WriteString("# These may run more than once, and the files tell little about them:\n")
	}
	for i, m := range s.Doubtful {
		if i == maxHints {
			fmt.Fprintf(b, "# * and %d more\n", len(s.Doubtful)-i)
			break
		}
		fmt.Fprintf(b, "# * %s: %s\n", oneLine(m.Name), names(m.Of))
	}
	b.WriteByte('\n')
}

func hints(b *strings.Builder, why, key string, list []string, line func(string) string) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "# %s\n#%s\n", why, key)
	for i, item := range list {
		if i == maxHints {
			fmt.Fprintf(b, "#  # and %d more\n", len(list)-i)
			break
		}
		fmt.Fprintf(b, "#%s\n", line(item))
	}
	b.WriteByte('\n')
}

// names joins names for a comment: they come from files and may hold anything.
func names(list []string) string {
	const most = 8
	var out []string
	for _, n := range list[:min(len(list), most)] {
		out = append(out, oneLine(n))
	}
	if more := len(list) - most; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(out, ", ")
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// quoted is a text as YAML and JSON both write it, on one line.
func quoted(s string) string {
	text, err := json.Marshal(oneLine(s))
	if err != nil {
		return `""`
	}
	return string(text)
}
