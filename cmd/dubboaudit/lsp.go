package main

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/lsp"
)

func newLSP() *cobra.Command {
	var in input
	var baseline string
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor over standard input and output (language server protocol)",
		Long: `lsp speaks the language server protocol on standard input and output: findings
while typing, effective settings with their origin on hover, fixes as code
actions, and the way to the value that wins. Editors start it; docs/editors.md
shows how.`,
		Args: noArgs,
	}
	in.registerDeployment(cmd)
	f := cmd.Flags()
	f.StringVar(&baseline, "baseline", "", "a file of known findings, which are not shown; relative to each folder of the workspace, which need not have it")
	f.Bool("stdio", true, "use standard input and output, as some editors ask for (it is the only way)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s := &lsp.Server{Version: version(), Lang: reader(cmd), Open: func(dir string) (lsp.Tree, error) { return openTree(cmd, in, dir, baseline) }}
		err := s.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		if errors.Is(err, lsp.ErrNoShutdown) {
			return exit(1) // as the protocol wants it
		}
		return err
	}
	return cmd
}

// openTree finds what to audit for a folder of the workspace.
func openTree(cmd *cobra.Command, in input, dir, baseline string) (lsp.Tree, error) {
	fsys, opt, err := in.options(cmd, []string{dir})
	if err != nil {
		return lsp.Tree{}, err
	}
	opt.AllowEmpty = true
	if baseline != "" {
		if !filepath.IsAbs(baseline) {
			baseline = filepath.Join(dir, baseline)
		}
		opt.Baseline, err = readBaseline(baseline, in.root)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return lsp.Tree{}, lang.Errorf("--baseline: %v", err)
		}
	}
	return lsp.Tree{FS: fsys, Root: in.root, Path: opt.Paths[0], Options: opt}, nil
}
