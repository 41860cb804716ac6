package rules

import (
	"fmt"
	"slices"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// draft is a finding in the making, with what it is about. Drafts of one
// reference and method meet; those of a whole reference or application only
// with their like.
type draft struct {
	*finding.Finding
	app  *effective.App
	ref  *effective.Reference
	call *effective.Call
	// regardless is set where the severity does not rest on the verdict.
	regardless bool
}

// aboutCall reports a finding about one method of a reference.
func (p *Pass) aboutCall(c *effective.Call, sev finding.Severity, setting, format string, args ...any) *draft {
	d := p.aboutReference(c.Ref, sev, setting, format, args...)
	d.call = c
	d.Subject = c.Ref.Name() + "#" + c.Method
	if c.Method == unknownMethod || c.Ref.Name() == "" {
		d.Subject = c.Ref.Name()
	}
	d.Confidence = min(d.Confidence, settingConfidence(c))
	if c.Uncalled() {
		d.Related = append(d.Related, finding.Related{Message: lang.T("no call of %s through this reference was found", c.Method)})
	}
	d.numbers(c)
	return d
}

// aboutReference reports a finding about a reference as a whole.
func (p *Pass) aboutReference(ref *effective.Reference, sev finding.Severity, setting, format string, args ...any) *draft {
	d := p.aboutApp(ref.App, sev, setting, format, args...)
	d.ref = ref
	d.Subject = ref.Name()
	d.At = ref.At
	return d
}

// aboutApp reports a finding about an application.
func (p *Pass) aboutApp(app *effective.App, sev finding.Severity, setting, format string, args ...any) *draft {
	f := &finding.Finding{
		Rule: &p.rule.Info, Severity: sev, Confidence: finding.High, Setting: setting,
		Message: lang.T(format, args...), Application: app.Name,
	}
	if !app.Version.IsZero() {
		f.Facts = &finding.Facts{DubboVersion: app.Version.String()}
	}
	d := &draft{Finding: f, app: app}
	p.found = append(p.found, d)
	return d
}

// numbers fills the facts, the places and the flow from a call, and leaves
// the subject alone.
func (d *draft) numbers(c *effective.Call) *draft {
	d.Facts = facts(c)
	d.Related = append(d.Related, places(c, d.Setting)...)
	d.Flow = flow(c)
	return d
}

// aboutService reports a finding about an exported service.
func (p *Pass) aboutService(s *effective.Service, sev finding.Severity, setting, format string, args ...any) *draft {
	d := p.aboutApp(s.App, sev, setting, format, args...)
	d.Subject = serviceName(s)
	d.At = s.At
	return d
}

func serviceName(s *effective.Service) string {
	switch {
	case s.Interface != nil && s.Interface.Value != "":
		return s.Interface.Value
	case s.Impl != "":
		return s.Impl
	}
	return s.ID
}

// aboutOrigin reports a finding about a setting where it is written, once for
// each place, however many calls it reaches: nil for a place seen before.
func (p *Pass) aboutOrigin(c *effective.Call, o effective.Origin, sev finding.Severity, setting, format string, args ...any) *draft {
	key := placeKey(c.Ref.App, setting, o.At)
	if !o.At.Valid() {
		key += fmt.Sprintf("%p", c.Ref)
	}
	if !p.once(key) {
		return nil
	}
	var d *draft
	switch o.Level {
	case effective.AtMethod, effective.ProviderMethod:
		d = p.aboutCall(c, sev, setting, format, args...)
	case effective.AtReference, effective.AtURL, effective.AtService:
		d = p.aboutCall(c, sev, setting, format, args...).wholeReference()
	default:
		d = p.aboutApp(c.Ref.App, sev, setting, format, args...).numbers(c)
		d.sure(settingConfidence(c))
	}
	return d.at(o.At)
}

// placeKey names a setting's place inside an application, for Pass.once.
func placeKey(app *effective.App, setting string, at source.Span) string {
	path := ""
	if at.Valid() {
		path = at.File.Path
	}
	return fmt.Sprintf("%p %s %s %d", app, setting, path, at.Lo)
}

// judged adds the verdict's confidence and evidence.
func (d *draft) judged(v idempotency.Verdict) *draft {
	d.Confidence = min(d.Confidence, verdictConfidence(v))
	return d.evidence(v)
}

// whateverMethod says that the verdict on the method does not matter.
func (d *draft) whateverMethod() *draft {
	d.regardless = true
	return d
}

// evidence adds the places on which a write was judged.
func (d *draft) evidence(v idempotency.Verdict) *draft {
	for _, e := range v.Evidence {
		if e.At.Valid() {
			d.Related = append(d.Related, finding.Related{At: e.At, Message: toldBy(e, v)})
		}
	}
	return d
}

// toldBy words one piece of evidence: what speaks for a write, or what was
// looked at as its idempotency key.
func toldBy(e idempotency.Evidence, v idempotency.Verdict) lang.Text {
	switch {
	case e.Kind != "key":
		return lang.T("judged a write: %s", e.Text)
	case v.Key != "":
		return lang.T("idempotency key: %s", e.Text)
	}
	return lang.T("no idempotency key: %s", e.Text)
}

// atSetting moves the finding to a setting that belongs to the reference
// itself; a setting from elsewhere stays a related place.
func (d *draft) atSetting(o effective.Origin) *draft {
	if o.At.Valid() && d.ref != nil && d.ref.At.File == o.At.File &&
		(o.Level == effective.AtReference || o.Level == effective.AtMethod) {
		d.At = o.At
	}
	return d
}

// at moves the finding to a place, if it is one.
func (d *draft) at(s source.Span) *draft {
	if s.Valid() {
		d.At = s
	}
	return d
}

// sure sets the confidence, if it is lower than what is known already.
func (d *draft) sure(c finding.Confidence) *draft {
	d.Confidence = min(d.Confidence, c)
	return d
}

// also adds a related place.
func (d *draft) also(at source.Span, format string, args ...any) *draft {
	if at.Valid() {
		d.Related = append(d.Related, finding.Related{At: at, Message: lang.T(format, args...)})
	}
	return d
}

// fix adds fixes, skipping those that could not be written: in a class file
// none can.
func (d *draft) fix(fixes ...*finding.Fix) *draft {
	compiled := func(e finding.Edit) bool { return e.At.File != nil && e.At.File.Listing }
	for _, f := range fixes {
		if f != nil && !slices.ContainsFunc(f.Edits, compiled) {
			d.Fixes = append(d.Fixes, *f)
		}
	}
	return d
}

// cautious leaves the fixes of a finding of low confidence to who looks at them:
// where it is wrong, the edit changes something else.
func (d *draft) cautious() {
	if d.Confidence > finding.Low {
		return
	}
	for i := range d.Fixes {
		d.Fixes[i].Safe = false
	}
}
