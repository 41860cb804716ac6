package dubbo

import "github.com/dubboaudit/dubboaudit/lang"

// QuirkID names one way in which Dubbo does something else than the
// configuration says.
type QuirkID string

// Quirk is one such way: where it applies, what it does, and the proof.
type Quirk struct {
	ID QuirkID
	// Topic names it in a list.
	Topic    lang.Text
	Versions Ranges
	// Reason completes "… is ignored: ".
	Reason lang.Text
	// Cases are the references of recorded cases ("failback/failbackRetries0")
	// that show it, for a quirk that no effective value names. Where a value
	// does, they are found by that. What they showed stands in Measurements.
	Cases []string
	// Source are the places in Dubbo where it was read, Reported the issues
	// that tell of it, Note what of the proof is neither.
	Source   []Source
	Reported []string
	Note     lang.Text
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
	NumberRefused            QuirkID = "number-refused"             // a number that is none: no start, or no call works
	NumberDropped            QuirkID = "number-dropped"             // the same, taken for not written
	NestedFailover           QuirkID = "nested-failover"            // two retry loops, one inside the other
	MockDirectURL            QuirkID = "mock-direct-url"            // mock calls again instead of answering
	GroupMergeable           QuirkID = "group-mergeable"            // several groups: mergeable, whatever cluster says
	NotTransmitted           QuirkID = "not-transmitted"            // simplified registry: the key is not published
	DirectURLGroupLost       QuirkID = "direct-url-group-lost"      // a direct url drops the reference's group
	MockColonRefused         QuirkID = "mock-colon-refused"         // "force:..." in XML fails at start
	TwoConsumers             QuirkID = "two-consumers"              // several default consumers
	NoDefaultConsumer        QuirkID = "no-default-consumer"        // properties of a consumer that nobody makes
	MockBlankLost            QuirkID = "mock-blank-lost"            // "return null" in an annotation becomes the name of a class
	ConsumerParameterWins    QuirkID = "consumer-parameter-wins"    // a parameter of the consumer beats the reference's attribute
	ObjectNotRefreshed       QuirkID = "object-not-refreshed"       // properties do not reach a consumer that code hands over
	OnlyConsumerBean         QuirkID = "only-consumer-bean"         // annotated references take the one consumer bean
	LocalCall                QuirkID = "local-call"                 // the service is in the same process
	LocalAnnotation          QuirkID = "local-annotation"           // the same, for annotated references of 2.x
	GenericMethodLost        QuirkID = "generic-method-lost"        // method-level settings of a generic reference
	MethodAnnotationBreaks   QuirkID = "method-annotation-breaks"   // @Reference(methods=...) makes every call fail
	MixedReferences          QuirkID = "mixed-references"           // references of one service get each other's settings
	MixedTimeouts            QuirkID = "mixed-timeouts"             // references of one service get each other's timeouts
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
	{ID: ClusterReplaced, Topic: lang.T("cluster replaced"), Versions: Ranges{{"2.7.6", "2.7.7"}},
		Reason: lang.T("Dubbo 2.7.6 and 2.7.7 take the cluster from the registry's URL and run failover for every reference"),
		Source: []Source{{"2.7.6", "RegistryProtocol:410,431"}}, Reported: []string{"apache/dubbo#6108"}},
	{ID: ProviderRetriesIgnored, Topic: lang.T("provider retries ignored"), Versions: Ranges{{"2.7.9", "2.7.14"}, {"3.0.0", ""}},
		Reason: lang.T("this version does not merge the provider's parameters into the URL that the retry loop reads"),
		Source: []Source{{"2.7.9", "RegistryDirectory:390-413"}, {"3.0.0", "RegistryDirectory:382-385 (only with a mock key)"}, {"3.0.5", "RegistryDirectory:398-411"}}},
	{ID: ProviderClusterIgnored, Topic: lang.T("provider cluster ignored"), Versions: Ranges{{"2.7.6", ""}},
		Reason: lang.T("from 2.7.6 on the cluster is chosen on the consumer side only"),
		Source: []Source{{"2.7.8", "RegistryProtocol:453"}}},
	{ID: DirectURLNoCluster, Topic: lang.T("direct url no cluster"), Versions: Ranges{{"", "3.0.2.1"}},
		Reason: lang.T("with one direct url this version puts no cluster layer around the call"),
		Source: []Source{{"2.7.23", "ReferenceConfig:377-378"}, {"3.0.2.1", "ReferenceConfig:390-391"}}},
	{ID: DirectURLFailover, Topic: lang.T("direct url failover"), Versions: Ranges{{"3.0.3", ""}},
		Reason: lang.T("with one direct url this version always runs failover, whatever cluster says"),
		Source: []Source{{"3.0.3", "ReferenceConfig:467-474"}}, Reported: []string{"apache/dubbo#10145"}},
	{ID: DirectURLsCrash, Topic: lang.T("direct urls crash"), Versions: Ranges{{"2.7.8", "2.7.23"}, {"3.0.0", "3.0.2.1"}},
		Reason: lang.T("several direct addresses without cluster go to the zone-aware cluster, which fails with ClassCastException"),
		Source: []Source{{"2.7.8", "ReferenceConfig:383-386"}}},
	{ID: AnnotationDefaultDropped, Topic: lang.T("annotation default dropped"), Versions: Ranges{{}},
		Reason: lang.T("an annotation value equal to the attribute's own default is treated as not written"),
		Source: []Source{{"2.6.12", "AbstractConfig:252"}, {"3.2.16", "AnnotationUtils.getAttributes"}}},
	{ID: MethodDefaultDropped, Topic: lang.T("method default dropped"), Versions: Ranges{{}},
		Reason:   lang.T("-1 is the default of @Method's retries and timeout, so it is treated as not written"),
		Reported: []string{"apache/dubbo#6515"}, Note: lang.T("runs that are not recorded: @Method(retries = -1) on 11 versions")},
	{ID: MethodAnnotationIgnored, Topic: lang.T("method annotation ignored"), Versions: Ranges{{"2.7.3", "2.7.3"}},
		Reason:   lang.T("this version's Spring binder skips the methods attribute of the annotation"),
		Reported: []string{"apache/dubbo#4644", "apache/dubbo#4742", "apache/dubbo#5616"}},
	{ID: MethodRetriesLost, Topic: lang.T("method retries lost"), Versions: Ranges{{"2.7.10", "2.7.14"}},
		Reason:   lang.T("the URL that this version's retry loop reads lacks the method-level keys"),
		Reported: []string{"apache/dubbo#8292"}, Note: lang.T("random runs that are not recorded: 2.7.12, 2.7.13, 2.7.14")},
	{ID: MethodMockLost, Topic: lang.T("method mock lost"), Versions: Ranges{{"2.7.10", "2.7.14"}},
		Reason: lang.T("the URL that this version's mock reads lacks the method-level keys"),
		Note:   lang.T("random runs that are not recorded: 2.7.13")},
	{ID: SharedReference, Topic: lang.T("shared reference"), Versions: Ranges{{"", "2.7.3"}},
		Reason: lang.T("references of the same interface, group and version share one bean here, and the first one's settings win")},
	{ID: XMLNoOp, Topic: lang.T("xml no op"), Versions: Ranges{{}},
		Reason: lang.T("in XML this value is the schema's own default and is treated as absent"),
		Source: []Source{{"2.6.12", "DubboBeanDefinitionParser:179"}}},
	{ID: DeadProperty, Topic: lang.T("dead property"), Versions: Ranges{{}},
		Reason: lang.T("this version never reads the key"),
		Source: []Source{{"2.7.0", "ReferenceConfig:575"}, {"3.2.16", "ReferenceConfigBase:132-141"}}},
	{ID: ProviderLeak, Topic: lang.T("provider leak"), Versions: Ranges{{"2.7.5", "2.7.6"}},
		Reason: lang.T("<dubbo:provider default=\"false\"> reaches services outside it in this version"),
		Cases:  []string{"provider-nested/p_other"}},
	{ID: ParameterOrder, Topic: lang.T("parameter order"), Versions: Ranges{{}},
		Reason: lang.T("attribute and parameter of the same key: which one wins depends on the version, and up to 2.7.23 partly on the JVM"),
		Source: []Source{{"2.7.23", "AbstractConfig.appendParameters goes by Class.getMethods"}}, Note: lang.T("up to 2.7.23 one JDK gave both answers")},
	{ID: SourceOrder, Topic: lang.T("source order"), Versions: Ranges{{}},
		Reason: lang.T("another source ranks higher in this version"),
		Source: []Source{{"2.7.23", "CompositeConfiguration:114-127"}, {"3.2.16", "Environment:227-243"}}},
	{ID: FailbackRetries, Topic: lang.T("failback retries"), Versions: Ranges{{"", "2.6.12"}, {"2.7.0", "2.7.15"}, {"3.0.0", "3.0.5"}},
		Reason: lang.T("failback repeats although retries is 0: this version ignores the value or replaces 0 by 3"),
		Cases:  []string{"failback/failbackRetries0", "method-failback/retries0"}, Note: lang.T("source of the turning points: 2.7.16 FailbackClusterInvoker:68, 3.0.6 FailbackClusterInvoker:70")},
	{ID: NonPositiveTimeout, Topic: lang.T("non positive timeout"), Versions: Ranges{{}},
		Reason:   lang.T("a timeout of 0 or less becomes the default of 1000 ms"),
		Reported: []string{"apache/dubbo#9832"}},
	{ID: NumberRefused, Topic: lang.T("number refused"), Versions: Ranges{{}},
		Reason: lang.T("Spring cannot make a number of the text, and Integer.parseInt cannot when it is a parameter")},
	{ID: NumberDropped, Topic: lang.T("number dropped"), Versions: Ranges{{}},
		Reason: lang.T("Dubbo takes a property, and 3.x also an attribute of a reference, that is no number for not written")},
	{ID: NestedFailover, Topic: lang.T("nested failover"), Versions: Ranges{{}},
		Reason: lang.T("the registry's own failover runs around the reference's"),
		Source: []Source{{"2.7.0", "AbstractDirectory:67"}, {"2.7.5", "AbstractDirectory:68-70"}}, Note: lang.T("runs that are not recorded: retries=3 on 2.6.12 gives 12")},
	{ID: MockDirectURL, Topic: lang.T("mock direct url"), Versions: Ranges{{}},
		Reason: lang.T("with a direct url the mock calls the service once more instead of answering"),
		Note:   lang.T("runs that are not recorded: two addresses on 2.7.6-2.7.23, one on 3.2.19")},
	{ID: GroupMergeable, Topic: lang.T("group mergeable"), Versions: Ranges{{}},
		Reason: lang.T("a reference to several groups is always mergeable, with an inner cluster for each group"),
		Cases:  []string{"groups/list"},
		Source: []Source{{"2.6.12", "RegistryProtocol:287"}, {"3.3.1", "RegistryProtocol:568"}}},
	{ID: NotTransmitted, Topic: lang.T("not transmitted"), Versions: Ranges{{}},
		Reason: lang.T("a simplified registry publishes a fixed list of keys, without this one"),
		Source: []Source{{"2.7.23", "RegistryProtocol:127-131"}}},
	{ID: DirectURLGroupLost, Topic: lang.T("direct url group lost"), Versions: Ranges{{"2.7.0", "2.7.0"}, {"2.7.3", "2.7.3"}},
		Reason: lang.T("with a direct url this version drops the reference's group, so the provider does not find the service")},
	{ID: MockColonRefused, Topic: lang.T("mock colon refused"), Versions: Ranges{{"", "2.6.5"}},
		Reason: lang.T("this version refuses a colon in the mock of an XML reference, and the context does not start")},
	{ID: TwoConsumers, Topic: lang.T("two consumers"), Versions: Ranges{{"", "2.7.4.1"}},
		Reason: lang.T("two consumers without default: this version refuses to start (\"Duplicate consumer configs\")"),
		Source: []Source{{"2.6.12", "ReferenceBean:91"}, {"2.7.4.1", "ReferenceBean:101"}}},
	{ID: NoDefaultConsumer, Topic: lang.T("no default consumer"), Versions: Ranges{{"2.7.6", "2.7.23"}},
		Reason: lang.T("only consumers that are no default are written, so this version makes none of its own, and what properties say about it goes nowhere")},
	{ID: MockBlankLost, Topic: lang.T("mock blank lost"), Versions: Ranges{{"2.6.2", "2.6.4"}},
		Reason: lang.T("this version takes the blanks out of an annotation's mock and looks for a class of that name, so the reference cannot be made (ClassNotFoundException; with <dubbo:annotation> the field stays empty)")},
	{ID: ConsumerParameterWins, Topic: lang.T("consumer parameter wins"), Versions: Ranges{{"3.0.0", "3.0.9"}},
		Reason: lang.T("a reference without parameters gets the consumer's, and there they rank over its attributes"),
		Cases:  []string{"consumer-param/retries1", "props-consumer-parameters/retries3"}},
	{ID: ObjectNotRefreshed, Topic: lang.T("object not refreshed"), Versions: Ranges{{"2.7.5", ""}},
		Reason: lang.T("a ConsumerConfig that code hands to a reference is taken as it is in this version: properties do not reach it")},
	{ID: OnlyConsumerBean, Topic: lang.T("only consumer bean"), Versions: Ranges{{"2.7.9", "2.7.23"}},
		Reason: lang.T("an annotated reference that names no consumer takes the only ConsumerConfig bean, and with several of them the application does not start (NoUniqueBeanDefinitionException)")},
	{ID: LocalCall, Topic: lang.T("local call"), Versions: Ranges{{}},
		Reason: lang.T("the service is exported in the same process, so the call is local: no cluster of its own, no timeout, one execution"),
		Source: []Source{{"2.6.12", "InjvmProtocol.isInjvmRefer, ReferenceConfig:347-353"}}, Note: lang.T("in 2.x only where the reference is looked up after the start, an injected one is called remotely")},
	{ID: LocalAnnotation, Topic: lang.T("local annotation"), Versions: Ranges{{"2.6.5", "2.6.5"}, {"2.6.7", "2.7.0"}, {"2.7.2", "2.7.4.1"}, {"2.7.6", "2.7.23"}},
		Reason: lang.T("an annotated reference waits for the annotated service of the same application, and then calls it locally"),
		Note:   lang.T("runs that are not recorded: no provider is found on 2.7.5")},
	{ID: GenericMethodLost, Topic: lang.T("generic method lost"), Versions: Ranges{{"", "2.6.8"}},
		Reason: lang.T("a generic reference calls $invoke, and this version's retry loop looks for settings of that name")},
	{ID: MethodAnnotationBreaks, Topic: lang.T("method annotation breaks"), Versions: Ranges{{"2.6.6", "2.6.6"}},
		Reason: lang.T("with methods in @Reference this version fails every call (\"has a onreturn callback config, but no such method found\")")},
	{ID: MixedReferences, Topic: lang.T("mixed references"), Versions: Ranges{{"3.0.0", "3.0.1"}},
		Reason: lang.T("references of one interface, group and version get each other's settings in this version, in no fixed order"),
		Cases:  []string{"method/other__slow"}, Note: lang.T("left out of the comparison, because the mixing has no fixed order")},
	{ID: MixedTimeouts, Topic: lang.T("mixed timeouts"), Versions: Ranges{{"3.0.3", "3.1.3"}},
		Reason: lang.T("references of one interface, group and version get each other's timeouts in this version, in no fixed order"),
		Cases:  []string{"provider-side/s_methodRef1000", "precedence/refTimeout1000"}, Note: lang.T("how long these callers waited; either timeout counts as agreement")},
	{ID: DuplicateReference, Topic: lang.T("duplicate reference"), Versions: Ranges{{"3.0.2", "3.0.2.1"}},
		Reason: lang.T("two references of one interface, group and version with different settings: this version refuses to start (\"Found multiple ReferenceConfigs with unique service name\")")},
	{ID: ClusterOverridesRetries, Topic: lang.T("cluster without retries"), Versions: Ranges{{}},
		Reason: lang.T("this cluster calls once, whatever retries says"),
		Cases:  []string{"cluster/failfastRetries2"}},
	{ID: TripleTimeout, Topic: lang.T("triple timeout"), Versions: Ranges{{"3.1.5", "3.2.2"}},
		Reason: lang.T("this version's triple protocol hands a timeout back as the answer, so the retry loop does not see it")},
	{ID: TripleExceptionRetried, Topic: lang.T("triple exception retried"), Versions: Ranges{{"3.0.7", "3.1.3"}},
		Reason: lang.T("this version's triple protocol throws what the service threw, so the retry loop tries it again"),
		Cases:  []string{"triple/boom__boom"}},
	{ID: TripleAsyncFails, Topic: lang.T("triple async fails"), Versions: Ranges{{"3.0.7", "3.0.7"}},
		Reason: lang.T("asynchronous calls of the triple protocol fail in this version (\"Service not found:null\")")},
	{ID: OnewayAnnotationLost, Topic: lang.T("oneway annotation lost"), Versions: Ranges{{"3.0.0", "3.0.7"}},
		Reason: lang.T("this version reads every attribute of @Method but isReturn"),
		Cases:  []string{"async-method-annotation/oneway__fire_slow"}},
	{ID: OuterLoopFails, Topic: lang.T("outer loop fails"), Versions: Ranges{{"3.0.0", "3.0.7"}},
		Reason: lang.T("what this version's loop around the registries tries again reaches no provider, or cannot be decoded there"),
		Cases:  []string{"nested-registry/dflt"}},
	{ID: GovernanceRetriesLost, Topic: lang.T("governance retries lost"), Versions: Ranges{{"2.7.9", "2.7.9"}, {"3.0.5", "3.1.11"}},
		Reason: lang.T("this version's retry loop reads a URL that no governance rule has changed"),
		Cases:  []string{"governance-rule/none"}},
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
