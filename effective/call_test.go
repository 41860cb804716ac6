package effective

import (
	"testing"
	"time"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// outcome is what a table row expects of a call.
type outcome struct {
	executions int
	cluster    string
	quirk      dubbo.QuirkID // that some loser of retries or cluster fell to
}

func check(t *testing.T, name string, c *Call, want outcome) {
	t.Helper()
	if !c.Executions.Known || max(c.Executions.V, c.MaxExecutions) != want.executions || c.Cluster.V != want.cluster {
		t.Errorf("%s: %d executions (max %d, known %v) of %s, want %d of %s",
			name, c.Executions.V, c.MaxExecutions, c.Executions.Known, c.Cluster.V, want.executions, want.cluster)
	}
	if want.quirk != "" && c.Retries.Lost(want.quirk) == nil && c.Cluster.Lost(want.quirk) == nil && c.Timeout.Lost(want.quirk) == nil {
		t.Errorf("%s: no loser of %s: %+v %+v", name, want.quirk, c.Retries.Shadowed, c.Cluster.Shadowed)
	}
}

// TestEdges holds both sides of the version ranges, in the forms that users
// write.
func TestEdges(t *testing.T) {
	x, a := decl.FormXML, decl.FormAnnotation
	tests := []struct {
		name    string
		version string
		form    decl.Form
		kv      []string
		want    outcome
	}{
		{"nothing set", "2.7.8", x, nil, outcome{3, "failover", ""}},
		{"failfast", "2.7.5", x, []string{"cluster", "failfast"}, outcome{1, "failfast", ""}},
		{"failfast", "2.7.6", x, []string{"cluster", "failfast"}, outcome{3, "failover", dubbo.ClusterReplaced}},
		{"failfast", "2.7.7", a, []string{"cluster", "failfast"}, outcome{3, "failover", dubbo.ClusterReplaced}},
		{"failfast", "2.7.8", x, []string{"cluster", "failfast"}, outcome{1, "failfast", ""}},
		{"failfast, retries 0", "2.7.6", x, []string{"cluster", "failfast", "retries", "0"}, outcome{1, "failover", dubbo.ClusterReplaced}},
		{"annotation retries 0", "2.6.3", a, []string{"retries", "0"}, outcome{3, "failover", dubbo.AnnotationDefaultDropped}},
		{"annotation retries 0", "2.6.4", a, []string{"retries", "0"}, outcome{1, "failover", ""}},
		{"annotation retries -1", "2.7.23", a, []string{"retries", "-1"}, outcome{1, "failover", ""}},
		{"annotation retries -1", "3.0.0", a, []string{"retries", "-1"}, outcome{3, "failover", dubbo.AnnotationDefaultDropped}},
		{"XML retries -1", "3.3.6", x, []string{"retries", "-1"}, outcome{1, "failover", ""}},
		{"@Method retries -1", "2.7.8", a, []string{"m.retries", "-1"}, outcome{3, "failover", dubbo.MethodDefaultDropped}},
		{"@Method retries 0", "2.7.3", a, []string{"m.retries", "0"}, outcome{3, "failover", dubbo.MethodAnnotationIgnored}},
		{"@Method retries 0", "2.7.4.1", a, []string{"m.retries", "0"}, outcome{1, "failover", ""}},
		{"method retries 0", "2.7.9", x, []string{"m.retries", "0"}, outcome{1, "failover", ""}},
		{"method retries 0", "2.7.10", x, []string{"m.retries", "0"}, outcome{3, "failover", dubbo.MethodRetriesLost}},
		{"method retries 0", "2.7.14", x, []string{"m.retries", "0"}, outcome{3, "failover", dubbo.MethodRetriesLost}},
		{"method retries 0", "2.7.15", x, []string{"m.retries", "0"}, outcome{1, "failover", ""}},
		{"method retry=false", "2.7.8", x, []string{"m.retry", "false", "m.retries", "4"}, outcome{1, "failover", ""}},
		{"triple", "3.1.0", x, []string{"protocol", "tri"}, outcome{3, "failover", ""}},
		{"triple", "3.1.11", x, []string{"protocol", "tri"}, outcome{1, "failover", ""}},
		{"triple", "3.2.2", x, []string{"url", "tri://h:1"}, outcome{1, "failover", ""}},
		{"triple", "3.2.9", x, []string{"protocol", "tri"}, outcome{3, "failover", ""}},
		{"dubbo beside triple", "3.2.0", x, []string{"url", "dubbo://h:1"}, outcome{3, "failover", ""}},
		{"triple, async", "3.0.7", x, []string{"protocol", "tri", "async", "true"}, outcome{0, "failover", ""}},
		{"triple, async", "3.0.15", x, []string{"protocol", "tri", "async", "true"}, outcome{1, "failover", ""}},
		{"@Method without an answer", "2.7.8", a, []string{"m.return", "false"}, outcome{1, "failover", ""}},
		{"@Method without an answer", "3.0.7", a, []string{"m.return", "false"}, outcome{3, "failover", ""}},
		{"XML without an answer", "3.0.7", x, []string{"m.return", "false"}, outcome{1, "failover", ""}},
		{"one url", "3.0.2.1", x, []string{"url", "dubbo://h:1", "cluster", "failfast"}, outcome{1, "none", dubbo.DirectURLNoCluster}},
		{"one url", "3.0.3", x, []string{"url", "dubbo://h:1", "cluster", "failfast"}, outcome{3, "failover", dubbo.DirectURLFailover}},
		{"one url, retries in it", "3.0.3", x, []string{"url", "dubbo://h:1?retries=0"}, outcome{1, "failover", ""}},
		{"two urls, failfast", "2.7.8", x, []string{"url", "dubbo://h:1;dubbo://i:1", "cluster", "failfast"}, outcome{1, "failfast", ""}},
		{"two urls", "2.7.7", x, []string{"url", "dubbo://h:1;dubbo://i:1"}, outcome{3, "failover", ""}},
		{"two urls", "2.7.8", x, []string{"url", "dubbo://h:1;dubbo://i:1"}, outcome{0, "zone-aware", ""}},
		{"failback", "2.6.12", x, []string{"cluster", "failback", "retries", "0"}, outcome{2, "failback", ""}},
		{"failback", "2.7.15", x, []string{"cluster", "failback", "retries", "0"}, outcome{4, "failback", ""}},
		{"failback", "2.7.16", x, []string{"cluster", "failback", "retries", "0"}, outcome{1, "failback", ""}},
		{"failback", "3.0.5", x, []string{"cluster", "failback", "retries", "0"}, outcome{4, "failback", ""}},
		{"failback", "3.0.6", x, []string{"cluster", "failback", "retries", "0"}, outcome{1, "failback", ""}},
		{"parameter against attribute of a subclass", "2.7.23", x, []string{"cluster", "failsafe", "p:cluster", "failfast"}, outcome{1, "failfast", ""}},
		{"parameter against attribute", "3.0.7", x, []string{"retries", "3", "p:retries", "0"}, outcome{1, "failover", dubbo.ParameterOrder}},
		{"method as a parameter", "2.7.8", x, []string{"p:createOrder.retries", "0"}, outcome{1, "failover", ""}},
		{"default.retries", "2.6.12", x, []string{"p:default.retries", "0"}, outcome{1, "failover", ""}},
		{"default.retries", "2.7.8", x, []string{"p:default.retries", "0"}, outcome{3, "failover", ""}},
		{"default.retries", "3.2.19", x, []string{"p:default.retries", "0"}, outcome{1, "failover", ""}},
		{"async", "2.7.8", x, []string{"async", "true"}, outcome{1, "failover", ""}},
		{"mock force", "2.7.8", x, []string{"mock", "force:return null"}, outcome{0, "failover", ""}},
		{"mock and direct url", "3.2.19", x, []string{"url", "dubbo://h:1", "mock", "return null", "retries", "0"}, outcome{2, "failover", ""}},
		{"mock and direct url", "2.7.23", x, []string{"url", "dubbo://h:1", "mock", "return null"}, outcome{1, "none", ""}},
		{"mock and two urls", "2.7.6", x, []string{"url", "dubbo://h:1;dubbo://i:1", "cluster", "failover", "retries", "0", "mock", "return null"}, outcome{2, "failover", ""}},
		{"unknown cluster", "2.7.8", x, []string{"cluster", "FAILFAST"}, outcome{0, "FAILFAST", ""}},
		{"several groups", "2.7.6", x, []string{"group", "a,b", "cluster", "failfast"}, outcome{1, "failfast", ""}},
		{"absent retries, XML timeout 0", "2.7.8", x, []string{"timeout", "0"}, outcome{3, "failover", dubbo.XMLNoOp}},
	}
	for _, tt := range tests {
		b := newApp(tt.version)
		b.reference(tt.form, tt.kv...)
		check(t, tt.name+" on "+tt.version, call(t, b), tt.want)
	}
}

// TestRegistries: cases nested and nested-registry, and runs that are not
// recorded.
func TestRegistries(t *testing.T) {
	tests := []struct {
		version, retries string
		want             int
	}{
		{"2.6.12", "3", 12}, {"2.7.6", "3", 16}, {"2.7.23", "3", 16}, {"3.0.3", "3", 4}, {"3.0.7", "3", 4}, {"3.0.15", "3", 16}, {"3.3.6", "3", 16}, {"3.3.6", "0", 1},
	}
	for _, tt := range tests {
		b := newApp(tt.version)
		b.config("registry", decl.FormXML, "id", "r1", "cluster", "failover")
		b.config("registry", decl.FormXML, "id", "r2")
		b.reference(decl.FormXML, "retries", tt.retries)
		if c := call(t, b); c.Executions.V != tt.want {
			t.Errorf("%s retries=%s: %d executions, want %d", tt.version, tt.retries, c.Executions.V, tt.want)
		}
	}
}

// TestRegistryCluster: on 2.7.6 one registry's cluster is that of every
// reference.
func TestRegistryCluster(t *testing.T) {
	b := newApp("2.7.6")
	b.Boot = true
	b.reference(decl.FormAnnotation)
	b.property(application.SpringEnv, "dubbo.registry.cluster", "failfast")
	check(t, "registry", call(t, b), outcome{1, "failfast", ""})
}

// TestProviderSide holds what reaches the consumer: the edges of
// provider-retries-ignored and provider-cluster-ignored, and the order of
// timeouts.
func TestProviderSide(t *testing.T) {
	tests := []struct {
		version string
		kv      []string
		want    outcome
	}{
		{"2.7.8", []string{"retries", "0"}, outcome{1, "failover", ""}},
		{"2.7.9", []string{"retries", "0"}, outcome{3, "failover", dubbo.ProviderRetriesIgnored}},
		{"2.7.14", []string{"m.retries", "5"}, outcome{3, "failover", dubbo.ProviderRetriesIgnored}},
		{"2.7.15", []string{"m.retries", "0"}, outcome{1, "failover", ""}},
		{"3.0.4", []string{"retries", "0"}, outcome{3, "failover", dubbo.ProviderRetriesIgnored}},
		{"3.0.4", []string{"retries", "0", "mock", "return null"}, outcome{3, "failover", dubbo.ProviderRetriesIgnored}},
		{"3.0.5", []string{"retries", "0", "mock", "return null"}, outcome{3, "failover", dubbo.ProviderRetriesIgnored}},
		{"2.7.5", []string{"cluster", "failfast"}, outcome{1, "failfast", ""}},
		{"2.7.8", []string{"cluster", "failfast"}, outcome{3, "failover", dubbo.ProviderClusterIgnored}},
	}
	for _, tt := range tests {
		b, p := newApp(tt.version), newApp(tt.version)
		p.Name, p.Root = "order-service", "order-service"
		b.reference(decl.FormXML)
		p.service(tt.kv...)
		check(t, tt.version, call(t, b, p), tt.want)
	}
}

func TestTimeoutOfBothSides(t *testing.T) {
	tests := []struct {
		version  string
		consumer []string
		provider []string
		want     time.Duration
	}{
		{"2.7.23", []string{"timeout", "1000"}, []string{"m.timeout", "500"}, 500 * time.Millisecond},
		{"3.2.19", []string{"timeout", "1000"}, []string{"m.timeout", "500"}, 1000 * time.Millisecond},
		{"3.2.19", nil, []string{"timeout", "500"}, 500 * time.Millisecond},
		{"2.7.8", []string{"timeout", "-1"}, nil, dubbo.DefaultTimeout},
	}
	for _, tt := range tests {
		b, p := newApp(tt.version), newApp(tt.version)
		b.reference(decl.FormXML, tt.consumer...)
		p.service(tt.provider...)
		p.Name = "order-service"
		if c := call(t, b, p); c.Timeout.V != tt.want {
			t.Errorf("%s %v %v: timeout %v, want %v", tt.version, tt.consumer, tt.provider, c.Timeout.V, tt.want)
		}
	}
}

// TestSharing: measured in case annotation, same1 and same2.
func TestSharing(t *testing.T) {
	for version, want := range map[string]int{"2.6.12": 2, "2.7.3": 2, "2.7.4.1": 5} {
		b := newApp(version)
		b.reference(decl.FormAnnotation, "retries", "1")
		second := b.reference(decl.FormAnnotation, "retries", "4")
		call(t, b)
		m := Resolve([]*application.App{b.App})
		c := m.Apps[0].References[1].Calls[0]
		if c.Ref.Config != second || c.Executions.V != want {
			t.Errorf("%s: %d executions, want %d", version, c.Executions.V, want)
		}
		if shared := c.Retries.Lost(dubbo.SharedReference) != nil; shared != (want == 2) {
			t.Errorf("%s: lost to the first reference: %v", version, shared)
		}
	}
}

// TestUnknownVersion: what every version agrees on is known; the rest says
// which version gives which.
func TestUnknownVersion(t *testing.T) {
	b := newApp("")
	b.reference(decl.FormXML)
	if c := call(t, b); !c.Executions.Known || c.Executions.V != 3 || !c.Retries.IsDefault() {
		t.Errorf("nothing set: %+v", c.Executions)
	}
	b = newApp("")
	b.reference(decl.FormXML, "cluster", "failfast")
	c := call(t, b)
	if c.Cluster.Known || c.Executions.Known || c.Cluster.Unknown.IsZero() {
		t.Errorf("failfast: %+v", c.Cluster)
	}
	if c.Cluster.Lost(dubbo.ClusterReplaced) != nil {
		t.Error("failfast counts as replaced though most versions honour it")
	}
}

// TestUnknownValue: a placeholder without a value stays undecided.
func TestUnknownValue(t *testing.T) {
	b := newApp("2.7.8")
	c := b.reference(decl.FormXML, "retries", "${order.retries}")
	s := c.Get("retries")
	s.Known, s.Value, s.Unknown = false, "", "placeholder ${order.retries} has no value"
	got := call(t, b)
	if got.Retries.Known || got.Executions.Known || got.Executions.Unknown.String() != "placeholder ${order.retries} has no value" {
		t.Errorf("retries %+v, executions %+v", got.Retries, got.Executions)
	}
}

// TestMains: what stands in one file is one process, also where the
// application has several main methods.
func TestMains(t *testing.T) {
	for mains, local := range []bool{true, true, false} {
		b := newApp("3.2.0")
		b.reference(decl.FormAnnotation)
		s := b.service()
		s.At = newApp("3.2.0").at()
		for range mains {
			b.Mains = append(b.Mains, b.at())
		}
		if c := call(t, b); (c.Cluster.From.Quirk == dubbo.LocalCall) != local {
			t.Errorf("%d main methods: cluster %s", mains, c.Cluster.V)
		}
	}
}

// TestExportedBefore: 2.x exports after the references that are injected are
// made, unless an annotated one waits for its annotated service.
func TestExportedBefore(t *testing.T) {
	for _, tt := range []struct {
		version            string
		reference, service decl.Form
		injected, local    bool
	}{
		{"2.6.4", decl.FormAnnotation, decl.FormAnnotation, false, false},
		{"2.6.5", decl.FormAnnotation, decl.FormAnnotation, false, true},
		{"2.6.6", decl.FormAnnotation, decl.FormAnnotation, false, false},
		{"2.6.7", decl.FormAnnotation, decl.FormAnnotation, false, true},
		{"2.7.0", decl.FormAnnotation, decl.FormAnnotation, false, true},
		{"2.7.1", decl.FormAnnotation, decl.FormAnnotation, false, false},
		{"2.7.2", decl.FormAnnotation, decl.FormAnnotation, false, true},
		{"2.7.5", decl.FormAnnotation, decl.FormAnnotation, false, false},
		{"2.7.6", decl.FormAnnotation, decl.FormAnnotation, false, true},
		{"2.7.23", decl.FormAnnotation, decl.FormAnnotation, false, true},
		{"2.7.23", decl.FormAnnotation, decl.FormXML, false, false},
		{"3.0.7", decl.FormAnnotation, decl.FormXML, false, true},
		{"2.7.23", decl.FormXML, decl.FormXML, true, false},
		{"2.7.23", decl.FormXML, decl.FormXML, false, true},
		{"3.0.7", decl.FormXML, decl.FormXML, true, true},
	} {
		b := newApp(tt.version)
		b.reference(tt.reference).Injected = tt.injected
		b.service().Form = tt.service
		if c := call(t, b); (c.Executions.V == 1) != tt.local {
			t.Errorf("%+v: %d executions, cluster %s", tt, c.Executions.V, c.Cluster.V)
		}
	}
}

// TestChosenAtRunTime: a reference without a known interface is given none of
// the services without one.
func TestChosenAtRunTime(t *testing.T) {
	b := newApp("2.7.12")
	b.config("reference", decl.FormAPI)
	b.config("service", decl.FormAPI, "timeout", "7000")
	c := call(t, b)
	if c.Cluster.V != "failover" || len(c.Ref.Providers) > 0 || !c.Timeout.IsDefault() {
		t.Errorf("cluster %s, timeout %v, providers %v", c.Cluster.V, c.Timeout.V, c.Ref.Providers)
	}
}

// TestLocalCall: a service of the same process is called without cluster; two
// XML files may be two processes.
func TestLocalCall(t *testing.T) {
	for _, sameFile := range []bool{true, false} {
		b := newApp("2.7.8")
		b.reference(decl.FormXML)
		s := b.service()
		if !sameFile {
			other := newApp("2.7.8")
			s.At = other.at()
		}
		c := call(t, b)
		if local := c.Cluster.V == dubbo.NoCluster; local != sameFile {
			t.Errorf("same file %v: cluster %s", sameFile, c.Cluster.V)
		}
		if len(c.Unsure) == 0 {
			t.Errorf("same file %v: sure", sameFile)
		}
	}
}

// TestParameterOrder: 2.x leaves it to the JVM which of parameter and attribute
// counts.
func TestParameterOrder(t *testing.T) {
	b := newApp("2.7.23")
	b.reference(decl.FormXML, "retries", "3", "p:retries", "0")
	c := call(t, b)
	if c.Retries.Known || c.Executions.Known || c.Retries.From.Quirk != dubbo.ParameterOrder {
		t.Errorf("retries %+v, executions %+v: want undecided", c.Retries, c.Executions)
	}
}

// TestUnknownGroup: without its group a reference matches no provider, and the
// call says so.
func TestUnknownGroup(t *testing.T) {
	b, p := newApp("2.7.8"), newApp("2.7.8")
	s := b.reference(decl.FormXML, "group", "${shop.group}").Get("group")
	s.Known, s.Value, s.Unknown = false, "", "placeholder ${shop.group} has no value"
	p.service("retries", "0")
	p.Name = "order-service"
	c := call(t, b, p)
	if len(c.Ref.Providers) > 0 || c.Retries.V != 2 || len(c.Unsure) != 1 {
		t.Errorf("providers %d, retries %d, unsure %v", len(c.Ref.Providers), c.Retries.V, c.Unsure)
	}
}

// TestDuplicateReference: 3.0.0 to 3.0.2.1 refuse a second reference of a
// service key with other settings.
func TestDuplicateReference(t *testing.T) {
	for version, refused := range map[string]bool{"2.7.23": false, "3.0.1": false, "3.0.2.1": true, "3.0.3": false} {
		b := newApp(version)
		b.reference(decl.FormXML)
		b.reference(decl.FormXML, "retries", "0")
		refs := Resolve([]*application.App{b.App}).Apps[0].References
		if got := refs[1].Fails != nil && refs[1].Fails.Quirk == dubbo.DuplicateReference; got != refused || refs[0].Fails != nil {
			t.Errorf("%s: first %v, second %v", version, refs[0].Fails, refs[1].Fails)
		}
	}
}
