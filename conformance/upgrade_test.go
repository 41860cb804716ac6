package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

// far are pairs of releases that owners move between, and that many cases ran
// on. Beside them each release is compared with the next one recorded: there
// every edge of a version range is crossed.
var far = [][2]string{
	{"2.5.10", "2.6.12"}, {"2.5.10", "3.3.6"}, {"2.6.2", "2.7.8"}, {"2.6.3", "2.7.23"}, {"2.6.12", "2.7.8"}, {"2.6.12", "3.3.6"},
	{"2.7.3", "2.7.8"}, {"2.7.5", "2.7.23"}, {"2.7.6", "2.7.8"}, {"2.7.8", "3.2.19"}, {"2.7.8", "3.3.6"}, {"2.7.23", "3.3.6"},
	{"3.0.4", "3.2.19"}, {"3.0.7", "3.3.6"}, {"3.2.19", "3.3.6"},
}

// upgrades lists the pairs to compare.
func upgrades(all []*Record) [][2]string {
	var releases []string
	for _, rec := range all {
		if !slices.Contains(releases, rec.Version) {
			releases = append(releases, rec.Version)
		}
	}
	slices.SortFunc(releases, func(a, b string) int { return dubbo.MustVersion(a).Compare(dubbo.MustVersion(b)) })
	out := slices.Clone(far)
	for i := range releases[1:] {
		out = append(out, [2]string{releases[i], releases[i+1]})
	}
	return out
}

// TestUpgrades proves what --target-version says: for a (case, reference,
// method) that both releases ran, it reports a change if and only if the
// records differ. The files are those for the lower release (its XML
// namespace, packages and annotation names), as somebody has them who asks
// before an upgrade; the record of the higher one was made with the same
// case in the names of that release.
func TestUpgrades(t *testing.T) {
	all, err := Records()
	if err != nil {
		t.Fatal(err)
	}
	byName, err := casesByName()
	if err != nil {
		t.Fatal(err)
	}
	runs := map[run][]*Record{}
	for _, rec := range all {
		if Left(rec) == "" {
			key := run{rec.Version, rec.Case}
			runs[key] = append(runs[key], rec)
		}
	}
	sum := tally{}
	for _, u := range upgrades(all) {
		for name, c := range byName {
			before, after := runs[run{u[0], name}], runs[run{u[1], name}]
			if len(before) == 0 || len(after) == 0 || c.Provider != "" || strings.HasPrefix(name, "governance-") {
				continue // the provider's release stays; a governance rule in force is named, not applied
			}
			m, _, err := c.Upgrade(dubbo.MustVersion(u[0]), dubbo.MustVersion(u[1]))
			if err != nil {
				t.Fatal(err)
			}
			for _, msg := range compareUpgrade(&sum, m, before, after) {
				t.Errorf("%s -> %s %s: %s", u[0], u[1], name, msg)
			}
		}
	}
	// Scripts look for this line.
	fmt.Printf("upgrade agreement %d of %d (%d of them changes)\n", sum.agreed, sum.compared, sum.changed)
	if sum.changed < 100 {
		t.Errorf("only %d changes were compared", sum.changed)
	}
}

// tally counts the comparisons of one setting of one (reference, method).
type tally struct{ compared, agreed, changed int }

func (s *tally) compare(changed, reported bool) bool {
	s.compared++
	if changed {
		s.changed++
	}
	if changed == reported {
		s.agreed++
	}
	return changed == reported
}

// compareUpgrade compares the records of a case at both ends with what the
// model and its target say, and returns the disagreements.
func compareUpgrade(sum *tally, m *effective.Model, before, after []*Record) []string {
	var out []string
	refs, targets := references(m), references(m.Target)
	if was, is, reported := starts(before, refs), starts(after, refs), startChanges(refs, targets); !sum.compare(was != is, reported) {
		out = append(out, fmt.Sprintf("%s -> %s; reported: %t", was, is, reported))
	}
	for _, a := range before {
		i := slices.IndexFunc(after, func(r *Record) bool { return r.Reference == a.Reference && r.Method == a.Method })
		j := slices.IndexFunc(refs, func(r *effective.Reference) bool { return r.ID == a.Reference || r.Field == a.Reference })
		if i < 0 || j < 0 || a.Failed() || after[i].Failed() {
			continue
		}
		k := slices.IndexFunc(refs[j].Calls, func(c *effective.Call) bool { return c.Method == a.Method })
		if k < 0 {
			out = append(out, a.Key()+": no such method was found")
			continue
		}
		for _, msg := range compareCalls(sum, refs[j].Calls[k], targets[j].Calls[k], a, after[i]) {
			out = append(out, a.Reference+"#"+a.Method+": "+msg)
		}
	}
	return out
}

