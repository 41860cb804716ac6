package simulate

import (
	"fmt"

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
	return head{lang.PadLeft(said, width), width}
}

func (h head) number(n int) string { return lang.PadLeft(fmt.Sprint(n), h.width) }

// value writes a value as its format says.
func (h head) value(verb string, v ...any) string {
	return lang.PadLeft(fmt.Sprintf(verb, v...), h.width)
}
