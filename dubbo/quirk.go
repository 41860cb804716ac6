package dubbo

// QuirkID names one way in which Dubbo does something else than the
// configuration says.
type QuirkID string

// Quirk is one such way: where it applies, what it does, and the proof.
type Quirk struct {
	ID       QuirkID
	Versions Ranges
	// Reason completes "… is ignored: ".
	Reason string
	Proof  string
}

// The quirks. Their rows stand in Quirks.
const (
	ClusterReplaced          QuirkID = "cluster-replaced"           // the reference's cluster loses to failover
	ProviderRetriesIgnored   QuirkID = "provider-retries-ignored"   // retries of the provider side do not reach the consumer
	ProviderClusterIgnored   QuirkID = "provider-cluster-ignored"   // nor does cluster
	DirectURLNoCluster       QuirkID = "direct-url-no-cluster"      // one address: no cluster layer, never retried
	DirectURLFailover        QuirkID = "direct-url-failover"        // one address: always failover
	DirectURLsCrash          QuirkID = "direct-urls-crash"          // several addresses without cluster: ClassCastException
	AnnotationDefaultDropped QuirkID = "annotation-default-dropped" // a written value equal to the annotation's default
	MethodDefaultDropped     QuirkID = "method-default-dropped"     // the same on @Method
	MethodAnnotationIgnored  QuirkID = "method-annotation-ignored"  // @Reference(methods=...) has no effect at all
	MethodRetriesLost        QuirkID = "method-retries-lost"        // method-level retries of the consumer
	MethodMockLost           QuirkID = "method-mock-lost"           // method-level mock of the consumer
	SharedReference          QuirkID = "shared-reference"           // another reference of the same service came first
	XMLNoOp                  QuirkID = "xml-no-op"                  // an XML value that is the same as absent
	DeadProperty             QuirkID = "dead-property"              // a key this version never reads
	ProviderLeak             QuirkID = "provider-leak"              // <dubbo:provider default="false"> reaches other services
	ParameterOrder           QuirkID = "parameter-order"            // attribute against <dubbo:parameter> of the same key
	SourceOrder              QuirkID = "source-order"               // a property against a written attribute
	FailbackRetries          QuirkID = "failback-retries"           // failback reads retries in its own way
	NonPositiveTimeout       QuirkID = "non-positive-timeout"       // 0 or less becomes the default
	NestedFailover           QuirkID = "nested-failover"            // two retry loops, one inside the other
	MockDirectURL            QuirkID = "mock-direct-url"            // mock calls again instead of answering
	GroupMergeable           QuirkID = "group-mergeable"            // several groups: mergeable, whatever cluster says
	NotTransmitted           QuirkID = "not-transmitted"            // simplified registry: the key is not published
	DirectURLGroupLost       QuirkID = "direct-url-group-lost"      // a direct url drops the reference's group
	MockColonRefused         QuirkID = "mock-colon-refused"         // "force:..." in XML fails at start
	TwoConsumers             QuirkID = "two-consumers"              // several default consumers
	LocalCall                QuirkID = "local-call"                 // the service is in the same process
	LocalAnnotation          QuirkID = "local-annotation"           // the same, for annotated references of 2.x
	GenericMethodLost        QuirkID = "generic-method-lost"        // method-level settings of a generic reference
	MethodAnnotationBreaks   QuirkID = "method-annotation-breaks"   // @Reference(methods=...) makes every call fail
	MixedReferences          QuirkID = "mixed-references"           // references of one service get each other's settings
	DuplicateReference       QuirkID = "duplicate-reference"        // two references of one service: no start
	ClusterOverridesRetries  QuirkID = "cluster-without-retries"    // this cluster never retries
	TripleTimeout            QuirkID = "triple-timeout"             // a timeout of the triple protocol is not tried again
	TripleExceptionRetried   QuirkID = "triple-exception-retried"   // the service's own exceptions are tried again on triple
	TripleAsyncFails         QuirkID = "triple-async-fails"         // asynchronous calls of the triple protocol fail
	OnewayAnnotationLost     QuirkID = "oneway-annotation-lost"     // isReturn of @Method has no effect
	OuterLoopFails           QuirkID = "outer-loop-fails"           // what the loop around several registries tries again is not executed
	GovernanceRetriesLost    QuirkID = "governance-retries-lost"    // retries of a governance rule do not reach the retry loop
)

