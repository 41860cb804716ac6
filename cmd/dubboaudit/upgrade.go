package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
)

func newUpgrade() *cobra.Command {
	var from, to, format string
	cmd := &cobra.Command{
		Use:   "upgrade --from V --to V",
		Short: "List the settings whose meaning changes between two Dubbo versions",
		Long: `Lists what the same configuration means in another way after a change of
version. For the effect on a repository use dubboaudit --target-version V PATH.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if from == "" || to == "" {
				return misuse{lang.Errorf("upgrade needs --from and --to")}
			}
			a, err := parseVersion(cmd, "--from", from)
			if err != nil {
				return err
			}
			b, err := parseVersion(cmd, "--to", to)
			if err != nil {
				return err
			}
			changes := dubbo.Changes(a, b)
			switch format {
			case "text":
				return printChanges(cmd.OutOrStdout(), reader(cmd), a, b, changes)
			case "json":
				e := json.NewEncoder(cmd.OutOrStdout())
				e.SetIndent("", "  ")
				return e.Encode(map[string]any{"schemaVersion": "1.0", "from": a.Text, "to": b.Text, "changes": jsonChanges(changes, reader(cmd))})
			}
			return oneOf("format", format, []string{"text", "json"})
		},
	}
	f := cmd.Flags()
	f.StringVar(&from, "from", "", "the version in use")
	f.StringVar(&to, "to", "", "the version to come")
	f.StringVar(&format, "format", "text", "text or json")
	return cmd
}

// jsonChange is a change as JSON has it.
type jsonChange struct {
	Topic  string `json:"topic"`
	Before string `json:"before"`
	After  string `json:"after"`
	Proof  string `json:"proof"`
}

func jsonChanges(changes []dubbo.Change, l lang.Language) []jsonChange {
	out := []jsonChange{}
	for _, c := range changes {
		out = append(out, jsonChange{c.Topic.In(l), c.Before.In(l), c.After.In(l), c.Proof.In(l)})
	}
	return out
}

func printChanges(w io.Writer, l lang.Language, from, to dubbo.Version, changes []dubbo.Change) error {
	if len(changes) == 0 {
		_, err := fmt.Fprintln(w, l.Say("No setting is known to change its meaning between Dubbo %s and %s.", from, to))
		return err
	}
	line := func(label string, text lang.Text) string {
		return "  " + lang.PadRight(label, 8) + " " + text.In(l) + "\n"
	}
	for _, c := range changes {
		text := c.Topic.In(l) + "\n" + line(from.String(), c.Before) + line(to.String(), c.After) + line(l.Say("proof"), c.Proof)
		if _, err := fmt.Fprintln(w, text); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, lang.N(len(changes), "1 setting changes its meaning.", "%d settings change their meaning.").In(l))
	return err
}
