package retrylayer

import (
	"slices"
	"strings"
)

// rpcException is what a Dubbo call throws in the end, a RuntimeException.
const rpcException = "org.apache.dubbo.rpc.RpcException"

// general are the supertypes that every RuntimeException has.
var general = []string{"RuntimeException", "Exception", "Throwable", "Object"}

// unchecked are the JDK's own that code throws in place of a caught one.
var unchecked = []string{"IllegalStateException", "IllegalArgumentException", "UnsupportedOperationException"}

// isA tells whether an exception is one of a type, by qualified names; known
// is false where the trees do not tell.
func (f *Finder) isA(thrown, super string) (is, known bool) {
	switch name := simple(super); {
	case name == "Throwable" || name == "Exception":
		return true, true
	case thrown == "":
		return false, false
	case thrown == super, simple(thrown) == "RpcException" && name == "RpcException" && strings.Contains(super, "dubbo"):
		return true, true
	case thrown == rpcException:
		return slices.Contains(general, name), true
	}
	for range 8 {
		if thrown == super || simple(thrown) == simple(super) && strings.HasPrefix(super, "java.") {
			return true, true
		}
		if simple(thrown) == "RuntimeException" {
			return slices.Contains(general, simple(super)), true
		}
		if simple(thrown) == "Exception" {
			return slices.Contains(general[1:], simple(super)), true
		}
		t := f.types.Lookup(thrown)
		switch {
		case t == nil && slices.Contains(unchecked, simple(thrown)):
			thrown = "java.lang.RuntimeException"
		case t == nil || len(t.Extends) == 0:
			return false, false
		default:
			thrown = f.resolve(t.Extends[0].Name, t)
		}
	}
	return false, false
}

// rethrows tells whether a layer that runs again on some exceptions, all where
// there are none, and not on others, does so on the one at hand. It is false
// where that is not known.
func (f *Finder) rethrows(thrown string, on, notOn []string) bool {
	for _, x := range notOn {
		if is, known := f.isA(thrown, x); is || !known {
			return false
		}
	}
	if len(on) == 0 {
		return true
	}
	return slices.ContainsFunc(on, func(x string) bool {
		is, _ := f.isA(thrown, x)
		return is
	})
}

// thrownBy is the exception that a handler throws by the statement at a token:
// its own one again, a new one, or "" where that is not known.
func (fr *frame) thrownBy(f *Finder, h *node, at int, caught string) string {
	c := fr.code
	switch {
	case c.text(at+1) == "new":
		i := at + 2
		for c.word(i) && c.text(i+1) == "." {
			i += 2
		}
		return f.resolve(c.join(at+2, i+1), fr.typ)
	case h != nil && c.text(at+1) == c.text(h.headHi-1) && c.text(at+2) == ";":
		return caught
	}
	return ""
}
