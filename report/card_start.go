package report

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// checkMeaning says what happens while no provider is there.
func checkMeaning(r *effective.Reference) lang.Text {
	missing := lang.T("no provider is registered")
	if u := r.URL.V; u != "" && !strings.HasPrefix(u, "registry:") && !strings.HasPrefix(u, "service-discovery-registry:") {
		missing = lang.T("the address of url does not answer")
	}
	switch {
	case !r.Check.Known || r.Fails != nil:
		return lang.Text{}
	case !r.Check.V:
		return lang.T("startup succeeds while %s, and calls fail", missing)
	case r.Form == "api":
		return lang.T("the reference cannot be made while %s", missing)
	case startUnknown(r):
		return lang.Text{}
	case r.FailsAtUse():
		return lang.T("the first use of the bean fails while %s", missing)
	}
	return lang.T("startup fails while %s", missing)
}

// startUnknown reports whether it is not known when a missing provider is found
// out: without a version, and where annotated fields are reported to stay empty
// (DA303).
func startUnknown(r *effective.Reference) bool {
	v := versionOf(r)
	return v.IsZero() && r.FailsAtUse() || r.Form == "annotation" && v.Before("2.6.5")
}

func lazyMeaning(r *effective.Reference) lang.Text {
	if !r.Lazy.V {
		return lang.Text{}
	}
	return lang.T("the connection waits for the first call, the check does not")
}

// initMeaning: annotated references are injected, and so made at the start.
func initMeaning(r *effective.Reference) lang.Text {
	switch {
	case !r.Init.Known || r.Form != "xml":
		return lang.Text{}
	case r.Init.V:
		return lang.T("the reference is made at the start")
	case r.FailsAtUse():
		return lang.T("the reference is made at its first use")
	}
	return lang.Text{}
}
