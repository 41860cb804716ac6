package main

import (
	"encoding/json"
	"errors"
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
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if from == "" || to == "" {
				return misuse{errors.New("upgrade needs --from and --to")}
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
				return e.Encode(map[string]any{"schemaVersion": "1.0", "from": a.Text, "to": b.Text, "changes": jsonChanges(reader(cmd), changes)})
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

// jsonChange is a change as said to the reader.
type jsonChange struct {
	Topic  string `json:"topic"`
	Before string `json:"before"`
	After  string `json:"after"`
	Proof  string `json:"proof"`
}

func jsonChanges(l lang.Language, changes []dubbo.Change) []jsonChange {
	out := make([]jsonChange, len(changes))
	for i, c := range changes {
		out[i] = jsonChange{c.Topic.In(l), c.Before.In(l), c.After.In(l), c.Proof.In(l)}
	}
	return out
}

func printChanges(w io.Writer, l lang.Language, from, to dubbo.Version, changes []dubbo.Change) error {
	if len(changes) == 0 {
		_, err := fmt.Fprintf(w, "No setting is known to change its meaning between Dubbo %s and %s.\n", from, to)
		return err
	}
	for _, c := range jsonChanges(l, changes) {
		if _, err := fmt.Fprintf(w, "%s\n  %-8s %s\n  %-8s %s\n  proof    %s\n\n", c.Topic, from, c.Before, to, c.After, c.Proof); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s.\n", counted(len(changes), "setting changes its meaning", "settings change their meaning"))
	return err
}
