package conformance

import "slices"

// Questions are the sections of docs/dubbo-behaviour.md.
var Questions = slices.Concat(aboutRetries, aboutClusters, aboutProviders, aboutStart, aboutSources, aboutForms)

// noStart is the cell of an application that does not start.
const noStart = "no start"

var aboutRetries = []Question{
	{
		Anchor: "nothing-set", Title: "How often does a call run when nothing is set?",
		Answer: "Three times in every version, with one provider, too: a call that gets no answer within 1000 ms is tried twice more. " +
			"The provider is not told that the caller gave up, so it finishes all three.",
		Show: Timeouts | Clusters,
		Rows: []Row{
			{"nothing, against a method of 5 s", "retries/dflt__slow5", always("3 × 1000 ms failover")},
			{"nothing but timeout=500", "unique/dflt cluster/dflt", always("3")},
			{"the same by the API, without Spring", "api/dflt", always("3")},
		},
	},
	{
		Anchor: "retries", Title: "What do retries=0, 1, 5 and -1 give?",
		Answer: "One execution more than retries says. 0 and everything below it give one execution in XML and in the API, in every version; " +
			"on an annotation that is [another question](#annotation-retries).",
		Rows: []Row{
			{`retries="0"`, "retries/retries0 unique/retries0", always("1")},
			{`retries="1"`, "retries/retries1", always("2")},
			{`retries="2"`, "retries/retries2", always("3")},
			{`retries="5"`, "retries/retries5", always("6")},
			{`retries="-1"`, "retries/retriesM1", always("1")},
			{`retries="-5"`, "retries/retriesM5", always("1")},
			{"setRetries(0) by the API", "api/retries0", always("1")},
			{"setRetries(1) by the API", "api/retries1", always("2")},
		},
	},
	{
		Anchor: "causes", Title: "What is tried again?",
		Answer: "Failures of the call: a timeout, a lost connection, an answer that cannot be serialized. " +
			"An exception that the provider's code throws is not: it goes to the caller after one execution, a RpcException, too; " +
			"the triple protocol [differs](#triple). After a lost connection the caller of 3.2.0 waits for ever, and on 2.7.5 and 2.7.8 the last retry finds no connection.",
		Show: Outcomes,
		Rows: []Row{
			{"a timeout", "unique/dflt cluster/dflt", always("3")},
			{"the code throws an unchecked exception", "retries/ex__boom_checked_rpcBoom_fast#boom", always("1, IllegalArgumentException")},
			{"the code throws a checked exception", "retries/ex__boom_checked_rpcBoom_fast#checked", always("1, ApiException")},
			{"the code throws a RpcException", "retries/ex__boom_checked_rpcBoom_fast#rpcBoom", always("1, RpcException")},
			{"the result cannot be serialized", "failures/odd__odd", always("3, RpcException 1")},
			{`the same with retries="0"`, "failures/oddRetries0__odd", always("1")},
			{`the same with cluster="failfast"`, "failures/oddFailfast__odd", always("1")},
			{"the connection is lost during the call, two providers", "failures/cut__cut", []Claim{{in("2.7.5", "2.7.8"), "2"}, {in("3.2.0", "3.2.0"), "1, no answer"}, {nil, "3"}}},
			{`the same with retries="0"`, "failures/cutRetries0__cut", always("1")},
			{`the same with cluster="failfast"`, "failures/cutFailfast__cut", always("1")},
			{"one of two addresses refuses connections", "refused/failover__fast", always("1, value")},
		},
	},
	{
		Anchor: "failback", Title: "How often does failback repeat a call?",
		Answer: "The caller gets null after the first timeout, and the call is repeated every 5 s: once in 2.6, three times from 2.7.0 on, or as often as retries says. " +
			"retries=0 ends that only from 2.7.16 and from 3.0.6 on.",
		Show: Outcomes,
		Rows: []Row{
			{`cluster="failback"`, "failback/failback", []Claim{{in("", "2.6.12"), "2, null"}, {nil, "4, null"}}},
			{`cluster="failback" retries="0"`, "failback/failbackRetries0", append([]Claim{{in("", "2.6.12"), "2, null"}}, failbackZero...)},
			{`cluster="failback" retries="0", retries=1 at the consumer`, "method-failback/retries0", failbackZero},
			{`cluster="failback" retries="1"`, "failback/failbackRetries1", always("2, null")},
			{`cluster="failback" retries="-1"`, "method-failback/retriesM1", always("4, null")},
			{"the same cluster, and the code throws an exception", "method-failback/boom__boom", always("1, IllegalArgumentException")},
			{`cluster="failback" url="..."`, "failback/failbackDirect", []Claim{{in("", "2.7.23"), "1"}, {nil, "3"}}},
		},
	},
}

// failbackZero are the claims for retries=0 from 2.7 on.
var failbackZero = []Claim{{in("2.7.16", "2.7.23"), "1, null"}, {in("3.0.6", ""), "1, null"}, {nil, "4, null"}}
