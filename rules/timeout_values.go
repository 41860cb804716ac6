package rules

import (
	"slices"
	"strconv"
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// Limits of a sensible timeout. Below the first one somebody meant seconds.
const (
	secondsMeant = 50 * time.Millisecond
	longTimeout  = 60 * time.Second
	hugeTimeout  = 600 * time.Second
)

var timeoutUnit = &Rule{
	Info: finding.Info{
		ID: "DA203", Name: "timeout-unit", Severity: finding.Warning,
		Summary: "A timeout below 50 was meant in seconds, Dubbo counts milliseconds",
		Doc: `Dubbo's timeout is in milliseconds. timeout="3" gives up after 3 ms, so nearly every call fails, or is
repeated, while the provider does its work.`,
		Before:    `@DubboReference(timeout = 3)`,
		After:     `@DubboReference(timeout = 3000)`,
		Versions:  "every version",
		Guards:    []string{"silent: 0 and negative values (DA205), 50 ms and more"},
		Questions: []string{"timeout-order"},
		Proof:     []string{"measured: timeouts are milliseconds in every version (case retries)", "reported: OrderConsumerServiceImpl of a public project, timeout = 3 around a save"},
		Fix:       "Write milliseconds.",
	},
	Check: func(p *Pass) {
		p.writtenTimeouts(func(t writtenTimeout) *draft {
			if t.limit <= 0 || t.limit >= secondsMeant {
				return nil
			}
			ms := int(t.limit.Milliseconds())
			d := t.report(finding.Warning, lang.T("timeout=%d is %d ms, not seconds: every call that takes longer fails, and the provider works on. Set timeout to %d.", ms, ms, ms*1000))
			if d != nil {
				d.fix(change(t.from.At, t.raw, strconv.Itoa(ms*1000), lang.T("make it %d seconds", ms), false))
			}
			return d
		})
	},
}

var timeoutHuge = &Rule{
	Info: finding.Info{
		ID: "DA204", Name: "timeout-huge", Severity: finding.Warning,
		Summary: "A timeout of a minute or more holds the caller's thread",
		Doc: `A synchronous call keeps its thread until the timeout. With a minute or ten a stalled provider takes all
threads of the caller with it, and retries multiply the time.`,
		Before:    `<dubbo:reference id="report" interface="com.acme.ReportService" timeout="600000"/>`,
		After:     `<dubbo:reference id="report" interface="com.acme.ReportService" timeout="10000" async="true"/>`,
		Versions:  "every version",
		Guards:    []string{"silent: below 60,000 ms", "below 600,000 ms a note, and one for all places of an application that say the same"},
		Questions: []string{"nothing-set", "retries"},
		Proof:     []string{"measured: the caller waits executions x timeout, without a limit over all attempts (case retries)"},
		Fix:       "Set a timeout that a caller can wait for; start long work with a short call and ask for its result.",
	},
	Check: func(p *Pass) {
		like := alike{}
		p.writtenTimeouts(func(t writtenTimeout) *draft {
			sev, says, advice := finding.Note, t.holds(), lang.T("Set a timeout that a caller can wait for.")
			switch {
			case t.limit < longTimeout:
				return nil
			case t.limit >= hugeTimeout:
				sev = finding.Warning
			}
			d := t.report(sev, lang.T("%s. %s", says, advice))
			if d == nil || sev == finding.Warning {
				return d
			}
			return p.fold(like, d, says, advice, t.limit.Milliseconds(), t.inAll().Milliseconds())
		})
		for _, g := range like {
			g.tell()
		}
	},
}

var timeoutNonpositive = &Rule{
	Info: finding.Info{
		ID: "DA205", Name: "timeout-nonpositive", Severity: finding.Warning,
		Summary: "A timeout of 0 or less does not mean \"no limit\", it becomes 1000 ms",
		Doc: `Dubbo takes only positive timeouts. 0 and -1, written for "never", become the default of 1000 ms for
each attempt. In XML 0 is the same as absent, so that a value of the consumer or provider applies.`,
		Before:    `<dubbo:reference id="report" interface="com.acme.ReportService" timeout="-1"/>`,
		After:     `<dubbo:reference id="report" interface="com.acme.ReportService" timeout="30000"/>`,
		Versions:  "every version",
		Guards:    []string{"silent: -1 in @Method, which is DA406"},
		Questions: []string{"timeout-zero"},
		Quirks:    []dubbo.QuirkID{dubbo.NonPositiveTimeout},
		Proof:     []string{"measured: timeout=0 and timeout=-1 wait 1000 ms for each attempt (case retries)"},
		Fix:       "Write the limit in milliseconds.",
	},
	Check: func(p *Pass) {
		dropped := []dubbo.QuirkID{dubbo.NonPositiveTimeout, dubbo.XMLNoOp, dubbo.AnnotationDefaultDropped}
		for c := range p.calls() {
			tell := func(raw string, o effective.Origin) {
				p.aboutOrigin(c, o, finding.Warning, "timeout", "timeout=%s does not mean no limit: %s waits %d ms per attempt, which %s. Write the limit in milliseconds.",
					raw, c.Method, c.Timeout.V.Milliseconds(), comesFrom(c.Timeout.From))
			}
			if n, ok := number(c.Timeout.Raw); ok && n <= 0 {
				tell(c.Timeout.Raw, c.Timeout.From)
			}
			for _, l := range c.Timeout.Shadowed {
				if n, ok := number(l.Text()); ok && n <= 0 && slices.Contains(dropped, l.Quirk) {
					tell(l.Text(), l.From)
				}
			}
		}
	},
}

var timeoutUnsetWithRetries = &Rule{
	Info: finding.Info{
		ID: "DA206", Name: "timeout-unset-with-retries", Severity: finding.Note,
		Summary: "No timeout is set anywhere for a write that is retried: the default is 1000 ms",
		Doc: `Nobody chose the time after which a write is sent once more. The default of one second is shorter than
many writes take under load, which is exactly when repeating them hurts most.`,
		Before:    `<dubbo:reference id="orders" interface="com.acme.OrderService"/>`,
		After:     `<dubbo:reference id="orders" interface="com.acme.OrderService" timeout="5000" retries="0"/>`,
		Versions:  "every version",
		Guards:    []string{"silent: reads, calls that run once; shown as a line of DA101 or DA102 where these report the method"},
		Questions: []string{"nothing-set"},
		Proof:     []string{"measured: 3 executions at 0, 1.0 and 2.0 s with nothing set (case retries)"},
		Fix:       "Set a timeout that fits the method.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			if v := p.Verdict(c); isWrite(v) && byDefault(c.Timeout) && repeats(c) {
				p.aboutCall(c, finding.Note, "timeout", "%s is tried again after %d ms: no timeout is set at method, reference, consumer or provider. Set a timeout that fits the method.",
					c.Method, c.Timeout.V.Milliseconds()).judged(v)
			}
		}
	},
}

