package retrylayer

import (
	"fmt"
	"strings"
	"time"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// resilienceDefault is RetryConfig.DEFAULT_MAX_ATTEMPTS, resilienceDelay its
// DEFAULT_WAIT_DURATION.
const (
	resilienceDefault = 3
	resilienceDelay   = 500 * time.Millisecond
)

// resilience adds what @Retry(name = "x") of Resilience4j does.
func (s *state) resilience(a *decl.Annotation) {
	if !strings.HasPrefix(s.resolve(a.Name, s.frame.typ), "io.github.resilience4j.") {
		return
	}
	name, ok := s.app.Constant(a.Arg("name"), s.frame.typ)
	l := &Layer{Kind: Resilience4j, Name: lang.Verbatim("@Retry"), At: a.At}
	if !ok {
		l.Unknown = lang.T("its name is not known")
	} else if !s.instance(l, name) {
		return
	}
	if l.Attempts != 1 {
		s.add(l)
	}
	if a.Arg("fallbackMethod") != nil {
		s.way.Swallowed = a.At
	}
}

// instance reads the properties of an instance. It reports false where that
// does not run again on the exception at hand.
func (s *state) instance(l *Layer, name string) bool {
	prefixes := []string{"resilience4j.retry.instances." + name + ".", "resilience4j.retry.backends." + name + "."}
	base := "default"
	for _, p := range prefixes {
		if b := s.app.Property(p + "baseConfig"); b != nil && b.Known {
			base = b.Value
		}
	}
	prefixes = append(prefixes, "resilience4j.retry.configs."+base+".")
	if !s.rethrows(s.thrown, s.listed(prefixes, "retryExceptions"), s.listed(prefixes, "ignoreExceptions")) {
		return false
	}
	l.Attempts, l.From, l.Delay = resilienceDefault, lang.T("its default"), s.pause(prefixes)
	if len(s.app.Unread) > 0 {
		l.unless(false, lang.T("its instance %s may be configured outside of the files", name))
	}
	for _, key := range []string{"maxAttempts", "maxRetryAttempts"} {
		for _, p := range prefixes {
			v := s.app.Property(p + key)
			if v == nil {
				continue
			}
			n, isNumber := literal(v.Value)
			l.Attempts, l.From, l.Unknown = n, lang.T("the instance %s", name), lang.Text{}
			l.unless(v.Known && isNumber && n > 0, lang.T("%s is not a known number", p+key))
			return true
		}
	}
	return true
}

// pause is the waitDuration of an instance, 0 where it is not known.
func (s *state) pause(prefixes []string) time.Duration {
	for _, p := range prefixes {
		v := s.app.Property(p + "waitDuration")
		if v == nil {
			continue
		}
		if ms, ok := literal(v.Value); ok {
			return time.Duration(ms) * time.Millisecond
		}
		d, err := time.ParseDuration(strings.ToLower(strings.TrimPrefix(v.Value, "PT")))
		if err != nil {
			return 0
		}
		return d
	}
	return resilienceDelay
}

// listed are the entries of a list of class names.
func (s *state) listed(prefixes []string, key string) []string {
	for _, p := range prefixes {
		var list []string
		for i := range 20 {
			v := s.app.Property(fmt.Sprintf("%s%s[%d]", p, key, i))
			if v == nil {
				break
			}
			list = append(list, v.Value)
		}
		if v := s.app.Property(p + key); v != nil && len(list) == 0 {
			for x := range strings.SplitSeq(v.Value, ",") {
				list = append(list, strings.TrimSpace(x))
			}
		}
		if len(list) > 0 {
			return list
		}
	}
	return nil
}

// resilience reads Retry.decorateSupplier(retry, lambda) and
// retry.executeSupplier(lambda).
func (w *wrapper) resilience() bool {
	switch {
	case strings.HasPrefix(w.method, "decorate") && w.arg == 1:
		return w.configured(w.frame.piece(w.open+1, w.next-1).first())
	case strings.HasPrefix(w.method, "execute") && w.arg == 0:
		return w.configured(w.frame.piece(w.use.recv, w.use.name-1))
	}
	return false
}

// decorators reads Decorators.ofSupplier(lambda).withRetry(retry).
func (w *wrapper) decorators() bool {
	for _, u := range w.c.chain(w.use.next) {
		switch name := w.c.text(u.name); {
		case name == "withFallback":
			w.stop(u.name)
			return true
		case name == "withRetry":
			w.configured(w.frame.piece(u.open+1, u.next-1).first())
		}
	}
	return true
}

// configured adds the layer of a Retry object.
func (w *wrapper) configured(retry piece) bool {
	d := w.define(retry, "")
	l := &Layer{Kind: Resilience4j, Name: lang.Verbatim("Retry"), Delay: resilienceDelay}
	if d.has("retryOnException", "ofName") ||
		!w.rethrows(w.thrown, d.classes("retryExceptions"), d.classes("ignoreExceptions")) {
		w.stop(w.use.name)
		return true
	}
	switch n, found, known := d.agreed("maxAttempts"); {
	case known:
		l.Attempts, l.From = n, lang.Verbatim("maxAttempts")
	case found:
		l.Unknown = lang.T("%s is given no number in the code", "maxAttempts")
	case d.has("ofDefaults"):
		l.Attempts, l.From = resilienceDefault, lang.T("its default")
	default:
		l.Unknown = lang.T("its configuration was not found")
		w.named(l, d)
	}
	for _, p := range d.named("waitDuration") {
		l.Delay = w.duration(p)
	}
	w.done(l)
	return true
}

// named reads the instance that registry.retry("name") returns.
func (w *wrapper) named(l *Layer, d *definition) {
	for _, p := range d.named("retry") {
		if text := p.c.text(p.lo); strings.HasPrefix(text, `"`) {
			w.instance(l, strings.Trim(text, `"`))
			return
		}
	}
}
