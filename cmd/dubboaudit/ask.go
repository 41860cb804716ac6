package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/fix"
	"github.com/dubboaudit/dubboaudit/lang"
)

// ask shows each change and asks whether to make it: y, n, or q to leave this
// one and all that follow. The end of the input means q.
func ask(cmd *cobra.Command, changes []*fix.Change) ([]*fix.Change, error) {
	lines, out, l := bufio.NewReader(cmd.InOrStdin()), cmd.ErrOrStderr(), reader(cmd)
	var taken []*fix.Change
	for i, c := range changes {
		if err := present(out, l, c, i+1, len(changes)); err != nil {
			return nil, err
		}
		switch answer, err := choose(lines, out, l); {
		case err != nil:
			return nil, err
		case answer == "q":
			return taken, nil
		case answer == "y":
			taken = append(taken, c)
		}
	}
	return taken, nil
}

// present shows what a change ends and its diff.
func present(out io.Writer, l lang.Language, c *fix.Change, n, of int) error {
	for _, f := range c.Findings {
		fmt.Fprintf(out, "%s: %s[%s]: %s\n", visible(c.Place()), f.Severity.Text().In(l), f.Rule.ID, visible(f.Message.In(l)))
	}
	for _, p := range fix.NewPlan([]*fix.Change{c}, nil).Patches {
		diff, err := p.TextDiff()
		if err != nil {
			return err
		}
		io.WriteString(out, visible(diff))
	}
	offer := lang.T("fix %d of %d: %s", n, of, visible(c.Title.In(l)))
	if !c.Safe {
		offer = offer.Then(lang.T(" (changes more than the audited setting)"))
	}
	_, err := fmt.Fprintln(out, offer.In(l))
	return err
}

// maxAnswers bounds how often one question is asked: what answers may be a
// program that never ends.
const maxAnswers = 100

func choose(in *bufio.Reader, out io.Writer, l lang.Language) (string, error) {
	for range maxAnswers {
		fmt.Fprint(out, l.Say("make it? [y/n/q] "))
		line, err := in.ReadSlice('\n')
		answer := strings.ToLower(strings.TrimSpace(string(line)))
		if slices.Contains([]string{"y", "n", "q"}, answer) {
			return answer, nil
		}
		if errors.Is(err, io.EOF) {
			fmt.Fprintln(out)
			return "q", nil
		}
		if err != nil {
			return "", lang.Errorf("reading the answer: %v", err)
		}
	}
	return "", lang.Errorf("%d answers and none was y, n or q", maxAnswers)
}

// visible writes control characters as a terminal does not obey them; tabs and
// line ends stay.
func visible(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}