// Quirks holds every row.
var Quirks = []Quirk{
	{ClusterReplaced, Ranges{{"2.7.6", "2.7.7"}},
		"Dubbo 2.7.6 and 2.7.7 take the cluster from the registry's URL and run failover for every reference",
		"measured: 2.7.5, 2.7.6, 2.7.7, 2.7.8 case cluster; 2.7.6 RegistryProtocol:410,431; reported apache/dubbo#6108"},
	{ProviderRetriesIgnored, Ranges{{"2.7.9", "2.7.14"}, {"3.0.0", ""}},
		"this version does not merge the provider's parameters into the URL that the retry loop reads",
		"measured: case provider-side on 2.7.8-2.7.15, 2.7.23, 3.0.7-3.3.6; source: 2.7.9 RegistryDirectory:390-413, 3.0.0 RegistryDirectory:382-385 (only with a mock key), 3.0.5 RegistryDirectory:398-411"},
	{ProviderClusterIgnored, Ranges{{"2.7.6", ""}},
		"from 2.7.6 on the cluster is chosen on the consumer side only",
		"measured: case provider-side (s_cluster) on 25 versions; source: 2.7.8 RegistryProtocol:453"},
	{DirectURLNoCluster, Ranges{{"", "3.0.2.1"}},
		"with one direct url this version puts no cluster layer around the call",
		"measured: case cluster (direct*) on 2.5.10-2.7.23; source: 2.7.23 ReferenceConfig:377-378, 3.0.2.1 ReferenceConfig:390-391"},
	{DirectURLFailover, Ranges{{"3.0.3", ""}},
		"with one direct url this version always runs failover, whatever cluster says",
		"measured: case cluster (direct*) on 3.0.3, 3.0.4 and 3.0.7-3.3.6; source: 3.0.3 ReferenceConfig:467-474; reported apache/dubbo#10145"},
	{DirectURLsCrash, Ranges{{"2.7.8", "2.7.23"}, {"3.0.0", "3.0.2.1"}},
		"several direct addresses without cluster go to the zone-aware cluster, which fails with ClassCastException",
		"measured: case cluster (directTwo) on 2.7.8-2.7.23; source: 2.7.8 ReferenceConfig:383-386"},
	{AnnotationDefaultDropped, Ranges{{}},
		"an annotation value equal to the attribute's own default is treated as not written",
		"measured: case annotation on 18 versions; source: 2.6.12 AbstractConfig:252, 3.2.16 AnnotationUtils.getAttributes"},
	{MethodDefaultDropped, Ranges{{}},
		"-1 is the default of @Method's retries and timeout, so it is treated as not written",
		"measured: reports.md section 1 (@Method retries=-1) on 11 versions; reported apache/dubbo#6515"},
	{MethodAnnotationIgnored, Ranges{{"2.7.3", "2.7.3"}},
		"this version's Spring binder skips the methods attribute of the annotation",
		"measured: case annotation-method on 2.7.3 (ignored), 2.6.8, 2.6.12, 2.7.1, 2.7.2 and 2.7.4.1 (honoured); reported apache/dubbo#4644, #4742, #5616"},
	{MethodRetriesLost, Ranges{{"2.7.10", "2.7.14"}},
		"the URL that this version's retry loop reads lacks the method-level keys",
		"measured: case method on 2.7.9 (counts), 2.7.10 and 2.7.11 (lost), 2.7.16 (counts); random runs on 2.7.12-2.7.14; reported apache/dubbo#8292"},
	{MethodMockLost, Ranges{{"2.7.10", "2.7.14"}},
		"the URL that this version's mock reads lacks the method-level keys",
		"measured: case method (mock*) on 2.7.9 (counts), 2.7.10 and 2.7.11 (lost), 2.7.16 (counts); random runs on 2.7.13"},
	{SharedReference, Ranges{{"", "2.7.3"}},
		"references of the same interface, group and version share one bean here, and the first one's settings win",
		"measured: case annotation (same1, same2) on 2.5.10-2.7.3 shared, 2.7.4.1 and later separate"},
	{XMLNoOp, Ranges{{}},
		"in XML this value is the schema's own default and is treated as absent",
		"source: 2.6.12 DubboBeanDefinitionParser:179; measured: case retries (timeout0)"},
	{DeadProperty, Ranges{{}},
		"this version never reads the key",
		"measured: cases props-reference-* and sysprop-reference-*"},
	{ProviderLeak, Ranges{{"2.7.5", "2.7.6"}},
		"<dubbo:provider default=\"false\"> reaches services outside it in this version",
		"measured: case provider-nested (p_other) on 2.7.4.1-2.7.8"},
	{ParameterOrder, Ranges{{}},
		"attribute and parameter of the same key: which one wins depends on the version, and up to 2.7.23 partly on the JVM",
		"measured: cases precedence and parameter on 2.6.3, 2.7.8 and 2.7.11: the attribute in one harness, the parameter in another, on one JDK; on 3.0.7-3.3.6 the parameter; source: 2.7.23 AbstractConfig.appendParameters goes by Class.getMethods"},
	{SourceOrder, Ranges{{}},
		"another source ranks higher in this version",
		"measured: cases props-* and sysprop-*, Spring Boot starters table"},
	{FailbackRetries, Ranges{{"", "2.6.12"}, {"2.7.0", "2.7.15"}, {"3.0.0", "3.0.5"}},
		"failback repeats although retries is 0: this version ignores the value or replaces 0 by 3",
		"measured: case failback on 2.6.2, 2.6.12, 2.7.8, 2.7.15, 3.0.5 (repeats) and 2.7.16, 2.7.23, 3.0.6, 3.2.19, 3.3.6 (does not)"},
	{NonPositiveTimeout, Ranges{{}},
		"a timeout of 0 or less becomes the default of 1000 ms",
		"measured: case retries (timeout0, timeoutM1) on 19 versions"},
	{NestedFailover, Ranges{{}},
		"the registry's own failover runs around the reference's",
		"measured: cases nested and nested-registry on 2.7.0, 2.7.5, 2.7.8, 2.7.11; measured.md later runs c; source: 2.7.0 AbstractDirectory:67"},
	{MockDirectURL, Ranges{{}},
		"with a direct url the mock calls the service once more instead of answering",
		"measured: measured.md later runs b (2.7.6-2.7.23 with two addresses, 3.2.19 and 3.3.6)"},
	{GroupMergeable, Ranges{{}},
		"a reference to several groups is always mergeable, with an inner cluster for each group",
		"source: 2.6.12 RegistryProtocol:287, 3.3.1 RegistryProtocol:568; measured: measured.md later runs d"},
	{NotTransmitted, Ranges{{}},
		"a simplified registry publishes a fixed list of keys, without this one",
		"source: 2.7.23 RegistryProtocol:127-131; not measured"},
	{DirectURLGroupLost, Ranges{{"2.7.0", "2.7.0"}, {"2.7.3", "2.7.3"}},
		"with a direct url this version drops the reference's group, so the provider does not find the service",
		"measured: case cluster (direct*) on 2.7.0 and 2.7.3 (0 executions) against 2.6.12, 2.7.2 and 2.7.4.1"},
	{MockColonRefused, Ranges{{"", "2.6.5"}},
		"this version refuses a colon in the mock of an XML reference, and the context does not start",
		"measured: cases mock-colon and async-mock on 2.5.10, 2.6.0, 2.6.2, 2.6.3, 2.6.4, 2.6.5 (fails), 2.6.6 and 2.6.12 (starts)"},
	{TwoConsumers, Ranges{{"", "2.7.4.1"}},
		"two consumers without default: this version refuses to start (\"Duplicate consumer configs\")",
		"measured: case consumers-two-plain on 2.6.2 (fails), 2.7.8, 3.2.19 and 3.3.6 (the first is taken); source: 2.6.12 ReferenceBean:91, 2.7.4.1 ReferenceBean:101"},
	{LocalCall, Ranges{{}},
		"the service is exported in the same process, so the call is local: no cluster of its own, no timeout, one execution",
		"measured: case local on 2.7.8, 2.7.11, 3.0.4; on 3.0.7-3.3.6 however the bean is made, on 2.5.10-2.7.23 where it is looked up after the start (an injected one: 3 executions); source: 2.6.12 InjvmProtocol.isInjvmRefer, ReferenceConfig:347-353"},
	{LocalAnnotation, Ranges{{"2.6.5", "2.6.5"}, {"2.6.7", "2.7.0"}, {"2.7.2", "2.7.4.1"}, {"2.7.6", "2.7.23"}},
		"an annotated reference waits for the annotated service of the same application, and then calls it locally",
		"measured: case local-injected; annotated reference and service in one context: 1 execution on 2.6.5, 2.6.7-2.7.0, 2.7.2-2.7.4.1, 2.7.6-2.7.23, 3 on 2.5.10-2.6.4, 2.6.6 and 2.7.1, no provider found on 2.7.5; with a service of XML 3 on all of 2.x"},
	{GenericMethodLost, Ranges{{"", "2.6.8"}},
		"a generic reference calls $invoke, and this version's retry loop looks for settings of that name",
		"measured: case generic (method) on 2.5.10, 2.6.5-2.6.8 (lost), 2.6.9-2.6.12, 2.7.3, 2.7.8 (counts)"},
	{MethodAnnotationBreaks, Ranges{{"2.6.6", "2.6.6"}},
		"with methods in @Reference this version fails every call (\"has a onreturn callback config, but no such method found\")",
		"measured: case annotation-method on 2.6.6 (fails), 2.6.8 and 2.6.12 (works)"},
	{MixedReferences, Ranges{{"3.0.0", "3.0.1"}},
		"references of one interface, group and version get each other's settings in this version, in no fixed order",
		"measured: case method on 3.0.0 and 3.0.1 against case unique, and on 3.0.3"},
	{DuplicateReference, Ranges{{"3.0.2", "3.0.2.1"}},
		"two references of one interface, group and version with different settings: this version refuses to start (\"Found multiple ReferenceConfigs with unique service name\")",
		"measured: case method and every other with several references on 3.0.2 and 3.0.2.1 (fails), 3.0.0, 3.0.1 and 3.0.3 (starts)"},
	{ClusterOverridesRetries, Ranges{{}},
		"this cluster calls once, whatever retries says",
		"measured: case cluster (failfastRetries2) on 18 versions"},
	{TripleTimeout, Ranges{{"3.1.5", "3.2.2"}},
		"this version's triple protocol hands a timeout back as the answer, so the retry loop does not see it",
		"measured: case triple on 3.1.5, 3.1.11, 3.2.0 and 3.2.2 (1 execution), 3.0.3-3.1.3 and 3.2.9-3.3.6 (3)"},
	{TripleExceptionRetried, Ranges{{"3.0.7", "3.1.3"}},
		"this version's triple protocol throws what the service threw, so the retry loop tries it again",
		"measured: case triple (boom) on 3.0.7, 3.0.15, 3.1.0 and 3.1.3 (3 executions), 3.0.3-3.0.5, 3.1.5, 3.1.11 and 3.2.19 (1)"},
	{TripleAsyncFails, Ranges{{"3.0.7", "3.0.7"}},
		"asynchronous calls of the triple protocol fail in this version (\"Service not found:null\")",
		"measured: case triple (async, future) on 3.0.7 (0 executions), 3.0.5 and 3.0.15 (1)"},
	{OnewayAnnotationLost, Ranges{{"3.0.0", "3.0.7"}},
		"this version reads every attribute of @Method but isReturn",
		"measured: case async-method-annotation on 3.0.4, 3.0.5 and 3.0.7 (waits, 3 executions), 2.7.8, 3.0.15, 3.1.0 and 3.1.11 (one-way); async-oneway on 3.0.4 (XML counts)"},
	{OuterLoopFails, Ranges{{"3.0.0", "3.0.7"}},
		"what this version's loop around the registries tries again reaches no provider, or cannot be decoded there",
		"measured: case nested-registry on 3.0.3-3.0.7 (the inner loop's executions), 2.7.8, 3.0.15 and 3.1.0 (times the outer's)"},
	{GovernanceRetriesLost, Ranges{{"2.7.9", "2.7.9"}, {"3.0.5", "3.1.11"}},
		"this version's retry loop reads a URL that no governance rule has changed",
		"measured: case governance-rule on 2.7.9, 3.0.5 and 3.1.11 (lost), 2.7.8, 2.7.10, 3.0.4 and 3.2.0 (counts)"},
}

// QuirkByID returns the row, or nil.
func QuirkByID(id QuirkID) *Quirk {
	for i := range Quirks {
		if Quirks[i].ID == id {
			return &Quirks[i]
		}
	}
	return nil
}

// Has reports whether the quirk applies to a known version.
func (id QuirkID) Has(v Version) bool {
	q := QuirkByID(id)
	return q != nil && q.Versions.Contain(v)
}
