package conformance

import "github.com/dubboaudit/dubboaudit/dubbo"

// replaced are the claims for a cluster that calls once, which 2.7.6 and 2.7.7
// replace.
func replaced(once string) []Claim {
	return []Claim{{in("2.7.6", "2.7.7"), "3"}, {nil, once}}
}

// honoured are the claims for failfast where 2.7.6 and 2.7.7 are not measured.
var honoured = []Claim{{in("", "2.7.5"), "1"}, {in("2.7.8", ""), "1"}}

// oneAddress are the claims for a direct url of one address.
func oneAddress(later string) []Claim {
	return []Claim{{groupLost, "0"}, {in("", "3.0.2.1"), "1"}, {nil, later}}
}

// groupLost are the versions that drop the group of a reference with url.
var groupLost = dubbo.Ranges{{From: "2.7.0", To: "2.7.0"}, {From: "2.7.3", To: "2.7.3"}}

// looped are the claims for failover around several registries.
func looped(once, multiplied string) []Claim {
	return []Claim{{in("2.6.5", "2.6.5"), once}, {in("3.0.3", "3.0.7"), once}, {nil, multiplied}}
}

var aboutClusters = []Question{
	{
		Anchor: "cluster-replaced", Title: "Is cluster= honoured?",
		Answer: "Yes, but not by 2.7.6 and 2.7.7: these two run failover for every reference through a registry, wherever and however cluster is written. " +
			"The released 2.7.5 honours it, whatever articles say; retries=0 works everywhere.",
		Show: Clusters,
		Rows: []Row{
			{`cluster="failfast"`, "unique/failfast cluster/failfast", replaced("1")},
			{`cluster="failfast" retries="2"`, "cluster/failfastRetries2", replaced("1")},
			{`cluster="failsafe"`, "cluster/failsafe", replaced("1")},
			{`cluster="forking", one provider`, "cluster/forking", replaced("1")},
			{`cluster="broadcast", one provider`, "cluster/broadcast", replaced("1")},
			{`cluster="available"`, "cluster/available", replaced("1")},
			{`cluster="mergeable"`, "cluster/mergeable", replaced("1")},
			{`<dubbo:parameter key="cluster" value="failfast"/>`, "cluster/paramFailfast", replaced("1")},
			{`<dubbo:consumer cluster="failfast"/>`, "consumer-cluster/none", replaced("1")},
			{`the same, and cluster="failover" at the reference`, "consumer-cluster/over", always("3")},
			{"dubbo.consumer.cluster=failfast in dubbo.properties", "props-cluster/none", replaced("1")},
			{`@Reference(cluster = "failfast")`, "annotation/failfast", replaced("1")},
			{`@DubboReference(cluster = "failfast") of a ReferenceBean`, "bean-reference/failfast", replaced("1")},
			{`setCluster("failfast") by the API`, "api/failfast", replaced("1")},
			{`retries="0"`, "retries/retries0", always("1")},
		},
	},
	{
		Anchor: "clusters", Title: "What does the caller see of each cluster after a timeout?",
		Answer: "failfast gives the exception, failsafe and failback give null, as if the method had returned nothing. " +
			"forking fails with a NullPointerException in most versions.",
		Show: Outcomes,
		Rows: []Row{
			{`cluster="failover"`, "cluster/failover", always("3")},
			{`cluster="failfast"`, "cluster/failfast", replaced("1")},
			{`cluster="failsafe"`, "cluster/failsafe", replaced("1, null")},
			{`cluster="failback"`, "failback/failback", nil},
			{`cluster="forking"`, "cluster/forking", replaced("1")},
		},
	},
	{
		Anchor: "direct-url", Title: "What does one direct url change?",
		Answer: "Up to 3.0.2.1 there is no cluster layer: one execution, whatever retries and cluster say. " +
			"From 3.0.3 on it is always failover: three executions, cluster= is ignored, and only retries=0 helps. 2.7.0 and 2.7.3 lose the group and do not find the service. " +
			"A triple url runs once on 3.1.5-3.2.2, because these do not try the [timeouts of triple](#triple) again.",
		Show: Clusters,
		Rows: []Row{
			{`url="dubbo://..."`, "unique-direct/dflt cluster/direct", oneAddress("3")},
			{`url="dubbo://..." retries="0"`, "unique-direct/retries0 cluster/directRetries0", oneAddress("1")},
			{`url="dubbo://..." cluster="failfast"`, "unique-direct/failfast cluster/directFailfast", oneAddress("3")},
			{`url="dubbo://..." cluster="failsafe"`, "cluster/directFailsafe", oneAddress("3")},
			{`url="dubbo://...?cluster=failfast"`, "cluster/directUrlFailfast", oneAddress("3")},
			{`url="dubbo://..." and <dubbo:parameter key="cluster" value="failfast"/>`, "cluster/directParamFailfast", oneAddress("3")},
			{`url="dubbo://..." and <dubbo:consumer cluster="failfast"/>`, "consumer-cluster/direct", oneAddress("3")},
			{`url="registry://..." cluster="failfast"`, "cluster/directRegistryUrlFailfast", replaced("1")},
			{`url="tri://..."`, "triple/direct", []Claim{{in("3.1.5", "3.2.2"), "1"}, {nil, "3"}}},
		},
	},
	{
		Anchor: "direct-urls", Title: "And several direct addresses?",
		Answer: "cluster= is honoured in every version, in 2.7.6 and 2.7.7, too. Without cluster= every call fails with a ClassCastException from 2.7.8 to 3.0.2.1. " +
			"2.7.0 and 2.7.3 lose the group and do not find the service.",
		Show: Clusters | Outcomes,
		Rows: []Row{
			{`url="dubbo://a;dubbo://b"`, "unique-direct-two/two cluster/directTwo",
				[]Claim{{groupLost, "0"}, {in("2.7.8", "3.0.2.1"), "0 zone-aware, ClassCastException"}, {nil, "3"}}},
			{`url="dubbo://a;dubbo://b" cluster="failfast"`, "unique-direct/twoFailfast cluster/directTwoFailfast", []Claim{{groupLost, "0"}, {nil, "1"}}},
			{`url="dubbo://a;dubbo://b" cluster="failover"`, "unique-direct/two", always("3")},
			{`the same, retries="3"`, "direct-several/failoverRetries3", []Claim{{groupLost, "0"}, {nil, "4"}}},
			{`the same, retries="0"`, "direct-several/failoverRetries0", []Claim{{groupLost, "0"}, {nil, "1"}}},
			{`the same, <dubbo:method retries="0"/>`, "direct-several/failoverMethod0", []Claim{{groupLost, "0"}, {nil, "1"}}},
			{`url="dubbo://a;dubbo://b" cluster="failsafe"`, "direct-several/failsafe", []Claim{{groupLost, "0"}, {nil, "1"}}},
		},
	},
	{
		Anchor: "registries", Title: "Do several registries multiply the executions?",
		Answer: "Not by themselves. With cluster=failover written at the reference, 2.7.0 to 2.7.5 put one retry loop into another, 9 executions by default; " +
			"with cluster=failover at the registries later versions do so, too, and then failfast is repeated as well. " +
			"Not so on 2.6.5, and from 3.0.3 to 3.0.7 what the outer loop tries again is not executed.",
		Show: Clusters,
		Rows: []Row{
			{"two registries, nothing set", "two-live-registries/dflt", always("3")},
			{`two registries, retries="0"`, "two-live-registries/retries0", always("1")},
			{`two registries, cluster="failfast"`, "two-live-registries/failfast", replaced("1")},
			{`two registries, cluster="failover"`, "nested/failover", []Claim{{in("2.7.0", "2.7.5"), "9"}, {nil, "3"}}},
			{`two registries, cluster="failover" retries="1"`, "nested/failover1", []Claim{{in("2.7.0", "2.7.5"), "4"}, {nil, "2"}}},
			{`two registries, cluster="failover" retries="0"`, "nested/failover0", always("1")},
			{`one of them chosen, cluster="failover"`, "nested/one", always("3")},
			{`<dubbo:registry cluster="failover"/> twice`, "nested-registry/dflt", looped("3", "9")},
			{`the same, retries="3" at the reference`, "nested-registry/retries3", looped("4", "16")},
			{`the same, cluster="failfast" at the reference`, "nested-registry/failfast", looped("1", "3")},
			{`the same, retries="0" at the reference`, "nested-registry/retries0", always("1")},
			{`cluster=failfast as a parameter of the registry's address`, "registry-cluster/dflt", always("3")},
		},
	},
}
