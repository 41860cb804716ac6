package html

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/simulate"
)

// timeline returns the index of the picture of a call whose provider takes a
// tenth longer than an attempt waits, and the settings that are not decided,
// for which it has Dubbo's default. Calls with the same settings share it.
func (b *builder) timeline(c *effective.Call) (i int, assumed []string) {
	s, open := simulate.FromCall(c)
	assumed = []string{}
	for _, u := range open {
		assumed = append(assumed, u.Setting)
	}
	s.Subject = ""
	if s.Timeout > 0 {
		s.Service = min(s.Timeout+s.Timeout/10, simulate.MaxDuration)
	}
	key := fmt.Sprintf("%+v", s)
	i, ok := b.timelines[key]
	if !ok {
		i = none
		if svg := draw(s, b.lang); svg != "" {
			i = len(b.doc.Timelines)
			b.doc.Timelines = append(b.doc.Timelines, b.withoutStyle(svg))
		}
		b.timelines[key] = i
	}
	return i, assumed
}

// draw draws a scenario and, where it runs more than once, what ends that; "" where it cannot be played.
func draw(s simulate.Scenario, l lang.Language) string {
	columns := simulate.WhatIf(s, nil)
	if simulate.Evaluate(context.Background(), columns[:1], nil) != nil {
		return ""
	}
	show := columns[:1]
	if columns[0].Outcome.Executions > 1 {
		for _, c := range columns[1:] {
			if c.Remedy {
				show = append(show[:len(show):len(show)], c)
			}
		}
	}
	var out strings.Builder
	if simulate.Evaluate(context.Background(), show, nil) != nil || simulate.WriteSVG(&out, show, l) != nil {
		return ""
	}
	return out.String()
}

var styleElement = regexp.MustCompile(`(?s)<style>(.*?)</style>\s*`)

// withoutStyle moves the style of a picture, the same in all, into the page:
// the page's policy allows no other.
func (b *builder) withoutStyle(svg string) string {
	m := styleElement.FindStringSubmatch(svg)
	if m == nil {
		return svg
	}
	// Paper is light, whatever the screen is.
	b.css = strings.ReplaceAll(m[1], "@media(prefers-color-scheme:dark)", "@media screen and (prefers-color-scheme:dark)")
	return strings.Replace(svg, m[0], "", 1)
}