// writtenTimeout is one place where a timeout is written.
type writtenTimeout struct {
	limit time.Duration
	raw   string
	from  effective.Origin
	call  *effective.Call
	// report reports the place once.
	report func(sev finding.Severity, says lang.Text) *draft
}

// holds says how long a caller may wait, for one attempt and for all.
func (t writtenTimeout) holds() lang.Text {
	all := t.inAll()
	if all == 0 {
		return lang.T("timeout=%d holds the caller's thread for %.0f s", t.limit.Milliseconds(), t.limit.Seconds())
	}
	return lang.T("timeout=%d holds the caller's thread for %.0f s, %.0f s with its retries", t.limit.Milliseconds(), t.limit.Seconds(), all.Seconds())
}

// inAll is the time over all attempts, 0 where there is one.
func (t writtenTimeout) inAll() time.Duration {
	if t.call == nil || executions(t.call) < 2 {
		return 0
	}
	return t.call.WorstCase
}

// writtenTimeouts visits the timeouts that take effect on a call, and those
// that services publish.
func (p *Pass) writtenTimeouts(visit func(writtenTimeout) *draft) {
	for c := range p.calls() {
		if !c.Timeout.Known || byDefault(c.Timeout) {
			continue
		}
		visit(writtenTimeout{c.Timeout.V, c.Timeout.Raw, c.Timeout.From, c, func(sev finding.Severity, says lang.Text) *draft {
			return p.aboutOrigin(c, c.Timeout.From, sev, "timeout", "%s", says)
		}})
	}
	for _, app := range p.Model.Apps {
		for _, s := range app.Services {
			p.publishedTimeouts(s, visit)
		}
	}
}

func (p *Pass) publishedTimeouts(s *effective.Service, visit func(writtenTimeout) *draft) {
	for _, method := range sortedKeys(s.Published) {
		pub := s.Published[method]["timeout"]
		if pub.Setting == nil || !pub.Known {
			continue
		}
		ms, ok := number(pub.Value)
		if !ok {
			continue
		}
		o := effective.Origin{Level: pub.Level, At: pub.At}
		visit(writtenTimeout{time.Duration(ms) * time.Millisecond, pub.Value, o, nil, func(sev finding.Severity, says lang.Text) *draft {
			if !p.once(placeKey(s.App, "timeout", o.At)) {
				return nil
			}
			return p.aboutService(s, sev, "timeout", "%s", says).at(o.At)
		}})
	}
}
