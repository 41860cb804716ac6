package dubbo

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
)

// layerWords name the layers in a list; those with an id and those that fill
// are told apart where both stand in one order.
var layerWords = [...]lang.Text{
	BeanLayer: lang.T("the written attribute"), OuterLayer: lang.T("the consumer's or provider's value"),
	JVMID: lang.T("-D with the id"), JVM: lang.Verbatim("-D"),
	EnvID: lang.T("environment with the id"), Env: lang.T("environment"), EnvIfBean: lang.T("environment (where the attribute is written)"),
	CenterID: lang.T("config center with the id"), Center: lang.T("config center"),
	SpringID: lang.T("Spring with the id"), Spring: lang.T("Spring (application.yml)"),
	FileID: lang.T("dubbo.properties with the id"), File: lang.Verbatim("dubbo.properties"), LegacyFile: lang.T("the old keys in dubbo.properties"),
	JVMFill: lang.T("-D without interface"), EnvFill: lang.T("environment without interface"), CenterFill: lang.T("config center without interface"),
	SpringFill: lang.T("Spring without interface"), FileFill: lang.T("dubbo.properties without interface"),
}

// Text lists the layers, strongest first.
func (o *Order) Text() lang.Text {
	words := make([]lang.Text, len(o.Layers))
	for i, l := range o.Layers {
		words[i] = layerWords[l]
	}
	return lang.Join(words, lang.Verbatim(" > "))
}

// orderKinds are the kinds of objects as a list of changes names them.
var orderKinds = []struct {
	kind ObjectKind
	name lang.Text
}{
	{GeneralObject, lang.T("consumer, provider, registry, ...")},
	{EndObject, lang.T("reference, service")},
	{MethodObject, lang.T("method")},
}

// orderChanges lists the objects that read their sources in another order.
// Kinds of applications that change alike are told once.
func orderChanges(from, to Version) []Change {
	type pair struct{ before, after *Order }
	var out []Change
	for _, k := range orderKinds {
		var told []pair
		for _, who := range [...]struct{ id, boot bool }{{false, false}, {true, false}, {false, true}, {true, true}} {
			a, b := OrderOf(k.kind, from, who.id, who.boot), OrderOf(k.kind, to, who.id, who.boot)
			if a == nil || b == nil || a.alike(b) {
				continue
			}
			if slices.ContainsFunc(told, func(o pair) bool { return o.before.alike(a) && o.after.alike(b) }) {
				continue
			}
			told = append(told, pair{a, b})
			out = append(out, Change{orderTopic(k.name, who.id, who.boot), a.Text(), b.Text(), lang.Join([]lang.Text{a.Proof, b.Proof}, lang.T("; "))})
		}
	}
	return out
}

// alike reports whether both are the same layers in the same order.
func (o *Order) alike(p *Order) bool { return slices.Equal(o.Layers, p.Layers) }

func orderTopic(kind lang.Text, id, boot bool) lang.Text {
	switch {
	case id && boot:
		return lang.T("sources of %s of Spring Boot with an id, strongest first", kind)
	case boot:
		return lang.T("sources of %s of Spring Boot, strongest first", kind)
	case id:
		return lang.T("sources of %s with an id, strongest first", kind)
	}
	return lang.T("sources of %s, strongest first", kind)
}
