package dubbo

import (
	"slices"
	"strings"
)

// layerWords name the layers in a list; those with an id and those that fill
// are told apart where both stand in one order.
var layerWords = [...]string{
	BeanLayer: "the written attribute", OuterLayer: "the consumer's or provider's value",
	JVMID: "-D with the id", JVM: "-D", EnvID: "environment with the id", Env: "environment", EnvIfBean: "environment (where the attribute is written)",
	CenterID: "config center with the id", Center: "config center", SpringID: "Spring with the id", Spring: "Spring (application.yml)",
	FileID: "dubbo.properties with the id", File: "dubbo.properties", LegacyFile: "the old keys in dubbo.properties",
	JVMFill: "-D without interface", EnvFill: "environment without interface", CenterFill: "config center without interface",
	SpringFill: "Spring without interface", FileFill: "dubbo.properties without interface",
}

// String lists the layers, strongest first.
func (o *Order) String() string {
	words := make([]string, len(o.Layers))
	for i, l := range o.Layers {
		words[i] = layerWords[l]
	}
	return strings.Join(words, " > ")
}

// orderChanges lists the objects that read their sources in another order.
// Kinds of applications that change alike are told once.
func orderChanges(from, to Version) []Change {
	var out []Change
	for _, kind := range []struct {
		kind ObjectKind
		name string
	}{{GeneralObject, "consumer, provider, registry, ..."}, {EndObject, "reference, service"}, {MethodObject, "method"}} {
		var mine []Change
		for _, who := range []struct {
			id, boot bool
			words    string
		}{{false, false, ""}, {true, false, " with an id"}, {false, true, " of Spring Boot"}, {true, true, " of Spring Boot with an id"}} {
			a, b := OrderOf(kind.kind, from, who.id, who.boot), OrderOf(kind.kind, to, who.id, who.boot)
			if a == nil || b == nil || a.String() == b.String() {
				continue
			}
			c := Change{"sources of " + kind.name + who.words + ", strongest first", a.String(), b.String(), a.Proof + "; " + b.Proof}
			if !slices.ContainsFunc(mine, func(o Change) bool { return o.Before == c.Before && o.After == c.After }) {
				mine = append(mine, c)
			}
		}
		out = append(out, mine...)
	}
	return out
}
