package effective

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
)

// mixTimeouts leaves the timeout of calls undecided where this version gives
// references of one service each other's timeouts (dubbo.MixedTimeouts). The
// candidates stay as losers.
func (r *resolver) mixTimeouts(refs []*Reference) {
	if !dubbo.MixedTimeouts.Has(r.v) {
		return
	}
	type method struct{ service, name string }
	rivals := map[method][]*Call{}
	for _, ref := range refs {
		if ref.Name() == "" || ref.target().URL.V != "" {
			continue
		}
		for _, c := range ref.Calls {
			key := method{ref.serviceKey(), c.Method}
			rivals[key] = append(rivals[key], c)
		}
	}
	for _, calls := range rivals {
		mixTimeout(calls)
	}
}

func mixTimeout(calls []*Call) {
	quirk := dubbo.QuirkByID(dubbo.MixedTimeouts)
	var candidates []Loser
	differ := false
	for _, c := range calls {
		differ = differ || c.Timeout.Known != calls[0].Timeout.Known || c.Timeout.V != calls[0].Timeout.V
		if c.Timeout.Known {
			candidates = append(candidates, Loser{Raw: c.Timeout.Raw, Value: c.Timeout.V.String(), From: c.Timeout.From, Quirk: quirk.ID, Reason: quirk.Reason})
		}
	}
	if !differ {
		return
	}
	for _, c := range calls {
		c.Timeout.Known, c.Timeout.V = false, 0
		c.Timeout.Unknown = quirk.Reason
		c.Timeout.From = Origin{Level: VersionQuirk, At: c.Timeout.From.At, Quirk: quirk.ID}
		c.Timeout.Shadowed = append(candidates[:len(candidates):len(candidates)], c.Timeout.Shadowed...)
		c.WorstCase = 0
	}
}
