package retrylayer

import (
	"strings"
	"time"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// springDefault is spring-retry's number of attempts (SimpleRetryPolicy,
// @Retryable), Spring Framework 7's one more: it counts retries.
const springDefault = 3

// retryable adds what @Retryable does: of spring-retry, or of Spring Framework
// 7, where something switches it on.
func (s *state) retryable(a *decl.Annotation) {
	framework := strings.HasPrefix(s.resolve(a.Name, s.frame.typ), "org.springframework.resilience.")
	if !s.mentions("EnableRetry") && !s.mentions("EnableResilientMethods") || isTrue(a.Arg("stateful")) ||
		a.Arg("exceptionExpression") != nil || a.Arg("predicate") != nil {
		return
	}
	on := s.classArgs(a, "value", "include", "retryFor", "includes")
	not := s.classArgs(a, "exclude", "noRetryFor", "excludes")
	l := &Layer{Kind: Retryable, Name: lang.Verbatim("@Retryable"), At: a.At, Attempts: springDefault, From: lang.T("its default")}
	if framework {
		l.Attempts++
	}
	if i := a.Arg("interceptor"); i != nil && i.Kind == decl.StringExpr && i.Text != "" {
		s.intercepted(l, i.Text)
	} else if !s.rethrows(s.thrown, on, not) {
		return
	}
	s.counted(l, a, "maxAttempts", 0)
	s.counted(l, a, "maxAttemptsExpression", 0)
	s.counted(l, a, "maxRetries", 1)
	s.counted(l, a, "maxRetriesString", 1)
	s.backoff(l, a)
	if l.Attempts == 1 {
		return
	}
	s.add(l)
}

// counted reads the number of an argument.
func (s *state) counted(l *Layer, a *decl.Annotation, arg string, more int) {
	e := a.Arg(arg)
	if e == nil {
		return
	}
	text, ok := s.app.Constant(e, s.frame.typ)
	text = strings.TrimSuffix(strings.TrimPrefix(text, "#{"), "}")
	n, isNumber := literal(text)
	if !ok || !isNumber || n < 1-more {
		l.Attempts, l.From, l.Unknown = 0, lang.Text{}, lang.T("%s is %s", arg, e.At.Text())
		return
	}
	l.Attempts, l.From, l.Unknown = n+more, lang.Verbatim(arg), lang.Text{}
}

func (s *state) backoff(l *Layer, a *decl.Annotation) {
	delay := a.Arg("delay")
	if b := a.Arg("backoff"); b != nil && b.Annotation != nil {
		if delay = b.Annotation.Arg("delay"); delay == nil {
			delay = b.Annotation.Arg("value")
		}
	}
	if delay == nil {
		l.Delay = time.Second // both have it by default
		return
	}
	if text, ok := s.app.Constant(delay, s.frame.typ); ok {
		if n, ok := literal(text); ok {
			l.Delay = time.Duration(n) * time.Millisecond
		}
	}
}

// intercepted reads the interceptor bean that @Retryable names.
func (s *state) intercepted(l *Layer, bean string) {
	l.Attempts, l.From, l.Unknown = 0, lang.Text{}, lang.T("its interceptor %s decides", bean)
	d := &definition{Finder: s.Finder}
	d.bean("RetryOperationsInterceptor")
	if n, _, ok := d.agreed("maxAttempts", "SimpleRetryPolicy"); ok && n > 0 {
		l.Attempts, l.From, l.Unknown = n, lang.T("the interceptor %s", bean), lang.Text{}
	}
}

func isTrue(e *decl.Expr) bool { return e != nil && e.Kind == decl.BoolExpr && e.Text == "true" }

// classArgs are the X.class of some arguments, by qualified names.
func (s *state) classArgs(a *decl.Annotation, names ...string) []string {
	var list []string
	for _, name := range names {
		e := a.Arg(name)
		if e == nil {
			continue
		}
		elems := []*decl.Expr{e}
		if e.Kind == decl.ArrayExpr {
			elems = e.Elems
		}
		for _, x := range elems {
			if x.Kind == decl.ClassExpr {
				list = append(list, s.resolve(x.Text, s.frame.typ))
			}
		}
	}
	return list
}

// template reads RetryTemplate.execute(callback, recovery).
func (w *wrapper) template() bool {
	if w.method != "execute" && w.method != "invoke" || w.arg != 0 {
		return false
	}
	d := w.define(w.frame.piece(w.use.recv, w.use.name-1), "RetryTemplate")
	l := &Layer{Kind: Template, Name: lang.Verbatim("RetryTemplate")}
	switch n, _, known := d.agreed("maxAttempts", "setMaxAttempts", "SimpleRetryPolicy", "MaxAttemptsRetryPolicy"); {
	case d.has("NeverRetryPolicy") || !w.rethrows(w.thrown, d.classes("retryOn", "put", "singletonMap", "includes"), d.classes("notRetryOn", "excludes")):
		return true
	case d.has("AlwaysRetryPolicy", "infiniteRetry"):
		l.Unknown = lang.T("nothing bounds it")
	case d.has("CompositeRetryPolicy", "ExceptionClassifierRetryPolicy", "customPolicy"):
		l.Unknown = lang.T("its policy decides by more than a number")
	case known:
		l.Attempts, l.From = n, lang.T("its policy")
	case d.has("withinMillis", "withTimeout", "TimeoutRetryPolicy"):
		l.Unknown = lang.T("its time limit decides")
	case d.has("maxAttempts", "setMaxAttempts", "SimpleRetryPolicy", "MaxAttemptsRetryPolicy", "maxRetries"):
		l.Unknown = lang.T("its policy's number is not in the code")
	case d.has("new", "builder"):
		l.Attempts, l.From = springDefault, lang.T("its default")
	default:
		l.Unknown = lang.T("where it is made was not found")
	}
	for _, name := range []string{"fixedBackoff", "setBackOffPeriod", "exponentialBackoff", "setInitialInterval"} {
		for _, p := range d.named(name) {
			l.Delay = w.duration(p)
		}
	}
	for _, name := range []string{"withinMillis", "withTimeout", "setTimeout", "TimeoutRetryPolicy"} {
		for _, p := range d.named(name) {
			l.Budget = w.duration(p)
		}
	}
	w.done(l)
	if comma := w.frame.piece(w.open+1, w.next-1); comma.first().hi < comma.hi {
		w.stop(w.open) // a recovery takes the exception
	}
	return true
}

// done adds a layer unless it runs the call once.
func (w *wrapper) done(l *Layer) {
	if l.Attempts != 1 {
		w.layer(l)
	}
}
