package report

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// TestExplainPlace points at places of the fixture: a golden holds what is
// shown there and where the winning values are.
func TestExplainPlace(t *testing.T) {
	r := explained(t)
	ref := r.Explain.Model.Apps[0].References[0]
	at := ref.Calls[0].Timeout.From.At
	lost := ref.Calls[0].Retries.Shadowed[0].From.At
	via := newFile(t, "app.yml", "shop:\n  cluster: failfast\n")
	ref.Calls[1].Cluster = effective.Value[string]{V: "failfast", Known: true, Raw: "${shop.cluster}",
		From: effective.Origin{Level: effective.AtReference, At: source.Span{File: ref.At.File, Lo: ref.At.Lo, Hi: ref.At.Lo + 1},
			Key: "cluster", Via: []source.Span{find(t, via, "failfast", 0)}}}
	var b bytes.Buffer
	for _, place := range []struct {
		name, file string
		off        int
	}{
		{"a value that wins for both methods", at.File.Path, at.Lo + 2},
		{"a value that lost", lost.File.Path, lost.Hi},
		{"the key of a placeholder's value", "app.yml", 9},
		{"the reference", ref.At.File.Path, ref.At.Lo + 3},
		{"a call site", "api/OrderService.java", ref.Calls[0].CalledAt[0].Lo},
		{"nothing", "app.yml", 0},
		{"another file", "other.xml", 3},
	} {
		fmt.Fprintf(&b, "# %s\n\n%s\n", place.name, r.Explain.Markdown(lang.English, place.file, place.off))
		for _, s := range r.Explain.Winners(place.file, place.off) {
			fmt.Fprintf(&b, "-> %s: %q\n", s.File.Path, s.Text())
		}
		b.WriteString("\n")
	}
	golden(t, "explain.place.md", b.Bytes())
}
