package effective

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// TestContestOrder: the levels in the order of each version, with what stands
// there. The consumer's side and the provider's take turns where the provider
// is merged, and where a consumer's value goes depends on the version, too.
func TestContestOrder(t *testing.T) {
	for version, want := range map[string]string{
		"2.6.12": "method 1, provider-method 2, reference 3, service 5, consumer 4, provider 6, default 2",
		"2.7.5":  "method 1, provider-method 2, reference 3, consumer 4, service 5, provider 6, default 2",
		"3.2.19": "method 1, reference 3, consumer 4, default 2; not read: provider-method 2, service 5, provider 6",
	} {
		b := newApp(version)
		b.reference(decl.FormXML, "m.retries", "1", "retries", "3")
		b.config("consumer", decl.FormXML, "retries", "4")
		p := newApp(version)
		p.service("m.retries", "2", "retries", "5")
		p.config("provider", decl.FormXML, "retries", "6")
		if diff := cmp.Diff(want, contestText(t, "retries", b, p)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", version, diff)
		}
	}
}

// contestText names what stands on the rungs of a setting.
func contestText(t *testing.T, name string, apps ...*builder) string {
	t.Helper()
	c := call(t, apps...)
	var m Model
	for _, a := range apps {
		m.Apps = append(m.Apps, &App{App: a.App})
	}
	var read, unread []string
	for _, r := range NewContests(&m).Of(c, name) {
		for _, x := range r.Found {
			if text := string(r.Level) + " " + x.Raw; r.Unread.IsZero() {
				read = append(read, text)
			} else {
				unread = append(unread, text)
			}
		}
	}
	text := strings.Join(read, ", ")
	if unread != nil {
		text += "; not read: " + strings.Join(unread, ", ")
	}
	return text
}

// TestContestUnread: a source that the version does not read is named where
// something stands in it, with the reason.
func TestContestUnread(t *testing.T) {
	b := newApp("3.2.19")
	b.reference(decl.FormXML)
	b.property(application.Env, "DUBBO_CONSUMER_RETRIES", "5")
	if got, want := contestText(t, "retries", b), "default 2; not read: consumer 5"; got != want {
		t.Errorf("environment on 3.2.19: %s, want %s", got, want)
	}
	b = newApp("2.7.23")
	b.reference(decl.FormXML)
	b.property(application.DubboFile, "dubbo.reference.retries", "0")
	if got, want := contestText(t, "retries", b), "default 2; not read: reference 0"; got != want {
		t.Errorf("a dead key on 2.7.23: %s, want %s", got, want)
	}
}

// TestContestUnknownVersion: each version has its own order.
func TestContestUnknownVersion(t *testing.T) {
	b := newApp("")
	b.reference(decl.FormXML)
	if got := contestText(t, "retries", b); got != "" {
		t.Errorf("%q, want no contest", got)
	}
}
