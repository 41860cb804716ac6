package main

import (
	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/lsp"
)

func newLSP() *cobra.Command {
	var in input
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor over standard input and output (language server protocol)",
		Long: `lsp speaks the language server protocol on standard input and output: findings
while typing, effective settings with their origin on hover, fixes as code
actions, and the way to the value that wins. Editors start it; docs/editors.md
shows how.`,
		Args: cobra.NoArgs,
	}
	in.registerDeployment(cmd)
	cmd.Flags().Bool("stdio", true, "use standard input and output, as some editors ask for (it is the only way)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s := &lsp.Server{Version: version(), Open: func(dir string) (lsp.Tree, error) {
			at := in
			fsys, opt, err := at.options(cmd, []string{dir})
			if err != nil {
				return lsp.Tree{}, err
			}
			opt.AllowEmpty = true
			return lsp.Tree{FS: fsys, Root: at.root, Path: opt.Paths[0], Options: opt}, nil
		}}
		return s.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
	}
	return cmd
}
