package dubbo

// behaviour is something that versions do in different ways and that is no
// quirk: no side ignores anything.
type behaviour struct {
	topic string
	// says holds what happens; the first row counts whose versions contain the
	// one asked about.
	says  []saying
	proof string
}

type saying struct {
	versions Ranges
	text     string
}

// in returns what happens in a known version, "" where no row tells.
func (b *behaviour) in(v Version) string {
	for _, s := range b.says {
		if s.versions.Contain(v) {
			return s.text
		}
	}
	return ""
}

// otherwise are all versions that no row before names.
var otherwise = Ranges{{}}

var behaviours = []behaviour{
	{"timeout of both sides", []saying{
		{Ranges{{"3.0.0", ""}}, "with application-level discovery the consumer's reference timeout ranks over the provider's method timeout"},
		{otherwise, "the provider's method timeout ranks over the consumer's reference timeout"}},
		"measured: case provider-side (s_methodRef1000) on 21 versions"},
	{"consumer-wide against the provider's service", []saying{
		{Ranges{{"", "2.7.1"}}, "the provider's service value ranks over <dubbo:consumer> (timeout, retries)"},
		{otherwise, "<dubbo:consumer> ranks over the provider's service value"}},
		"measured: case provider-side-consumer-wide on 2.6.2, 2.6.12, 2.7.3, 2.7.8, 2.7.23, 3.2.19, 3.3.6; source for the turning point 2.7.2"},
	{"start without a provider, XML, check on", []saying{
		{Ranges{{"3.0.0", ""}}, "the application does not start"},
		{otherwise, "the context starts, the first use of the bean fails"}},
		"measured: case check-default on 2.6.2-2.7.8, 3.2.19, 3.3.6; with init=false as in 2.x: case check-init-false"},
	{"cluster around several registries", []saying{
		{Ranges{{"", "2.6.7"}}, "available: the first registry with a provider"},
		{Ranges{{"2.6.8", "2.6.12"}}, "the registry's own cluster, else available"},
		{Ranges{{"2.7.0", "2.7.4.1"}}, "registryaware; a cluster written for the reference takes its place"},
		{Ranges{{"2.7.5", "2.7.5"}}, "zone-aware; a cluster written for the reference takes its place"},
		{otherwise, "zone-aware, or the registry's own cluster"}},
		"measured: cases two-registries, two-live-registries and nested on 2.6.12, 2.7.0, 2.7.5-2.7.8, 2.7.11; source: 2.6.8 ReferenceConfig:408, 2.7.0 ReferenceConfig:374, 2.7.8 ReferenceConfig:379-381"},
	{"failback without retries", []saying{
		{Ranges{{"", "2.6.12"}}, "one repeat in the background, whatever retries says"},
		{otherwise, "three repeats in the background"}},
		"measured: case failback on 2.6.2, 2.6.12, 2.7.8, 2.7.23, 3.0.5, 3.2.19, 3.3.6"},
	{"methods that return a CompletableFuture", []saying{
		{Ranges{{"", "2.6.12"}}, "an ordinary call, tried again as retries says"},
		{otherwise, "an asynchronous call, never tried again"}},
		"measured: case async-mock (future) on 2.6.12, 2.7.8, 2.7.23, 3.2.19, 3.3.6"},
	{"dubbo.reference.<attribute> without an interface", []saying{
		{Ranges{{"", "2.6.12"}}, "read"},
		{Ranges{{"3.1.4", ""}}, "read, for what nothing else sets"},
		{otherwise, "never read"}},
		"measured: case props-reference-global on 2.6.2, 2.7.8, 2.7.23, 3.2.19, 3.3.6; sysprop-reference-global on 3.1.3 and 3.1.4"},
	{"dubbo.reference.<interface>.<attribute>", []saying{
		{Ranges{{"2.7.0", ""}}, "read"},
		{otherwise, "not read (the id takes its place)"}},
		"measured: case props-reference-interface on 2.6.2, 2.7.8, 3.2.19, 3.3.6"},
	{"dubbo.reference.<interface>.<method>.<attribute> without a method element", []saying{
		{Ranges{{"3.0.2", ""}}, "makes the settings of the method"},
		{otherwise, "never read"}},
		"measured: case sysprop-reference-method on 2.7.5, 2.7.8 and 3.3.6; source for the turning point: 3.0.2 AbstractInterfaceConfig"},
	{"dubbo.reference.<method>.<attribute> without an interface", []saying{
		{Ranges{{"3.1.4", ""}}, "counts for every interface that has the method"},
		{otherwise, "never read"}},
		"measured: case props-reference-method-global on 3.1.3, 3.1.4, 3.1.5, 3.1.11, 3.2.0, 3.3.6"},
	{"properties of a consumer or provider with an id", []saying{
		{Ranges{{"3.0.0", ""}}, "dubbo.consumers.<id>.<attribute>"},
		{otherwise, "dubbo.consumer.<id>.<attribute>"}},
		"measured: case props-consumer-id on 2.7.8 and 3.3.6"},
	{"keys without a prefix in dubbo.properties (retries=1)", []saying{
		{Ranges{{"2.7.0", "2.7.2"}}, "read for every object"},
		{otherwise, "never read"}},
		"measured: case bare-key on 2.7.2, 2.7.5, 2.7.8, 3.3.6; source: 2.7.0 AbstractPrefixConfiguration"},
	{"numbers and booleans of YAML below dubbo.reference", []saying{
		{Ranges{{"", "2.6.12"}}, "not read by the starter; texts are"},
		{otherwise, "read"}},
		"measured: Spring Boot table on 2.6.2"},
	{"application.yml against a written annotation or XML attribute", []saying{
		{Ranges{{"3.0.0", ""}}, "application.yml wins"},
		{otherwise, "the written attribute wins, application.yml fills what is open"}},
		"measured: Spring Boot table on 2.6.2-3.3.6"},
	{"attribute against <dubbo:parameter> of the same key (retries, timeout)", []saying{
		{Ranges{{"3.0.0", ""}}, "the parameter wins"},
		{otherwise, "either wins: the order in which the JVM lists methods decides"}},
		"measured: cases precedence and parameter on 19 versions; source: 2.7.23 AbstractConfig.appendParameters"},
	{"parameters named default.<attribute>", []saying{
		{Ranges{{"", "2.7.4.1"}, {"3.2.0", ""}}, "count where nothing else sets the attribute"},
		{otherwise, "have no effect"}},
		"measured: cases precedence and parameter-default on 2.7.0, 2.7.5, 2.7.8, 2.7.11, 3.0.4, 3.1.3, 3.2.19, 3.3.6"},
	{"two <dubbo:consumer> without default", []saying{
		{Ranges{{"", "2.7.4.1"}}, "the application does not start"},
		{otherwise, "the first one is taken silently"}},
		"measured: case consumers-two-plain on 2.6.2, 2.7.8, 3.2.19, 3.3.6; source for 2.7.4.1"},
	{"two default consumers, one of them of Spring Boot", []saying{
		{Ranges{{"", "2.7.4.1"}, {"2.7.23", "2.7.23"}}, "the application does not start"},
		{otherwise, "the first one is taken silently"}},
		"measured: Spring Boot table on 2.7.23 (NoUniqueBeanDefinitionException); source for 2.7.4.1"},
	{"dubbo.consumers.<id>.default of Spring Boot", []saying{
		{Ranges{{"2.7.23", ""}}, "has no effect"},
		{otherwise, "says whether the consumer is a default one"}},
		"measured: Spring Boot table on 2.7.23 and 3.x (no effect); not measured from 2.7.9 to 2.7.22"},
	{"the id of an annotated reference or service, where none is written", []saying{
		{Ranges{{"2.6.2", "2.7.6"}}, "the interface"},
		{Ranges{{"3.0.0", ""}}, "the name of the field"},
		{otherwise, "none"}},
		"measured: Spring Boot table and its notes"},
	{"the id of an XML reference or service, where none is written", []saying{
		{Ranges{{"2.7.12", "2.7.23"}}, "the interface"},
		{otherwise, "none"}},
		"source: 2.7.12 DubboNamespaceHandler; not measured"},
	{"the attachment retries of RpcContext", []saying{
		{Ranges{{"2.7.12", ""}}, "sets the retries of one call"},
		{otherwise, "has no effect"}},
		"source: 2.7.12 FailoverClusterInvoker:113-125, absent in 2.7.11; not measured"},
	{"retries in a governance rule", []saying{
		{Ranges{{"2.7.9", "2.7.9"}, {"3.0.5", "3.1.11"}}, "do not reach the retry loop"},
		{otherwise, "reach the retry loop"}},
		"source: 3.0.5 DynamicDirectory.getConsumerUrl, 3.2.0 returns the overridden URL; not measured"},
}

// told are the quirks that a behaviour tells with both sides.
var told = map[QuirkID]bool{TwoConsumers: true}
