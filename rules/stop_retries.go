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

// remedy says where the retries of a call can be ended.
type remedy uint8

const (
	atReference remedy = iota // an attribute of the reference wins
	atMethods                 // only a method-level value wins over the provider's method
	there                     // where the value is written
	elsewhere                 // in a property or command line that wins over all of these
)

// remedyOf finds the place for an edit by where the effective value was
// written: what the reference says would lose to a method or a parameter.
func remedyOf(c *effective.Call) remedy {
	from := c.Retries.From
	switch from.Level {
	case effective.AtMethod, effective.AtURL:
		return there
	case effective.AtReference:
		if s := owner(c.Ref).Get("retries"); s == nil || s.At != from.At {
			return there
		}
		return atReference
	case effective.ProviderMethod:
		return atMethods
	case effective.JVMProperty, effective.Environment, effective.ConfigCenter, effective.SpringEnv, effective.DubboProps,
		effective.GovernanceRule:
		if !strings.HasPrefix(from.Key, "dubbo.consumer") && !strings.HasPrefix(from.Key, "dubbo.provider") {
			return elsewhere
		}
	}
	return atReference
}

// stop tells the edit that ends the retries of a call.
func stop(c *effective.Call) string {
	switch remedyOf(c) {
	case there, elsewhere:
		return "Set it to 0 there."
	case atMethods:
		return fmt.Sprintf("Set retries to 0 for the method %s of the reference.", c.Method)
	}
	return stopRetries(c.Ref)
}

// stopRetriesFixes returns the edits that end the retries of a write. The
// attribute of the reference is safe where no other method loses retries by
// it; the method elements change the writes alone.
func (p *Pass) stopRetriesFixes(c *effective.Call) []*finding.Fix {
	ref, at := owner(c.Ref), remedyOf(c)
	switch at {
	case there:
		r := c.Retries
		return []*finding.Fix{change(r.From.At, r.Raw, "0", "set retries to 0", r.From.Level == effective.AtMethod)}
	case elsewhere:
		return nil
	}
	var writes, others []string
	for _, x := range ref.Calls {
		switch {
		case !repeats(x), x.Never():
		case isWrite(p.Verdict(x)):
			writes = append(writes, x.Method)
		default:
			others = append(others, x.Method)
		}
	}
	if at == atMethods {
		return []*finding.Fix{stopOnMethods(ref, writes)}
	}
	whole := stopOnReference(ref, len(others) == 0)
	if len(others) == 0 {
		return []*finding.Fix{whole}
	}
	return []*finding.Fix{stopOnMethods(ref, writes), whole}
}

// stopWhole is the edit for a reference whose cluster was to call once: no
// method of it was meant to be retried.
func stopWhole(c *effective.Call, meantOnce bool) *finding.Fix {
	if remedyOf(c) != atReference {
		return nil
	}
	return stopOnReference(owner(c.Ref), meantOnce)
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
