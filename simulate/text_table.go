package simulate

import (
	"fmt"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

// head is the head of a column of numbers, and how wide the column is.
type head struct {
	text  string
	width int
}

// head makes a column at least as wide as its head.
func (t *textWriter) head(text lang.Text, least int) head {
	said := t.say(text)
	width := max(lang.Columns(said), least)
	return head{padLeft(said, width), width}
}

func (h head) number(n int) string { return padLeft(fmt.Sprint(n), h.width) }

// value writes a value as its format says.
func (h head) value(verb string, v ...any) string { return padLeft(fmt.Sprintf(verb, v...), h.width) }

func padLeft(s string, columns int) string { return gap(s, columns) + s }

func padRight(s string, columns int) string { return s + gap(s, columns) }

// gap is what a text is too short for some columns of a terminal.
func gap(s string, columns int) string {
	return strings.Repeat(" ", max(columns-lang.Columns(s), 0))
}