// starts tells whether the consumer of a case came up, by its worst record.
// Where it fails counts only for a provider that is missing: what is refused
// for its configuration (a cluster that does not exist) never works.
func starts(records []*Record, refs []*effective.Reference) string {
	out := "starts"
	for _, r := range records {
		switch {
		case strings.HasPrefix(r.Outcome, "startup fails") && slices.ContainsFunc(refs, absent):
			return "the start fails"
		case r.Failed(), r.Outcome == "IllegalStateException no-provider":
			out = "the first use fails"
		}
	}
	return out
}

// startChanges reports whether a reference of the case is said to start in
// another way; what a missing provider does counts only where it is missing.
func startChanges(refs, targets []*effective.Reference) bool {
	for i, r := range refs {
		was, is := refusedAtStart(r), refusedAtStart(targets[i])
		if was != is || !was && absent(r) && len(r.ChangesTo(targets[i])) > 0 {
			return true
		}
	}
	return false
}

// refusedAtStart reports whether the configuration of a reference stops it.
func refusedAtStart(r *effective.Reference) bool {
	return r.Refused() || slices.ContainsFunc(r.Calls, func(c *effective.Call) bool { return c.Fails != nil && c.Fails.Setting == "cluster" })
}

// compareCalls compares what changed between two records of calls with what is
// reported. Each setting counts where both records can tell it.
func compareCalls(sum *tally, c, t *effective.Call, before, after *Record) []string {
	reported := map[string]bool{}
	for _, x := range c.ChangesTo(t) {
		reported[x.Setting] = true
	}
	var out []string
	check := func(setting string, was, is any, changed bool) {
		if !sum.compare(changed, reported[setting]) {
			out = append(out, fmt.Sprintf("%s %v -> %v; reported: %v", setting, was, is, c.ChangesTo(t)))
		}
	}
	if was, is := failed(c, before), failed(t, after); was || is {
		check("call", before.Outcome, after.Outcome, was != is)
		return out
	}
	if tellsExecutions(c, before) && tellsExecutions(t, after) {
		check("executions", before.Executions, after.Executions, before.Executions != after.Executions)
	}
	if tellsCluster(c, before) && tellsCluster(t, after) {
		check("cluster", before.Clusters, after.Clusters, !sameClusters(before, after))
	}
	if a, b := waited(before), waited(after); a > 0 && b > 0 && c.Timeout.Known && t.Timeout.Known {
		check("timeout", a, b, (a-b).Abs() > 400*time.Millisecond) // a loaded machine is late
	}
	return out
}

// failed reports whether a call never reached the provider that is there.
func failed(c *effective.Call, rec *Record) bool {
	return !absent(c.Ref) && rec.Executions == 0 && (strings.Contains(rec.Outcome, "Exception") || c.Cluster.V == "failsafe")
}

// tellsExecutions reports whether a record shows how often a call runs whose
// attempts all fail: some methods answer, an absent provider runs nothing, the
// only provider runs one fork. Between an attribute and a parameter Dubbo
// itself does not decide (dubbo.ParameterOrder).
func tellsExecutions(c *effective.Call, rec *Record) bool {
	if answers(rec.Method) || rec.Method == "cut" || raced(rec, c) {
		return false
	}
	return !absent(c.Ref) && c.Cluster.V != "forking" && (c.Retries.Known || c.Retries.From.Quirk != dubbo.ParameterOrder)
}

// tellsCluster reports whether the probe found the clusters, the one around
// several registries included (it names two of a kind once), and whether they
// have an effect: around a local call they have none.
func tellsCluster(c *effective.Call, rec *Record) bool {
	return rec.Clusters[0] != "-" && (c.OuterCluster == "" || len(rec.Clusters) > 1) && !c.Local()
}

// sameClusters compares the clusters, whatever the order in which the probe
// met those of several registries (2.7.6 and 2.7.7 differ in it, and in
// nothing that a caller sees).
func sameClusters(a, b *Record) bool {
	return slices.Equal(slices.Sorted(slices.Values(a.Clusters)), slices.Sorted(slices.Values(b.Clusters)))
}
