package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/lang"
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
		Args: atMost(1),
	}
	in.register(cmd)
	cmd.Flags().BoolVar(&force, "force", false, "write over a config file that is there")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		dir := "."
		if len(args) == 1 {
			dir = args[0]
		}
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return misuse{lang.Errorf("%s is no folder", dir)}
		}
		name := filepath.Join(dir, policy.ConfigName)
		if _, err := os.Lstat(name); err == nil && !force {
			return misuse{lang.Errorf("%s is there already: --force writes over it", name)}
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
		if err := os.WriteFile(name, []byte(configText(survey, reader(cmd))), 0o644); err != nil {
			return misuse{err}
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), reader(cmd).Say("wrote %s", name))
		return err
	}
	return cmd
}

// configText writes the file: what is only a proposal stands in comments.
func configText(s *audit.Survey, l lang.Language) string {
	c := configWriter{lang: l}
	c.comment(lang.T("The config file of dubboaudit. Every key is told in docs/configuration.md;\nwhat is commented out is a proposal. A folder may have a file of its own, on\ntop of this one."))
	c.lines("")
	c.comment(lang.T("Exit with 1 from this severity on: error, warning, note, never."))
	c.lines("failOn: warning", "")
	c.versions(s.Versions)
	c.profiles(s.Profiles)
	c.placeholders(s.Placeholders)
	c.methods(s.Doubtful)
	c.comment(lang.T("Ignores must give a reason, or they count for nothing."))
	c.lines("#requireReason: true", "#ignores:", "#  - rules: [DA101]", `#    paths: ["legacy/**"]`, "#    until: 2030-01-01",
		"#    reason: "+l.Say("replaced by then"))
	return c.String()
}

// configWriter writes a config file with comments in a language.
type configWriter struct {
	strings.Builder
	lang lang.Language
}

func (c *configWriter) lines(list ...string) {
	for _, line := range list {
		c.WriteString(line + "\n")
	}
}

// comment writes a text as comments; what stands behind "# " is no proposal.
// Names in it come from files and may hold anything.
func (c *configWriter) comment(t lang.Text) {
	for line := range strings.SplitSeq(t.In(c.lang), "\n") {
		c.lines("# " + oneLine(line))
	}
}

func (c *configWriter) versions(list []audit.Named) {
	known := ""
	for _, v := range list {
		if v.Name == "" {
			c.comment(lang.T("The files do not tell the Dubbo version of: %s.", some(v.Of)))
			continue
		}
		c.comment(lang.T("Dubbo %s: %s.", oneLine(v.Name), some(v.Of)))
		known = cmp.Or(known, v.Name)
	}
	c.comment(lang.T("Used where the files do not tell the version."))
	c.lines("#dubboVersion: "+quoted(cmp.Or(known, "2.7.23")), "")
}

func (c *configWriter) profiles(list []string) {
	if len(list) == 0 {
		return
	}
	chosen := list[0]
	for _, p := range []string{"prod", "production", "prd", "online", "release"} {
		if slices.Contains(list, p) {
			chosen = p
			break
		}
	}
	var names []lang.Text
	for _, p := range list {
		names = append(names, lang.Verbatim(p))
	}
	c.comment(lang.T("There are property files for the profiles %s.", some(names)))
	c.comment(lang.T("Name those of the deployment that is to be judged."))
	c.lines("#profiles: ["+quoted(chosen)+"]", "")
}

func (c *configWriter) placeholders(keys []string) {
	if len(keys) == 0 {
		return
	}
	c.comment(lang.T("Placeholders that no file defines. Without a value, what needs them is not judged (DA901)."))
	c.lines("#properties:")
	for i, key := range keys {
		if i == maxHints {
			c.lines("#  # " + more(len(keys)-i).In(c.lang))
			break
		}
		c.lines("#  " + quoted(key) + `: ""`)
	}
	c.lines("")
}

func (c *configWriter) methods(doubtful []audit.Named) {
	c.comment(lang.T("Globs over interface#method that beat the built-in judgement."))
	c.lines("#methods:",
		"#  write: []       # "+c.lang.Say("must not run twice"),
		"#  read: []        # "+c.lang.Say("change nothing"),
		"#  idempotent: []  # "+c.lang.Say("the provider drops repeats"))
	if len(doubtful) > 0 {
		c.comment(lang.T("These may run more than once, and the files tell little about them:"))
	}
	for i, m := range doubtful {
		if i == maxHints {
			c.comment(lang.T("* %s", more(len(doubtful)-i)))
			break
		}
		c.comment(lang.T("* %s: %s", oneLine(m.Name), some(m.Of)))
	}
	c.lines("")
}

func more(n int) lang.Text { return lang.T("and %d more", n) }

// some lists the first of the names.
func some(list []lang.Text) lang.Text {
	const most = 8
	if n := len(list) - most; n > 0 {
		return lang.Enumeration(append(slices.Clone(list[:most]), more(n))...)
	}
	return lang.Enumeration(list...)
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
