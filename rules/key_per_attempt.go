package rules

import (
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/retrylayer"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var keyPerAttempt = &Rule{
	Info: finding.Info{
		ID: "DA106", Name: "key-per-attempt", Severity: finding.Error,
		Summary: "Every attempt of the code around the call makes a new idempotency key",
		Doc: `The provider can tell a repeated request from a new one only by a key that stays the same. A key that is
made inside of what runs again, in the body of a loop, in a lambda given to a retry library, in a method with
@Retryable or in a helper that one of these calls, is another one at each attempt: the write is stored as often
as it is tried, and every lookup by the key finds nothing. Dubbo's own retry is not meant: it sends the same
arguments again.`,
		Before: `for (int i = 0; i < 3; i++) {
    try {
        return orders.createOrder(UUID.randomUUID().toString(), item);
    } catch (RpcException e) {
        log.warn("again", e);
    }
}`,
		After: `String requestNo = UUID.randomUUID().toString();
for (int i = 0; i < 3; i++) { ... orders.createOrder(requestNo, item) ... }`,
		Versions: "every version",
		Guards: []string{
			"silent: the key is made outside of what runs again, or passed in",
			"silent: it is set only where the request has none yet, and the request is older than the attempt",
			"silent: a value that the input decides (UUID.nameUUIDFromBytes), a parameter or field that is not named like a key, a read",
			"a warning: the number of attempts is not known, as for a redelivered message; a key made in a service that Dubbo calls again",
			"a warning of low confidence: an interface of which only the class file is there, without names of parameters",
			"a note: a job that makes a key in each run; a controller that makes one, so that a reload or a second click is a new request",
		},
		Questions: []string{"nothing-set", "causes"},
		Proof: []string{
			"measured: a retry of Dubbo sends the same arguments (conformance, case retries: the provider sees equal arguments)",
			"simulated: one key for each attempt stores every attempt (docs/simulate.md)",
		},
		Fix: "Make the key before the first attempt and hand it in; best where the intent is born, at the client.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			if len(c.CalledAt) == 0 || p.Verdict(c).Kind == idempotency.Read {
				continue
			}
			var worst *keyed
			for _, w := range p.ways(c) {
				for _, k := range p.Keys(c, w) {
					if x := p.weigh(c, w, k); x != nil && (worst == nil || x.sev > worst.sev) {
						worst = x
					}
				}
			}
			if worst != nil {
				p.tellKey(c, worst)
			}
		}
	},
}

// keyed is a key with the way on which it is made and what that means.
type keyed struct {
	retrylayer.Key
	way  *retrylayer.Way
	sev  finding.Severity
	says lang.Text
	also *effective.Call // the call of Dubbo that runs the maker again
}

// weigh grades one key, nil where it does no harm.
func (p *Pass) weigh(c *effective.Call, w *retrylayer.Way, k retrylayer.Key) *keyed {
	x := &keyed{Key: k, way: w}
	switch l := k.Inside; {
	case l == nil:
		return p.outside(c, x)
	case l.Kind == retrylayer.Schedule:
		x.sev, x.says = finding.Note, lang.T("each run of the job %s makes a new one", l.Method)
	case l.Attempts == 0:
		x.sev, x.says = finding.Warning, lang.T("each attempt of %s makes a new one", named(l))
	default:
		x.sev, x.says = finding.Error, lang.T("each attempt of %s makes a new one", named(l))
	}
	if !p.surelyWrites(c) || k.Unnamed {
		x.sev = min(x.sev, finding.Warning)
	}
	return x
}

// outside grades a key that no layer of the code makes again: by a call of
// Dubbo that runs all of the service's method again, or by the next request.
func (p *Pass) outside(c *effective.Call, x *keyed) *keyed {
	for _, u := range p.upstream(c, x.way) {
		if repeats(u) {
			x.sev, x.also = finding.Warning, u
			x.says = lang.T("Dubbo may run %s %d times for one call of %s, and each makes a new one", last(x.way), executions(u), u.Ref.App.Name)
			return x
		}
	}
	if x.way.Entry != retrylayer.Web || !p.surelyWrites(c) {
		return nil
	}
	x.sev, x.says = finding.Note, lang.T("it dies with the request to %s, so that a reload or a second click makes a new one", last(x.way))
	return x
}

// last names the method where a way begins.
func last(w *retrylayer.Way) string {
	s := w.Steps[len(w.Steps)-1]
	return simpleName(s.Type, s.Type) + "." + s.Method
}

func (p *Pass) tellKey(c *effective.Call, x *keyed) {
	what := lang.T("the parameter %s", x.Name)
	switch {
	case x.Field:
		what = lang.T("the field %s", x.Name)
	case x.Unnamed:
		what = lang.T("a parameter whose name the class file does not keep")
	}
	d := p.aboutCall(c, x.sev, "key", "%s of %s is made by %s in %s: %s. The provider cannot tell a repeated request by it: make it before the first attempt and hand it in.",
		what, c.Method, x.Maker, x.Method, x.says).at(x.At)
	d.also(x.MakerAt, "%s makes a new one", x.Maker)
	if x.Inside != nil {
		d.layers(x.way, []*retrylayer.Layer{x.Inside})
	} else {
		d.layers(x.way, nil)
	}
	if x.also != nil {
		d.also(x.also.Ref.At, "%s of %s calls the service %s", x.also.Method, x.also.Ref.App.Name, last(x.way))
	}
	d.also(c.Ref.At, "the reference to %s", nameOf(c.Ref))
	d.judged(p.Verdict(c))
	if x.Unnamed {
		d.sure(finding.Low)
	}
}
