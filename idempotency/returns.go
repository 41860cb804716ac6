package idempotency

import "github.com/dubboaudit/dubboaudit/lang"

// futures are return types whose calls Dubbo does not try again.
var futures = set("CompletableFuture Future ListenableFuture CompletionStage Mono Flux")

// collections are return types that nobody gives a method which changes one
// thing.
var collections = set("List Set Map Collection Page PageInfo PageResult IPage Pager Iterable Iterator Stream")

// returns looks at the return type. A number or a boolean says nothing about
// a write; a collection tells a read where the name has no verb at all.
func (d *draft) returns() {
	if d.decl == nil {
		return
	}
	ret := d.decl.Return
	name := simple(ret.Name)
	e := Evidence{Kind: "return", At: ret.At}
	switch {
	case futures[name]:
		e.Text = lang.T("returns %s: an asynchronous call, which Dubbo does not try again after a timeout", name)
	case name == "void" && d.Kind == Write && d.Strength == B:
		e.Text = lang.T("returns nothing")
	case d.Kind == Unknown && (collections[name] || ret.Dims > 0):
		e.Text = lang.T("returns %s", ret.String())
		d.becomes(Read, NoStrength, low)
	default:
		return
	}
	d.add(e)
}
