package rules

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// unknownMethod stands for the methods of an interface that was not found.
const unknownMethod = "*"

// settingConfidence says how sure the effective settings are: what a fork or
// an unmeasured version does is assumed. The doubts do not add up with those
// about the verdict, the greater one counts.
// A method that nobody calls where the reference stands is not likely to be
// called through it.
func settingConfidence(c *effective.Call) finding.Confidence {
	if c.Uncalled() {
		return finding.Low
	}
	if len(c.Unsure) > 0 || !c.Ref.App.Version.Exact() {
		return finding.Medium
	}
	return finding.High
}

func verdictConfidence(v idempotency.Verdict) finding.Confidence {
	c, err := finding.ParseConfidence(v.Confidence)
	if err != nil {
		return finding.Low
	}
	return c
}

func isWrite(v idempotency.Verdict) bool { return v.Kind == idempotency.Write }

// writeSeverity is an error for a certain write and a warning for a likely
// one, one level down where something guards the write.
func writeSeverity(c *effective.Call, v idempotency.Verdict) finding.Severity {
	sev := finding.Warning
	if v.Strength == idempotency.A {
		sev = finding.Error
	}
	if v.Mitigated() || c.Mode != effective.Sync {
		return sev.Down()
	}
	return sev
}

// onlyIf says on what a mitigated write depends, nothing for another.
func onlyIf(v idempotency.Verdict) lang.Text {
	switch {
	case v.Key != "":
		return lang.T("; safe only if the provider enforces %s", v.Key)
	case v.Mitigated():
		return lang.T("; safe only if %s really drops repeated calls", v.Guard)
	}
	return lang.Text{}
}

// executions returns how often the call may run while the caller waits, 0
// where that is not decided.
func executions(c *effective.Call) int {
	if !c.Executions.Known {
		return 0
	}
	return c.Executions.V
}

// repeats reports whether the failover cluster tries the call again. Other
// clusters run a call more than once too, and so does a mock with a direct
// url, but not for their retries.
func repeats(c *effective.Call) bool {
	n := executions(c)
	if callsAgain(c) {
		n--
	}
	return n > 1 && c.Cluster.V == dubbo.DefaultCluster
}
