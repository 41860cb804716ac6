package trace

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/lang"
)

// caught is an insert whose unique-key violation is caught.
func (m *method) caught(f found) Place {
	p := Place{Status: Unknown}
	lookup := lang.T("the exception of a unique key is caught")
	if f.Unique != nil {
		lookup = lang.T("the unique key (%s) of %s refuses a second row, and its exception is caught", columns(f.Unique), f.Table)
		p.at(f.Unique.At, "the unique key")
	}
	answer := lang.T("what the method then returns was not found")
	for i := len(f.Path) - 1; i >= 0; i-- {
		h, ok := f.handler(f.Path[i], ofUniqueKey)
		if !ok {
			continue
		}
		p.Status, answer = OK, lang.T("the method goes on as if it had written")
		switch h.Ends {
		case callgraph.Returns:
			answer = lang.T("the handler answers by %s", h.Text)
		case callgraph.Throws:
			p.Status, answer = Broken, lang.T("a second execution is refused with an exception instead of the earlier result")
		}
		p.at(h.At, "its handler: %s", answer)
		break
	}
	p.Message = lang.T("lookup: %s; comparison: the input is not compared; return: %s", lookup, answer)
	p.Locations = append(p.Locations, Location{f.At, f.Text})
	return p
}

// ofUniqueKey tells handlers of the exceptions of a unique key.
func ofUniqueKey(h callgraph.Handler) bool {
	return slices.ContainsFunc(h.Types, func(t string) bool { return strings.Contains(t, "Duplicate") || strings.Contains(t, "Integrity") })
}
