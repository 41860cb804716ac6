package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// shown runs every rule and tells the findings about the order service with
// the rules that met in each.
func shown(w *world) map[string][]string {
	out := map[string][]string{}
	for _, f := range Run(&w.Model, w.look(), nil) {
		if f.Subject == "" {
			continue
		}
		key := f.Rule.ID + " " + f.Subject
		out[key] = []string{}
		for _, r := range f.Related {
			if r.Rule != "" {
				out[key] = append(out[key], r.Rule)
			}
		}
	}
	return out
}

func TestMeet(t *testing.T) {
	const create = " " + orders + "#createOrder"
	for _, tc := range []struct {
		name  string
		build func(*world)
		want  map[string][]string
	}{
		{"default retries, no timeout", one("3.2.19", "createOrder", nil), map[string][]string{"DA101" + create: {"DA206"}}},
		{"replaced cluster explains default retries", one("2.7.6", "createOrder", lostCluster("failfast", effective.AtReference, dubbo.ClusterReplaced)),
			map[string][]string{"DA401" + create: {"DA101", "DA206"}}},
		{"replaced cluster with retries=0", one("2.7.6", "createOrder", both(lostCluster("failfast", effective.AtReference, dubbo.ClusterReplaced), retries(0, effective.AtReference))),
			map[string][]string{"DA401" + create: {}}},
		{"lost provider value explains default retries", one("3.2.19", "createOrder", lostRetries("0", effective.AtService, dubbo.ProviderRetriesIgnored)),
			map[string][]string{"DA402" + create: {"DA101", "DA206"}}},
		{"a higher lost value does not", one("3.2.19", "createOrder", lostRetries("5", effective.AtService, dubbo.ProviderRetriesIgnored)),
			map[string][]string{"DA101" + create: {"DA402", "DA206"}}},
		{"mock after default retries", one("3.2.19", "createOrder", mock("return null")),
			map[string][]string{"DA101" + create: {"DA422", "DA206"}, "DA502 " + orders: {}}},
		{"2.7.5 stays apart and hides nothing", one("2.7.5", "createOrder", both(cluster("failback"), func(c *effective.Call) { c.MaxExecutions = 4 })),
			map[string][]string{"DA104" + create: {"DA501"}, "DA401 " + orders: {}}},
		{"check off and default retries", checked("3.2.19", "createOrder", checkOff),
			map[string][]string{"DA101" + create: {"DA301", "DA206"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := &world{}
			tc.build(w)
			if diff := cmp.Diff(tc.want, shown(w)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// A doubtful error must not take the place of a certain warning: a gate that
// leaves low confidence out would let it pass.
func TestMeetKeepsTheGate(t *testing.T) {
	c := &effective.Call{}
	ref := &effective.Reference{}
	low := &draft{Finding: &finding.Finding{Rule: &finding.Info{ID: "DA104"}, Severity: finding.Error, Confidence: finding.Low}, ref: ref, call: c}
	sure := &draft{Finding: &finding.Finding{Rule: &finding.Info{ID: "DA102"}, Severity: finding.Warning, Confidence: finding.High}, ref: ref, call: c}
	got := meet([]*draft{low, sure})
	if len(got) != 1 || got[0].Rule.ID != "DA102" || len(got[0].Others) != 1 || got[0].Others[0].Rule.ID != "DA104" {
		t.Errorf("got %+v", got)
	}
}

func TestJoinApplications(t *testing.T) {
	w := &world{}
	first := refers(w.deployed("web", "3.2.19"), orders)
	w.method(first, "createOrder", timeout(3000, effective.AtReference))
	second := refers(w.deployed("batch", "3.2.19"), orders)
	second.Config = first.Config
	w.method(second, "createOrder", timeout(3000, effective.AtReference))
	third := refers(w.deployed("app", "3.2.19"), orders)
	third.Config = first.Config
	w.method(third, "createOrder", timeout(5000, effective.AtReference))

	var got []string
	for _, f := range Run(&w.Model, w.look(), func(id string) bool { return id == "DA101" }) {
		got = append(got, f.Application)
	}
	if diff := cmp.Diff([]string{"app", "batch, web"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestDisabledRulesAreNotRun(t *testing.T) {
	w := &world{}
	one("2.7.6", "createOrder", lostCluster("failfast", effective.AtReference, dubbo.ClusterReplaced))(w)
	for _, f := range Run(&w.Model, w.look(), func(id string) bool { return id != "DA401" }) {
		for _, r := range f.Related {
			if f.Rule.ID == "DA401" || r.Rule == "DA401" {
				t.Errorf("%s with %v", f.Rule.ID, r)
			}
		}
	}
}
