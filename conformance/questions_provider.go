package conformance

import "github.com/dubboaudit/dubboaudit/dubbo"

// merged are the versions in which retries of the provider side reach the
// consumer.
var merged = dubbo.Ranges{{To: "2.7.8"}, {From: "2.7.15", To: "2.7.23"}}

// providerRetries are the claims for retries=0 at the provider.
func providerRetries(counts string) []Claim {
	return []Claim{{merged, counts}, {nil, "3"}}
}

var aboutProviders = []Question{
	{
		Anchor: "provider-retries", Title: "Do the provider's retries reach the consumer?",
		Answer: "Up to 2.7.8 and again from 2.7.15 to 2.7.23, where the consumer sets nothing itself. From 2.7.9 to 2.7.14 and in 3.x they are lost: " +
			"retries=0 at the service then means three executions. Those at <dubbo:provider> of a provider of 2.7.1 do not reach consumers of 2.7.5 to 2.7.14.",
		Rows: []Row{
			{`<dubbo:service retries="0"/>`, "unique/providerRetries0 provider-side/s_retries0", providerRetries("1")},
			{`<dubbo:service retries="5"/>`, "provider-side/s_retries5", providerRetries("6")},
			{`retries="0" at a <dubbo:method> of the service`, "provider-side/s_method", providerRetries("1")},
			{`<dubbo:parameter key="slow.retries" value="0"/> of the service`, "provider-side/s_mparam", providerRetries("1")},
			{`<dubbo:provider retries="0"/>`, "provider-wide/pw", providerRetries("1")},
			{"dubbo.provider.retries=0", "provider-props/pp", providerRetries("1")},
			{`<dubbo:service retries="0"/>, interface-level discovery of 3.x`, "provider-side-interface/s_retries0", always("3")},
			{`<dubbo:service retries="0"/>, a mock at the reference`, "mock-provider/retries0", nil},
			{`the same, interface-level discovery of 3.x`, "mock-provider-interface/retries0", nil},
			{`a provider of 2.7.1, <dubbo:provider retries="0"/>`, "mixed-provider-2.7.1/none", []Claim{{in("2.7.5", "2.7.14"), "3"}, {nil, "1"}}},
			{`a provider of 2.7.1, <dubbo:service retries="3"/>`, "mixed-provider-2.7.1/service", providerRetries("4")},
			{`a provider of 2.7.23, <dubbo:service retries="0"/>`, "mixed-provider-2.7.23/service", always("3")},
			{`the same, retries="1" at the reference`, "mixed-provider-2.7.23/serviceRetries1", always("2")},
			{`<dubbo:service retries="0"/>, retries="1" at the reference`, "provider-side/s_retries0Ref1", nil},
			{`<dubbo:service retries="0"/>, <dubbo:consumer retries="1"/>`, "provider-side-consumer-wide/s_retries0", []Claim{{in("", "2.7.1"), "1"}, {nil, "2"}}},
		},
	},
	{
		Anchor: "provider-cluster", Title: "Does the provider's cluster reach the consumer?",
		Answer: "Up to 2.7.5, and never since.",
		Show:   Clusters,
		Rows: []Row{
			{`<dubbo:service cluster="failfast"/>`, "unique/providerCluster provider-side/s_cluster", []Claim{{in("", "2.7.5"), "1 failfast"}, {nil, "3 failover"}}},
			{`<dubbo:service cluster="failfast"/>, cluster="failover" at the reference`, "provider-side/s_clusterRefFailover", always("3 failover")},
			{`<dubbo:provider cluster="failfast" retries="0"/>`, "provider-wide/pw", []Claim{{in("", "2.7.5"), "1 failfast"}, {merged, "1 failover"}, {nil, "3 failover"}}},
		},
	},
	{
		Anchor: "timeout-order", Title: "Which timeout wins?",
		Answer: "The consumer's method, then the provider's method, then the consumer's reference, then the provider's service. " +
			"In 3.x with application-level discovery the consumer's reference wins over the provider's method. A provider's timeout reaches the consumer in every version. " +
			"From 3.0.3 to 3.1.3 some waits are those of other references to the same service in the process.",
		Show: Timeouts,
		Rows: []Row{
			{`<dubbo:service timeout="500"/>, nothing at the consumer`, "provider-side/s_timeout", nil},
			{`the same, timeout="1000" retries="0" at the reference`, "provider-timeout-single/s_timeout provider-side/s_timeoutRef1000", []Claim{{in("", "2.7.23"), "1 × 1000 ms"}, {in("3.1.4", ""), "1 × 1000 ms"}}},
			{`<dubbo:method timeout="500"/> at the service, timeout="1000" retries="0" at the reference`, "provider-timeout-single/s_method provider-side/s_methodRef1000", []Claim{{in("", "2.7.23"), "1 × 500 ms"}, {in("3.1.4", ""), "1 × 1000 ms"}}},
			{"the same, interface-level discovery of 3.x", "provider-side-interface/s_methodRef1000", always("1 × 500 ms")},
			{`the same, timeout="1000" at a <dubbo:method> of the reference, retries="1"`, "provider-side-interface/s_methodRefM1000 provider-side/s_methodRefM1000", nil},
			{`<dubbo:service timeout="500"/>, <dubbo:consumer timeout="1000"/>`, "provider-side-consumer-wide/s_timeout", []Claim{{in("", "2.7.1"), "2 × 500 ms"}, {nil, "2 × 1000 ms"}}},
			{`<dubbo:method timeout="500"/> at the service, <dubbo:consumer timeout="1000"/>`, "provider-side-consumer-wide/s_method", []Claim{{in("", "2.7.23"), "1 × 500 ms"}, {nil, "2 × 1000 ms"}}},
			{`<dubbo:consumer timeout="500"/>, timeout="1000" at the reference`, "precedence/refTimeout1000", []Claim{{in("", "2.7.23"), "2 × 1000 ms"}, {in("3.1.4", ""), "2 × 1000 ms"}}},
			{`<dubbo:consumer timeout="500"/>, timeout="1000" at a <dubbo:method>`, "precedence/methodTimeout1000", []Claim{{in("", "2.7.23"), "1 × 1000 ms"}, {in("3.1.4", ""), "1 × 1000 ms"}}},
		},
	},
	{
		Anchor: "timeout-zero", Title: "Does timeout=0 mean without limit?",
		Answer: "No: 0 and everything below it become the default of 1000 ms. All rows were measured beside references to the same service with timeout=500: " +
			"from 3.0.3 to 3.1.3 references to one service get each other's timeouts, so the 500 ms there are those of the others.",
		Show: Timeouts,
		Rows: []Row{
			{`timeout="0", beside references with timeout="500"`, "retries/timeout0", besideOthers},
			{`timeout="-1", beside references with timeout="500"`, "retries/timeoutM1", besideOthers},
		},
	},
	{
		Anchor: "provider-default-false", Title: `Does <dubbo:provider default="false"> stay with its services?`,
		Answer: "Not in 2.7.5 and 2.7.6: there its retries and timeout reach services outside it.",
		Show:   Clusters,
		Rows: []Row{
			{`<dubbo:provider default="false" retries="0" timeout="500" cluster="failfast">, a service inside`, "provider-nested/p_nested", providerRetries("1")},
			{"the same, a service outside", "provider-nested/p_other", []Claim{{in("2.7.5", "2.7.6"), "1"}, {nil, "3"}}},
		},
	},
}

// besideOthers are the claims for the default timeout where others of the
// service are mixed in.
var besideOthers = []Claim{{in("3.0.3", "3.1.3"), "3 × 500 ms"}, {nil, "3 × 1000 ms"}}
