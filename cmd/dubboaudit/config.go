package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/lang"
)

func newConfig() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Look after config files",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "check [FILE|FOLDER...]",
		Short: "Look for mistakes in config files: the given ones, or all below a folder (default: the one you stand in)",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			return checkConfigs(cmd, args)
		},
	})
	return cmd
}

// checkConfigs tells of each file whether it is right, and of the first
// mistake in each where it is not.
func checkConfigs(cmd *cobra.Command, args []string) error {
	checked, wrong := 0, 0
	for _, arg := range args {
		files, err := configFiles(arg)
		if err != nil {
			return misuse{err}
		}
		for _, name := range files {
			checked++
			config, err := readConfig(name)
			if err != nil {
				wrong++
				tell(cmd, "%s", err)
				continue
			}
			for _, d := range config.Doubts() {
				tell(cmd, "%s", d)
			}
			fmt.Fprintln(cmd.OutOrStdout(), reader(cmd).Say("%s: ok", filepath.ToSlash(name)))
		}
	}
	switch {
	case wrong > 0:
		return exit(policy.Misused)
	case checked == 0:
		return misuse{lang.Errorf("no %s is there", policy.ConfigName)}
	}
	return nil
}

func readConfig(name string) (*policy.Config, error) {
	text, err := readBounded(name, policy.MaxConfigBytes)
	if err != nil {
		return nil, err
	}
	return policy.ParseConfig(filepath.ToSlash(name), text, knownRule)
}

// configFiles is the file itself, or the config files below a folder.
func configFiles(name string) ([]string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{name}, nil
	}
	var out []string
	err = filepath.WalkDir(name, func(p string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrPermission):
			return nil
		case err != nil:
			return err
		case d.IsDir() && p != name && (d.Name() == ".git" || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.Name() == policy.ConfigName && !d.IsDir():
			out = append(out, p)
		}
		return nil
	})
	return out, err
}
