package dubbo

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

// behaviour is something that versions do in different ways and that is no
// quirk: no side ignores anything.
type behaviour struct {
	topic lang.Text
	// says holds what happens; the first row counts whose versions contain the
	// one asked about.
	says  []saying
	proof lang.Text
}

type saying struct {
	versions Ranges
	text     lang.Text
}

// in returns what happens in a known version, nothing where no row tells.
func (b *behaviour) in(v Version) lang.Text {
	for _, s := range b.says {
		if s.versions.Contain(v) {
			return s.text
		}
	}
	return lang.Text{}
}

// otherwise are all versions that no row before names.
var otherwise = Ranges{{}}

var behaviours = []behaviour{
	{lang.T("timeout of both sides"), []saying{
		{Ranges{{"3.0.0", ""}}, lang.T("with application-level discovery the consumer's reference timeout ranks over the provider's method timeout")},
		{otherwise, lang.T("the provider's method timeout ranks over the consumer's reference timeout")}},
		lang.T("measured: case provider-side (s_methodRef1000) on 21 versions")},
	{lang.T("consumer-wide against the provider's service"), []saying{
		{Ranges{{"", "2.7.1"}}, lang.T("the provider's service value ranks over <dubbo:consumer> (timeout, retries)")},
		{otherwise, lang.T("<dubbo:consumer> ranks over the provider's service value")}},
		lang.T("measured: case provider-side-consumer-wide on 2.6.2, 2.6.12, 2.7.3, 2.7.8, 2.7.23, 3.2.19, 3.3.6; source for the turning point 2.7.2")},
	{lang.T("start without a provider, XML, check on"), []saying{
		{Ranges{{"3.0.0", ""}}, lang.T("the application does not start")},
		{otherwise, lang.T("the context starts, the first use of the bean fails")}},
		lang.T("measured: case check-default on 2.6.2-2.7.8, 3.2.19, 3.3.6; with init=false as in 2.x: case check-init-false")},
	{lang.T("cluster around several registries"), []saying{
		{Ranges{{"", "2.6.7"}}, lang.T("available: the first registry with a provider")},
		{Ranges{{"2.6.8", "2.6.12"}}, lang.T("the registry's own cluster, else available")},
		{Ranges{{"2.7.0", "2.7.4.1"}}, lang.T("registryaware; a cluster written for the reference takes its place")},
		{Ranges{{"2.7.5", "2.7.5"}}, lang.T("zone-aware; a cluster written for the reference takes its place")},
		{otherwise, lang.T("zone-aware, or the registry's own cluster")}},
		lang.T("measured: cases two-registries, two-live-registries and nested on 2.6.12, 2.7.0, 2.7.5-2.7.8, 2.7.11; source: 2.6.8 ReferenceConfig:408, 2.7.0 ReferenceConfig:374, 2.7.8 ReferenceConfig:379-381")},
	{lang.T("failback without retries"), []saying{
		{Ranges{{"", "2.6.12"}}, lang.T("one repeat in the background, whatever retries says")},
		{otherwise, lang.T("three repeats in the background")}},
		lang.T("measured: case %s on %s", "failback", lang.Names(strings.Fields("2.6.2 2.6.12 2.7.8 2.7.23 3.0.5 3.2.19 3.3.6")))},
	{lang.T("methods that return a CompletableFuture"), []saying{
		{Ranges{{"", "2.6.12"}}, lang.T("an ordinary call, tried again as retries says")},
		{otherwise, lang.T("an asynchronous call, never tried again")}},
		lang.T("measured: case %s on %s", "async-mock (future)", lang.Names(strings.Fields("2.6.12 2.7.8 2.7.23 3.2.19 3.3.6")))},
	{lang.T("dubbo.reference.<attribute> without an interface"), []saying{
		{Ranges{{"", "2.6.12"}}, lang.T("is read")},
		{Ranges{{"3.1.4", ""}}, lang.T("read, for what nothing else sets")},
		{otherwise, lang.T("never read")}},
		lang.T("measured: case props-reference-global on 2.6.2, 2.7.8, 2.7.23, 3.2.19, 3.3.6; sysprop-reference-global on 3.1.3 and 3.1.4")},
	{lang.Verbatim("dubbo.reference.<interface>.<attribute>"), []saying{
		{Ranges{{"2.7.0", ""}}, lang.T("is read")},
		{otherwise, lang.T("not read (the id takes its place)")}},
		lang.T("measured: case %s on %s", "props-reference-interface", lang.Names(strings.Fields("2.6.2 2.7.8 3.2.19 3.3.6")))},
	{lang.T("dubbo.reference.<interface>.<method>.<attribute> without a method element"), []saying{
		{Ranges{{"3.0.2", ""}}, lang.T("makes the settings of the method")},
		{otherwise, lang.T("never read")}},
		lang.T("measured: case sysprop-reference-method on 2.7.5, 2.7.8 and 3.3.6; source for the turning point: 3.0.2 AbstractInterfaceConfig")},
	{lang.T("dubbo.reference.<method>.<attribute> without an interface"), []saying{
		{Ranges{{"3.1.4", ""}}, lang.T("counts for every interface that has the method")},
		{otherwise, lang.T("never read")}},
		lang.T("measured: case %s on %s", "props-reference-method-global", lang.Names(strings.Fields("3.1.3 3.1.4 3.1.5 3.1.11 3.2.0 3.3.6")))},
	{lang.T("properties of a consumer or provider with an id"), []saying{
		{Ranges{{"3.0.0", ""}}, lang.Verbatim("dubbo.consumers.<id>.<attribute>")},
		{otherwise, lang.Verbatim("dubbo.consumer.<id>.<attribute>")}},
		lang.T("measured: case %s on %s and %s", "props-consumer-id", "2.7.8", "3.3.6")},
	{lang.T("keys without a prefix in dubbo.properties (retries=1)"), []saying{
		{Ranges{{"2.7.0", "2.7.2"}}, lang.T("read for every object")},
		{otherwise, lang.T("never read")}},
		lang.T("measured: case bare-key on 2.7.2, 2.7.5, 2.7.8, 3.3.6; source: 2.7.0 AbstractPrefixConfiguration")},
	{lang.T("numbers and booleans of YAML below dubbo.reference"), []saying{
		{Ranges{{"", "2.6.12"}}, lang.T("not read by the starter; texts are")},
		{otherwise, lang.T("is read")}},
		lang.T("measured: Spring Boot table on 2.6.2")},
	{lang.T("application.yml against a written annotation or XML attribute"), []saying{
		{Ranges{{"3.0.0", ""}}, lang.T("application.yml wins")},
		{otherwise, lang.T("the written attribute wins, application.yml fills what is open")}},
		lang.T("measured: Spring Boot table on 2.6.2-3.3.6")},
	{lang.T("attribute against <dubbo:parameter> of the same key (retries, timeout)"), []saying{
		{Ranges{{"3.0.0", ""}}, lang.T("the parameter wins")},
		{otherwise, lang.T("either wins: the order in which the JVM lists methods decides")}},
		lang.T("measured: cases precedence and parameter on 19 versions; source: 2.7.23 AbstractConfig.appendParameters")},
	{lang.T("parameters named default.<attribute>"), []saying{
		{Ranges{{"", "2.7.4.1"}, {"3.2.0", ""}}, lang.T("count where nothing else sets the attribute")},
		{otherwise, lang.T("have no effect")}},
		lang.T("measured: cases precedence and parameter-default on 2.7.0, 2.7.5, 2.7.8, 2.7.11, 3.0.4, 3.1.3, 3.2.19, 3.3.6")},
	{lang.T("two <dubbo:consumer> without default"), []saying{
		{Ranges{{"", "2.7.4.1"}}, lang.T("the application does not start")},
		{otherwise, lang.T("the first one is taken silently")}},
		lang.T("measured: case consumers-two-plain on 2.6.2, 2.7.8, 3.2.19, 3.3.6; source for 2.7.4.1")},
	{lang.T("two default consumers, one of them of Spring Boot"), []saying{
		{Ranges{{"", "2.7.4.1"}, {"2.7.23", "2.7.23"}}, lang.T("the application does not start")},
		{otherwise, lang.T("the first one is taken silently")}},
		lang.T("measured: Spring Boot table on 2.7.23 (NoUniqueBeanDefinitionException); source for 2.7.4.1")},
	{lang.T("dubbo.consumers.<id>.default of Spring Boot"), []saying{
		{Ranges{{"2.7.23", ""}}, lang.T("has no effect")},
		{otherwise, lang.T("says whether the consumer is a default one")}},
		lang.T("measured: Spring Boot table on 2.7.23 and 3.x (no effect); not measured from 2.7.9 to 2.7.22")},
	{lang.T("the id of an annotated reference or service, where none is written"), []saying{
		{Ranges{{"2.6.2", "2.7.6"}}, lang.T("the interface")},
		{Ranges{{"3.0.0", ""}}, lang.T("the name of the field")},
		{otherwise, lang.T("none")}},
		lang.T("measured: Spring Boot table and its notes")},
	{lang.T("the id of an XML reference or service, where none is written"), []saying{
		{Ranges{{"2.7.12", "2.7.23"}}, lang.T("the interface")},
		{otherwise, lang.T("none")}},
		lang.T("source: 2.7.12 DubboNamespaceHandler; not measured")},
	{lang.T("the attachment retries of RpcContext"), []saying{
		{Ranges{{"2.7.12", ""}}, lang.T("sets the retries of one call")},
		{otherwise, lang.T("has no effect")}},
		lang.T("source: 2.7.12 FailoverClusterInvoker:113-125, absent in 2.7.11; not measured")},
	{lang.T("retries in a governance rule"), []saying{
		{Ranges{{"2.7.9", "2.7.9"}, {"3.0.5", "3.1.11"}}, lang.T("do not reach the retry loop")},
		{otherwise, lang.T("reach the retry loop")}},
		lang.T("source: 3.0.5 DynamicDirectory.getConsumerUrl, 3.2.0 returns the overridden URL; not measured")},
}

// told are the quirks that a behaviour tells with both sides.
var told = map[QuirkID]bool{TwoConsumers: true}
