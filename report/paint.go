package report

import (
	"github.com/fatih/color"

	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// paint colours text. It is decided by Options.Color alone, not by what the
// color package finds out about the standard output.
type paint struct {
	severity            [finding.Error + 1]func(string) string
	bold, gutter, label func(string) string
}

func newPaint(on bool) *paint {
	style := func(attrs ...color.Attribute) func(string) string {
		if !on {
			return func(s string) string { return s }
		}
		c := color.New(attrs...)
		c.EnableColor()
		return func(s string) string { return c.Sprint(s) }
	}
	p := &paint{bold: style(color.Bold), gutter: style(color.FgBlue, color.Bold), label: style(color.FgCyan)}
	p.severity[finding.Error] = style(color.FgRed, color.Bold)
	p.severity[finding.Warning] = style(color.FgYellow, color.Bold)
	p.severity[finding.Note] = style(color.FgGreen, color.Bold)
	p.severity[0] = style(color.Bold)
	return p
}
