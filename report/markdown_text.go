package report

import (
	"regexp"
	"strings"
)

// risky are words that GitHub and GitLab turn into mentions, references or
// links: @DubboReference would call a user of that name. Chinese and Japanese
// around them, which have no blanks between words, are no part of them.
var risky = regexp.MustCompile(`[^\s` + prose + `]*(?:[@#][0-9A-Za-z_]|://|www\.)(?:[^\s` + prose + `]*[^\s.,;:!?)` + prose + `])?`)

// prose are the letters and marks of Chinese and Japanese, as a class.
const prose = `\p{Han}\p{Hiragana}\p{Katakana}\x{3000}-\x{303f}\x{ff00}-\x{ffef}“”ー`

// special is what Markdown reads as markup inside a line.
var special = strings.NewReplacer(`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`,
	`<`, `\<`, `>`, `\>`, `~`, `\~`, `&`, `\&`, `$`, `\$`, `#`, `\#`, `!`, `\!`)

// starts is what makes a list, a rule, a heading or a code block of a line.
var starts = regexp.MustCompile(`^(?:[-+=:]|[0-9]+[.)])`)

// inline makes a text from outside plain Markdown text on one line; words with
// a meaning of their own become code.
func inline(s string) string {
	s = strings.TrimSpace(clean(s))
	var b strings.Builder
	last := 0
	for _, at := range risky.FindAllStringIndex(s, -1) {
		b.WriteString(special.Replace(s[last:at[0]]))
		b.WriteString(code(s[at[0]:at[1]]))
		last = at[1]
	}
	b.WriteString(special.Replace(s[last:]))
	text := b.String()
	if at := starts.FindStringIndex(text); at != nil {
		text = text[:at[1]-1] + `\` + text[at[1]-1:]
	}
	return text
}

// code makes a text from outside a code span.
func code(s string) string {
	s = strings.TrimSpace(clean(s))
	if s == "" {
		return ""
	}
	fence := strings.Repeat("`", longestRun(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// longestRun is the length of the longest row of backticks.
func longestRun(s string) int {
	longest, run := 0, 0
	for i := range len(s) {
		run++
		if s[i] != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// In a table a bar ends the cell, also inside code; behind a backslash it
// cannot be escaped there, so it becomes a broken bar.
var brokenBar = strings.NewReplacer(`\|`, `\¦`)

func inlineCell(s string) string { return strings.ReplaceAll(inline(brokenBar.Replace(s)), "|", `\|`) }

func codeCell(s string) string { return strings.ReplaceAll(code(brokenBar.Replace(s)), "|", `\|`) }

// codeBlock makes a text from outside a code block of several lines.
func codeBlock(language, text string) string {
	fence := strings.Repeat("`", max(longestRun(text)+1, 3))
	return fence + language + "\n" + strings.TrimSuffix(text, "\n") + "\n" + fence + "\n"
}
