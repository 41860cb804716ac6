package rules

import (
	"fmt"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var sharedReference = &Rule{
	Info: finding.Info{
		ID: "DA409", Name: "shared-reference", Severity: finding.Error,
		Summary: "One service is referenced several times with different settings",
		Doc: `Up to 2.7.3 annotated references of the same interface, group and version share one bean, and the settings
of the one that was processed first hold for all. A retries = 0 in the class that creates orders is lost to a bare
@Reference elsewhere, and where it comes first today, that is an accident of the order in which Spring makes the
beans: a warning says so. From 2.7.4.1 on they are separate. In 3.x two fields of the same name with different settings
are reported to stop the start. Elsewhere different settings for one service are worth a look only.`,
		Before: `class Orders  { @Reference(retries = 0) OrderService orders; } // Dubbo 2.6.12
class Reports { @Reference OrderService orders; }`,
		After:     `class Reports { @Reference(retries = 0) OrderService orders; }`,
		Versions:  "up to 2.7.3: the first wins; 3.x with one field name: startup failure (reported); else a note",
		Guards:    []string{"silent: equal settings, another group or version, settings of a method that one of the two never calls", "a note: the call runs once all the same, or a read has another timeout"},
		Questions: []string{"shared-reference"},
		Quirks:    []dubbo.QuirkID{dubbo.SharedReference},
		Proof: []string{
			"measured: across classes, too (case annotation, annotation-classes)",
			"reported, not measured, for 3.x: apache/dubbo#8221",
		},
		Fix: "Give all references of the service the same settings, best in one place.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			switch {
			case ref.SharedWith != nil:
				p.sharedBean(ref)
			case ref.Fails != nil && ref.Fails.Quirk == dubbo.SharedReference:
				p.aboutReference(ref, finding.Error, "reference", "another reference of the same field name has other settings, which is reported to stop the start in %s. Give both the same settings, or another field name.",
					version(ref.App)).sure(finding.Medium).also(ref.Fails.At, "the other reference")
			}
		}
		for _, app := range p.Model.Apps {
			p.madeFirst(app)
			p.differentSettings(app)
		}
	},
}

// sharedBean reports a reference whose settings lost to an earlier one's.
func (p *Pass) sharedBean(ref *effective.Reference) {
	calls := matching(ref, func(c *effective.Call) bool { return len(lostToShared(c)) > 0 })
	p.spread(calls, func(c *effective.Call, words lang.Text, write bool) *draft {
		lost := lostToShared(c)[0]
		return p.aboutCall(c, harm(c, lost.name, write), lost.name, "%s=%s %s: %s %s. Give both the same settings.",
			lost.name, lost.value, sharing(ref), words, mayRun(c)).
			also(ref.SharedWith.At, "the reference whose settings hold").whateverMethod()
	})
	l := ref.Check.Lost(dubbo.SharedReference)
	if len(calls) == 0 && l != nil {
		p.aboutReference(ref, finding.Error, "check", "check=%s %s. Give both the same settings.",
			l.Text(), sharing(ref)).also(ref.SharedWith.At, "the reference whose settings hold")
	}
}

// harm grades a lost setting: an error where a write is repeated for it, and no
// more than a note where the call runs once all the same or only reads longer.
func harm(c *effective.Call, setting string, write bool) finding.Severity {
	switch {
	case executions(c) == 1, setting == "timeout" && !write:
		return finding.Note
	case setting == "timeout":
		return finding.Warning
	}
	return errorOnWrite(write)
}

// sharing says that a reference has no bean of its own. Which of two classes
// comes first is Spring's business.
func sharing(ref *effective.Reference) lang.Text {
	if ref.At.File == ref.SharedWith.At.File {
		return lang.T("has no effect: in %s this reference shares the bean of an earlier one, whose settings hold", version(ref.App))
	}
	return lang.T("may have no effect: in %s this reference shares one bean with another class's, and the one created first decides; if that is the other", version(ref.App))
}

