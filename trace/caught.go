package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/callgraph"
)

// caught is an insert whose unique-key violation is caught.
func (m *method) caught(f found) Place {
	p := Place{Status: Unknown}
	lookup := "the exception of a unique key is caught"
	if f.Unique != nil {
		lookup = fmt.Sprintf("the unique key (%s) of %s refuses a second row, and its exception is caught", strings.Join(f.Unique.Columns, ", "), f.Table)
		p.Locations = append(p.Locations, Location{f.Unique.At, "the unique key"})
	}
	answer := "what the method then returns was not found"
	for i := len(f.Path) - 1; i >= 0; i-- {
		h, ok := f.handler(f.Path[i], ofUniqueKey)
		if !ok {
			continue
		}
		p.Status, answer = OK, "the method goes on as if it had written"
		switch h.Ends {
		case callgraph.Returns:
			answer = "the handler answers by " + h.Text
		case callgraph.Throws:
			p.Status, answer = Broken, "a second execution is refused with an exception instead of the earlier result"
		}
		p.Locations = append(p.Locations, Location{h.At, "its handler: " + answer})
		break
	}
	p.Message = fmt.Sprintf("lookup: %s; comparison: the input is not compared; return: %s", lookup, answer)
	p.Locations = append(p.Locations, Location{f.At, f.Text})
	return p
}

// ofUniqueKey tells handlers of the exceptions of a unique key.
func ofUniqueKey(h callgraph.Handler) bool {
	return slices.ContainsFunc(h.Types, func(t string) bool { return strings.Contains(t, "Duplicate") || strings.Contains(t, "Integrity") })
}
