// Package html writes the result of an audit as one page for people: tables to
// search, filter and sort, timelines, the graph of calls, diffs. The page is
// one file without network, frameworks or foreign code; a content security
// policy allows nothing but its own script and style.
package html

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	stdhtml "html"
	"io"
	"io/fs"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/report"
)

// Format is the row of this format. The report should have Explain set:
// without it there are no effective values, timelines and calls.
var Format = report.Format{Name: "html", Help: "a page to look through, in one file", Write: Write}

//go:embed page.html style.css script
var assets embed.FS

// Write writes the page.
func Write(w io.Writer, r *report.Report) error {
	doc, css := build(r)
	style, err := assets.ReadFile("style.css")
	if err != nil {
		return err
	}
	style = append(style, css...)
	script, err := scripts()
	if err != nil {
		return err
	}
	page, err := assets.ReadFile("page.html")
	if err != nil {
		return err
	}
	l := cmp.Or(r.Options.Lang, lang.English)
	out := bufio.NewWriter(w)
	for rest := string(page); rest != ""; {
		text, after, found := strings.Cut(rest, "[[")
		out.WriteString(text)
		if !found {
			break
		}
		var name string
		name, rest, _ = strings.Cut(after, "]]")
		switch name {
		case "policy":
			out.WriteString(stdhtml.EscapeString(policy(script, style)))
		case "lang":
			out.WriteString(string(l))
		case "title":
			out.WriteString(stdhtml.EscapeString(l.Say("dubboaudit report")))
		case "summary":
			out.WriteString(stdhtml.EscapeString(summary(&r.Summary).In(l)))
		case "noscript":
			out.WriteString(stdhtml.EscapeString(l.Say("The tables need JavaScript, which is inside this file; nothing is fetched.")))
		case "style":
			out.Write(style)
		case "script":
			out.Write(script)
		case "words":
			err = embedJSON(out, said(l))
		case "data":
			err = embedJSON(out, doc)
		default:
			err = fmt.Errorf("page.html: no part is named %q", name)
		}
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

// policy allows the page's own script and style and nothing else: no network,
// no frames, no forms, no handlers in attributes.
func policy(script, style []byte) string {
	hash := func(b []byte) string {
		sum := sha256.Sum256(b)
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; script-src " + hash(script) + "; style-src " + hash(style) +
		"; base-uri 'none'; form-action 'none'"
}

// scripts joins the parts of the script in the order of their names, in one
// scope.
func scripts() ([]byte, error) {
	names, err := fs.Glob(assets, "script/*.js")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("'use strict';\n(() => {\n")
	for _, name := range names {
		part, err := assets.ReadFile(name)
		if err != nil {
			return nil, err
		}
		b.Write(part)
	}
	b.WriteString("})();\n")
	return b.Bytes(), nil
}

// embedJSON writes a value for a script element. The encoder escapes <, > and
// &, so that no text of an audited file can end the element.
func embedJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(true)
	return enc.Encode(v)
}

// said are the words in a language.
func said(l lang.Language) map[string]string {
	list := map[string]string{}
	for name, text := range words {
		list[name] = text.In(l)
	}
	return list
}

func summary(s *report.Summary) lang.Text {
	return lang.T("%d errors, %d warnings, %d notes in %d applications with %d references and %d methods",
		s.Error, s.Warning, s.Note, s.Applications, s.References, s.Methods)
}