// madeFirst reports a setting that keeps writes at one execution only while
// its reference is made before the others that share the bean. In which order
// Spring makes beans of several classes is not to be seen in the files.
func (p *Pass) madeFirst(app *effective.App) {
	sharing := map[*effective.Reference][]*effective.Reference{}
	for _, ref := range app.References {
		if ref.SharedWith != nil && ref.SharedWith.At.File != ref.At.File {
			sharing[ref.SharedWith] = append(sharing[ref.SharedWith], ref)
		}
	}
	for _, ref := range app.References {
		for _, name := range []string{"cluster", "retries"} {
			if others := without(name, sharing[ref]); len(others) > 0 && ref.Get(name) != nil {
				p.protectsFirst(ref, name, others)
			}
		}
	}
}

func without(setting string, refs []*effective.Reference) []*effective.Reference {
	var out []*effective.Reference
	for _, ref := range refs {
		if ref.Get(setting) == nil {
			out = append(out, ref)
		}
	}
	return out
}

func (p *Pass) protectsFirst(ref *effective.Reference, name string, others []*effective.Reference) {
	at := ref.Get(name).At
	var writes []*effective.Call
	seen := map[string]bool{}
	for _, r := range append([]*effective.Reference{ref}, others...) {
		for _, c := range matching(r, func(c *effective.Call) bool { return executions(c) == 1 && p.surelyWrites(c) }) {
			if !seen[c.Method] && (name == "cluster" && c.Cluster.From.At == at || name == "retries" && c.Retries.From.At == at) {
				seen[c.Method] = true
				writes = append(writes, c)
			}
		}
	}
	if len(writes) == 0 {
		return
	}
	d := p.aboutReference(ref, finding.Warning, name,
		"%s=%s holds for %s only while this reference is made first: in %s it shares its bean with %s. Give all the same settings.",
		name, ref.Get(name).Value, who(writes), version(ref.App),
		lang.N(len(others), "1 other reference that does not set it", "%d other references that do not set it")).
		numbers(writes[0]).sure(finding.Medium).at(at)
	for _, o := range others {
		d.also(o.At, "made first, this one decides")
	}
}

// lostToShared lists the settings of a call that an earlier reference beat.
func lostToShared(c *effective.Call) []setting {
	var out []setting
	for _, s := range settings(c) {
		for _, l := range s.shadowed {
			if l.Quirk == dubbo.SharedReference && l.Text() != s.value {
				out = append(out, setting{name: s.name, value: l.Text(), from: l.From})
			}
		}
	}
	return out
}

// differentSettings notes services that are referenced with different
// effective settings where each reference has its own.
func (p *Pass) differentSettings(app *effective.App) {
	first := map[string]*effective.Reference{}
	for _, ref := range app.References {
		if ref.Name() == "" {
			continue
		}
		key := fmt.Sprintf("%s/%s:%s@%s", ref.Group, ref.Name(), ref.Version, ref.URL.V)
		other := first[key]
		if other == nil {
			first[key] = ref
			continue
		}
		if ref.SharedWith != nil || ref.Fails != nil || ref.Generic || ref.Form == "api" {
			continue
		}
		if what := difference(other, ref); !what.IsZero() {
			p.aboutReference(ref, finding.Note, "reference", "%s is referenced elsewhere in the application with another %s. Give both the same settings, or say why they differ.",
				ref.Name(), what).also(other.At, "the other reference")
		}
	}
}

// difference names the first setting in which two references differ.
func difference(a, b *effective.Reference) lang.Text {
	methods := map[string]*effective.Call{}
	for _, c := range a.Calls {
		methods[c.Method] = c
	}
	for _, c := range b.Calls {
		o := methods[c.Method]
		switch {
		case o == nil, o.Never(), c.Never():
		case o.Retries.Known && c.Retries.Known && o.Retries.V != c.Retries.V:
			return differ("retries", o.Retries.V, c.Retries.V)
		case o.Timeout.Known && c.Timeout.Known && o.Timeout.V != c.Timeout.V:
			return differ("timeout", o.Timeout.V.Milliseconds(), c.Timeout.V.Milliseconds())
		case o.Cluster.Known && c.Cluster.Known && o.Cluster.V != c.Cluster.V:
			return differ("cluster", o.Cluster.V, c.Cluster.V)
		}
	}
	if a.Check.Known && b.Check.Known && a.Check.V != b.Check.V {
		return differ("check", a.Check.V, b.Check.V)
	}
	return lang.Text{}
}

func differ(setting string, there, here any) lang.Text {
	return lang.T("%s (%v, here %v)", setting, there, here)
}
