package rules

import (
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// spread reports something that is wrong with several calls of a reference:
// once for each write, where it does harm, or else once for the reference as
// a whole, so that twenty reading methods do not make twenty findings. say
// gets the call with its words ("get (and 4 more methods)") and reports.
func (p *Pass) spread(calls []*effective.Call, say func(c *effective.Call, words lang.Text, write bool) *draft) {
	writes := 0
	for _, c := range calls {
		if !p.surelyWrites(c) {
			continue
		}
		writes++
		d := say(c, who([]*effective.Call{c}), true)
		switch {
		case d == nil:
		case d.regardless:
			d.evidence(p.Verdict(c))
		default:
			d.judged(p.Verdict(c))
		}
	}
	if writes > 0 || len(calls) == 0 {
		return
	}
	if d := say(calls[0], who(calls), false); d != nil {
		d.wholeReference()
	}
}

// surelyWrites leaves out writes of low confidence: where a setting does not
// do what it says, a certain warning is worth more than a doubtful error.
func (p *Pass) surelyWrites(c *effective.Call) bool {
	v := p.Verdict(c)
	return isWrite(v) && verdictConfidence(v) > finding.Low
}

// wholeReference turns a finding about a call into one about its reference.
func (d *draft) wholeReference() *draft {
	d.call = nil
	d.Subject = d.ref.Name()
	return d
}

// matching returns the calls of a reference that can be made and match.
func matching(ref *effective.Reference, match func(*effective.Call) bool) []*effective.Call {
	var out []*effective.Call
	for _, c := range ref.Calls {
		if c.Fails == nil && !c.Never() && match(c) {
			out = append(out, c)
		}
	}
	return out
}

// errorOnWrite is an error on a write, else a warning.
func errorOnWrite(write bool) finding.Severity {
	if write {
		return finding.Error
	}
	return finding.Warning
}

// noteWhenOnce lowers a severity to a note where the call runs once all the
// same.
func noteWhenOnce(c *effective.Call, sev finding.Severity) finding.Severity {
	if executions(c) == 1 {
		return finding.Note
	}
	return sev
}
