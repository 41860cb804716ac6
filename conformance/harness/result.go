package harness

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/conformance"
)

// result is what the consumer of a case wrote.
type result struct {
	Startup any // "ok" or the chain of exceptions
	Refs    map[string]struct {
		BeanError []string `json:"get_bean_error"`
		Clusters  []string `json:"cluster_invokers"`
		Calls     map[string]call
	}
}

type call struct {
	ID        string
	Ms        *int
	Returned  string
	Future    []string
	Exception []string
}

// records joins what the consumers saw with what the providers counted.
func (h *Harness) records(cases []*conformance.Case) ([]*conformance.Record, error) {
	text, err := os.ReadFile(h.counts)
	if err != nil {
		return nil, err
	}
	counts := map[string]int{}
	for l := range strings.Lines(string(text)) {
		_, id, _ := strings.Cut(strings.TrimSpace(l), " ")
		counts[id]++
	}
	var out []*conformance.Record
	for _, c := range cases {
		var r result
		text, err := os.ReadFile(h.result(c))
		if err == nil {
			err = json.Unmarshal(text, &r)
		}
		if err != nil {
			fmt.Fprintf(h.Log, "%s: case %s gave no result\n", h.Version, c.Name)
			continue
		}
		out = append(out, h.ofCase(c.Name, &r, counts)...)
	}
	slices.SortFunc(out, func(a, b *conformance.Record) int { return strings.Compare(a.Key(), b.Key()) })
	return out, nil
}

func (h *Harness) ofCase(name string, r *result, counts map[string]int) []*conformance.Record {
	var out []*conformance.Record
	none := []string{"-"}
	if chain, failed := r.Startup.([]any); failed {
		out = append(out, &conformance.Record{Version: h.Version.Text, Case: name, Reference: "-", Method: "-", Clusters: none,
			Outcome: "startup fails: " + className(fmt.Sprint(chain[len(chain)-1]))})
		return out
	}
	for id, ref := range r.Refs {
		if e := ref.BeanError; len(e) > 0 {
			out = append(out, &conformance.Record{Version: h.Version.Text, Case: name, Reference: id, Method: "-", Clusters: none,
				Outcome: "bean fails: " + className(e[len(e)-1])})
		}
		for method, c := range ref.Calls {
			rec := &conformance.Record{Version: h.Version.Text, Case: name, Reference: id, Method: method,
				Executions: counts[c.ID], Clusters: clusters(ref.Clusters), Outcome: c.outcome()}
			if c.Ms != nil {
				rec.Millis = *c.Ms
			}
			out = append(out, rec)
		}
	}
	return out
}

var wrappers = []string{"MockClusterInvoker", "ScopeClusterInvoker"}

// clusters turns class names into cluster names, outermost first.
func clusters(names []string) []string {
	var out []string
	for _, n := range names {
		c, ok := strings.CutSuffix(n, "ClusterInvoker")
		if !ok || slices.Contains(wrappers, n) {
			continue
		}
		switch c {
		case "ZoneAware":
			c = "zone-aware"
		case "RegistryAware":
			c = "registryaware"
		default:
			c = strings.ToLower(c)
		}
		if len(out) == 0 || out[len(out)-1] != c {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return []string{"-"}
	}
	return out
}

var (
	classOf = regexp.MustCompile(`^[\w$]+`)
	codeOf  = regexp.MustCompile(`^[\w$]+\[code (\d+)\]`)
)

func className(text string) string { return classOf.FindString(text) }

// outcome is what the caller saw, in short.
func (c *call) outcome() string {
	if c.Ms == nil {
		return "no answer"
	}
	if len(c.Exception) > 0 {
		top := c.Exception[0]
		name := className(top)
		if m := codeOf.FindStringSubmatch(top); m != nil {
			name += "#" + m[1]
		}
		if slices.ContainsFunc(c.Exception, func(x string) bool { return strings.Contains(x, "TimeoutException") }) {
			return name + " timeout"
		}
		if strings.Contains(top, "No provider") {
			return name + " no-provider"
		}
		return name
	}
	if len(c.Future) > 1 || len(c.Future) == 1 && strings.Contains(c.Future[0], ":") {
		return c.Returned + " future " + className(c.Future[0])
	}
	return c.Returned
}
