package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// stopRetriesFixes returns the edits that end the retries of a write. The
// attribute of the reference is safe where no other method loses retries by
// it; the method elements change the writes alone.
func (p *Pass) stopRetriesFixes(c *effective.Call) []*finding.Fix {
	ref := owner(c.Ref)
	var writes, others []string
	for _, x := range ref.Calls {
		switch {
		case !repeats(x):
		case isWrite(p.Verdict(x)):
			writes = append(writes, x.Method)
		default:
			others = append(others, x.Method)
		}
	}
	whole := stopOnReference(ref, len(others) == 0)
	if len(others) == 0 {
		return []*finding.Fix{whole}
	}
	return []*finding.Fix{stopOnMethods(ref, writes), whole}
}

func stopOnReference(ref *effective.Reference, alone bool) *finding.Fix {
	value := noRetries(ref)
	edit := addSetting(ref, "retries", value)
	if s := ref.Get("retries"); s != nil {
		edit = replaceValue(s.At, s.Raw, value)
	}
	if edit == nil {
		return nil
	}
	title := fmt.Sprintf("set retries to %s on the reference", value)
	if !alone {
		title += " (its reading methods are no longer retried either)"
	}
	safe := alone && ref.App != nil && !ref.App.Version.IsZero()
	return &finding.Fix{Title: title, Safe: safe, Edits: []finding.Edit{*edit}}
}

// stopOnMethods adds a <dubbo:method> for each write. All writes of the
// reference share the one edit, so that their fixes do not overlap.
func stopOnMethods(ref *effective.Reference, methods []string) *finding.Fix {
	text := ref.At.Text()
	end := endOfStartTag(text, ref.Tag)
	if ref.Form != "xml" || end == 0 || len(methods) == 0 || ref.App.Version.IsZero() ||
		dubbo.MethodRetriesLost.Has(ref.App.Version.Version) {
		return nil
	}
	for _, m := range ref.Methods {
		if slices.Contains(methods, m.Value("name")) {
			return nil
		}
	}
	name := text[1 : 1+strings.IndexFunc(text[1:], func(r rune) bool { return strings.ContainsRune(" \t\r\n/>", r) })]
	prefix := strings.TrimSuffix(name, ref.Tag)
	var b strings.Builder
	for _, m := range methods {
		fmt.Fprintf(&b, "<%smethod name=%q retries=\"0\"/>", prefix, m)
	}
	edit := insert(ref.At, len(text), b.String())
	if strings.HasSuffix(text, "/>") {
		edit = &finding.Edit{At: source.Span{File: ref.At.File, Lo: ref.At.Lo + end, Hi: ref.At.Hi}, NewText: ">" + b.String() + "</" + name + ">"}
	}
	return &finding.Fix{Title: "set retries to 0 for " + strings.Join(methods, ", "), Safe: true, Edits: []finding.Edit{*edit}}
}
