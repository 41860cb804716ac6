package idempotency

import "github.com/dubboaudit/dubboaudit/lang"

// serviceWords end the name of an interface behind what it is about.
var serviceWords = set("service services api rpc facade provider client interface dubbo manager remote")

// logs lets the interface tell what a bare verb creates: UserLogService.insert
// adds a line to a log.
func (d *draft) logs() {
	if d.Kind != Write || d.Money || d.Strength < A || d.judge.words[split(d.Method)[0]].class != creating || len(clause(split(d.Method))) > 2 {
		return
	}
	last := subject(d.Interface)
	if rest := split(d.Method)[1:]; !logNouns[last] && last != "sms" || len(rest) > 0 && !bareWords[rest[0]] {
		return
	}
	d.Strength, d.confidence = B, medium
	d.add(Evidence{Kind: "interface", Text: lang.T("the interface %s is about a %s", simple(d.Interface), last)})
}

// subject is what an interface is about by its name: "log" for UserLogService.
func subject(iface string) string {
	words := split(simple(iface))
	for len(words) > 1 && serviceWords[words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// bareWords stand behind a verb without telling what it is about.
var bareWords = set("one selective batch list all data entity record bean info")

// queryWords in an interface's name tell that it only reads.
var queryWords = set("query queries search reader finder")

// queries lets the interface's name decide where the method's begins with a
// word that is as often a noun: OrderQueryService.orderItem reads an item.
func (d *draft) queries() {
	if d.Kind != Write || d.Money || d.confidence > medium || !d.judge.words[split(d.Method)[0]].noun {
		return
	}
	if iface := simple(d.Interface); hasAny(split(iface), queryWords) {
		d.becomes(Read, NoStrength, low)
		e := Evidence{Kind: "interface", Text: lang.T("the interface %s reads", iface)}
		if d.Type != nil {
			e.At = d.Type.At
		}
		d.add(e)
	}
}
