package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/dubboaudit/dubboaudit/lang"
)

// What is wrong with a command line is told by cobra and pflag in English only.
// Here are the same words as phrases.

// flagError says what is wrong with a flag.
func flagError(_ *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var syntax *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return lang.Errorf("unknown shorthand flag: %q in -%s", unknown.GetSpecifiedName()[0], unknown.GetSpecifiedShortnames())
	case errors.As(err, &unknown):
		return lang.Errorf("unknown flag: --%s", unknown.GetSpecifiedName())
	case errors.As(err, &empty):
		return lang.Errorf("flag needs an argument: --%s", empty.GetSpecifiedName())
	case errors.As(err, &invalid):
		return lang.Errorf("invalid argument %q for %q flag: %v", invalid.GetValue(), "--"+invalid.GetFlag().Name, invalid.Unwrap())
	case errors.As(err, &syntax):
		return lang.Errorf("bad flag syntax: %s", syntax.GetSpecifiedFlag())
	}
	return err
}

// exclusive says what cobra says of flags of which only one can be set, before
// cobra looks.
func exclusive(cmd *cobra.Command, flags []string) error {
	set := slices.DeleteFunc(slices.Sorted(slices.Values(flags)), func(name string) bool { return !cmd.Flags().Changed(name) })
	if len(set) < 2 {
		return nil
	}
	return misuse{lang.Errorf("if any flags in the group [%s] are set none of the others can be; [%s] were all set",
		strings.Join(flags, " "), strings.Join(set, " "))}
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return lang.Errorf("unknown command %q for %q", args[0], cmd.CommandPath())
	}
	return nil
}

func atLeast(n int) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < n {
			return lang.Errorf("requires at least %d arg(s), only received %d", n, len(args))
		}
		return nil
	}
}

func atMost(n int) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > n {
			return lang.Errorf("accepts at most %d arg(s), received %d", n, len(args))
		}
		return nil
	}
}

func exactly(n int) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return lang.Errorf("accepts %d arg(s), received %d", n, len(args))
		}
		return nil
	}
}
