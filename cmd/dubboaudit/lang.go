package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/dubboaudit/dubboaudit/lang"
)

// chosen is the language of the one who gave the arguments: that of --lang, or
// of the environment. It is asked before the command line is read, for help and
// for what is wrong with it.
func chosen(args []string) lang.Language {
	name := ""
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if value, ok := strings.CutPrefix(arg, "--lang="); ok {
			name = value
		} else if arg == "--lang" && i+1 < len(args) {
			name = args[i+1]
		}
	}
	return languageOf(name)
}

// reader is the language of who reads what a command writes.
func reader(cmd *cobra.Command) lang.Language { return languageOf(cmd.Flag("lang").Value.String()) }

// languageOf is the language of a name; that of the environment where there is none.
func languageOf(name string) lang.Language {
	if l, err := lang.Parse(name); err == nil {
		return l
	}
	return lang.Environment(os.Getenv)
}

// tell says something on standard error.
func tell(cmd *cobra.Command, format string, args ...any) {
	fmt.Fprintf(cmd.ErrOrStderr(), "dubboaudit: %s\n", reader(cmd).Say(format, args...))
}

// listed is the annotation of a flag with what its usage is to list.
const listed = "listed"

// usageNames gives the usage of a flag, which is a format then, the names that
// it lists.
func usageNames(cmd *cobra.Command, flag string, list []string) {
	_ = cmd.Flags().SetAnnotation(flag, listed, list)
}

// translateAll says all help in a language, that of cobra's own commands
// included.
func translateAll(root *cobra.Command, l lang.Language) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	root.SetUsageTemplate(template(root.UsageTemplate(), l))
	translate(root, l)
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Short = l.Say("Help about any command")
		case "completion":
			cmd.Short = l.Say("Generate the autocompletion script for the specified shell")
		}
	}
}

// translate says the help of a command and of those below it in a language.
func translate(cmd *cobra.Command, l lang.Language) {
	cmd.InitDefaultHelpFlag()
	cmd.Short, cmd.Long = l.Say(cmd.Short), l.Say(cmd.Long)
	say := func(f *pflag.Flag) {
		switch list := f.Annotations[listed]; {
		case f.Name == "help":
			f.Usage = l.Say("help for %s", cmd.Name())
		case list != nil:
			f.Usage = l.Say(f.Usage, lang.Names(list))
		default:
			f.Usage = l.Say(f.Usage)
		}
	}
	cmd.Flags().VisitAll(say)
	cmd.PersistentFlags().VisitAll(say)
	for _, sub := range cmd.Commands() {
		translate(sub, l)
	}
}

// template is the form of help texts, which cobra has in English.
func template(text string, l lang.Language) string {
	return strings.NewReplacer(
		"Global Flags:", l.Say("Global Flags:"),
		"Usage:", l.Say("Usage:"),
		"Aliases:", l.Say("Aliases:"),
		"Examples:", l.Say("Examples:"),
		"Available Commands:", l.Say("Available Commands:"),
		"Additional Commands:", l.Say("Additional Commands:"),
		"Additional help topics:", l.Say("Additional help topics:"),
		"Flags:", l.Say("Flags:"),
		`Use "{{.CommandPath}} [command] --help" for more information about a command.`,
		l.Say(`Use "%s [command] --help" for more information about a command.`, "{{.CommandPath}}"),
	).Replace(text)
}
