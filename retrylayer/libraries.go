package retrylayer

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

// guava reads Retryer.call(callable) of guava-retrying. Without a condition on
// exceptions it runs nothing again.
func (w *wrapper) guava() bool {
	if w.method != "call" && w.method != "wrap" {
		return false
	}
	d := w.define(w.frame.piece(w.use.recv, w.use.name-1), "Retryer")
	l := &Layer{Kind: Guava, Name: lang.Verbatim("Retryer")}
	if !d.has("RetryerBuilder") {
		w.stop(w.use.name) // on what it runs again is not known
		return true
	}
	all := d.has("retryIfRuntimeException")
	for _, p := range d.named("retryIfException") {
		all = all || p.lo == p.hi // else a predicate decides
	}
	if types := d.classes("retryIfExceptionOfType"); !all && (len(types) == 0 || !w.rethrows(w.thrown, types, nil)) {
		w.stop(w.use.name)
		return true
	}
	switch n, found, known := d.agreed("stopAfterAttempt"); {
	case known:
		l.Attempts, l.From = n, lang.Verbatim("stopAfterAttempt")
	case found:
		l.Unknown = lang.T("%s is given no number in the code", "stopAfterAttempt")
	case d.has("stopAfterDelay"):
		l.Unknown = lang.T("its time limit decides")
	default:
		l.Unknown = lang.T("nothing bounds it")
	}
	for _, p := range d.named("stopAfterDelay") {
		l.Budget = w.duration(p)
	}
	for _, p := range d.named("fixedWait") {
		l.Delay = w.duration(p)
	}
	w.done(l)
	w.thrown = "com.github.rholder.retry.RetryException"
	return true
}

// failsafe reads Failsafe.with(policies).get(lambda).
func (w *wrapper) failsafe() bool {
	if !strings.HasPrefix(w.method, "get") && !strings.HasPrefix(w.method, "run") {
		return false
	}
	d := w.define(w.frame.piece(w.use.recv, w.use.name-1), "")
	if !d.has("RetryPolicy", "RetryPolicyBuilder") || d.has("handleIf", "abortIf", "abortWhen") ||
		!w.rethrows(w.thrown, d.classes("handle", "retryOn"), d.classes("abortOn")) {
		w.stop(w.use.name)
		return true
	}
	l := &Layer{Kind: Failsafe, Name: lang.Verbatim("Failsafe"), Attempts: 3, From: lang.T("its default")}
	if n, found, known := d.agreed("withMaxRetries"); found {
		l.Attempts, l.From = n+1, lang.Verbatim("withMaxRetries")
		l.unless(known && n >= 0, lang.T("%s is given no number in the code", "withMaxRetries"))
	}
	if n, found, known := d.agreed("withMaxAttempts"); found {
		l.Attempts, l.From = n, lang.Verbatim("withMaxAttempts")
		l.unless(known && n > 0, lang.T("%s is given no number in the code", "withMaxAttempts"))
	}
	for _, p := range append(d.named("withDelay"), d.named("withBackoff")...) {
		l.Delay = w.duration(p)
	}
	for _, p := range d.named("withMaxDuration") {
		l.Budget = w.duration(p)
	}
	w.done(l)
	if d.has("Fallback", "withFallback") {
		w.stop(w.use.name)
	}
	return true
}

// unless forgets the number where it is not known.
func (l *Layer) unless(known bool, why lang.Text) {
	if !known {
		l.Attempts, l.From, l.Unknown = 0, lang.Text{}, why
	}
}

// reactor reads Mono.fromCallable(lambda).retry(n) and its kin. What stands
// between them and handles the error ends the way.
func (w *wrapper) reactor() bool {
	for _, u := range w.c.chain(w.use.next) {
		name := w.c.text(u.name)
		args := w.frame.piece(u.open+1, u.next-1)
		switch {
		case strings.HasPrefix(name, "onError"):
			return false
		case name == "retry" && args.lo == args.hi:
			w.layer(&Layer{Kind: Reactor, Name: lang.Verbatim("retry()"), Unknown: lang.T("nothing bounds it")})
			return true
		case name == "retry":
			n, ok := w.number(args)
			if !ok {
				return false // a predicate may decide
			}
			w.layer(&Layer{Kind: Reactor, Name: lang.Verbatim("retry(" + w.c.join(args.lo, args.hi) + ")"), Attempts: n + 1, From: lang.T("its argument")})
			return true
		case name == "retryWhen":
			return w.retryWhen(args)
		}
	}
	return false
}

// retryWhen reads Retry.backoff(n, delay), fixedDelay and max.
func (w *wrapper) retryWhen(args piece) bool {
	d := w.define(args, "")
	if d.has("filter") {
		return false
	}
	for _, name := range []string{"backoff", "fixedDelay", "max"} {
		if calls := d.named(name); len(calls) > 0 {
			p := calls[0]
			n, ok := w.number(p.first())
			l := &Layer{Kind: Reactor, Name: lang.Verbatim("retryWhen"), Attempts: n + 1, From: lang.Verbatim("Retry." + name)}
			l.unless(ok, lang.T("%s is given no number in the code", "Retry."+name))
			if p.first().hi < p.hi {
				l.Delay = w.duration(piece{p.c, p.first().hi + 1, p.hi, p.typ})
			}
			w.layer(l)
			return true
		}
	}
	return false
}
