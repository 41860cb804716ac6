package report

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
)

// checkMeaning says what happens while no provider is there.
func checkMeaning(r *effective.Reference) string {
	missing := "no provider is registered"
	if u := r.URL.V; u != "" && !strings.HasPrefix(u, "registry:") && !strings.HasPrefix(u, "service-discovery-registry:") {
		missing = "the address of url does not answer"
	}
	switch {
	case !r.Check.Known || r.Fails != nil:
		return ""
	case !r.Check.V:
		return "startup succeeds while " + missing + ", and calls fail"
	case r.Form == "api":
		return "the reference cannot be made while " + missing
	case startUnknown(r):
		return ""
	case r.FailsAtUse():
		return "the first use of the bean fails while " + missing
	}
	return "startup fails while " + missing
}

// startUnknown reports whether it is not known when a missing provider is found
// out: without a version, and where annotated fields are reported to stay empty
// (DA303).
func startUnknown(r *effective.Reference) bool {
	v := versionOf(r)
	return v.IsZero() && r.FailsAtUse() || r.Form == "annotation" && v.Before("2.6.5")
}

func lazyMeaning(r *effective.Reference) string {
	if !r.Lazy.V {
		return ""
	}
	return "the connection waits for the first call, the check does not"
}

// initMeaning: annotated references are injected, and so made at the start.
func initMeaning(r *effective.Reference) string {
	switch {
	case !r.Init.Known || r.Form != "xml":
		return ""
	case r.Init.V:
		return "the reference is made at the start"
	case r.FailsAtUse():
		return "the reference is made at its first use"
	}
	return ""
}
