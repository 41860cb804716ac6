package conformance

var aboutForms = []Question{
	{
		Anchor: "annotation-retries", Title: "Does @Reference(retries = 0) count?",
		Answer: "From 2.6.4 on. Up to 2.6.3 it is the annotation's own default and treated as not written: three executions. " +
			"In 3.x the default is -1, so there retries = -1 is the one that is treated as not written.",
		Rows: []Row{
			{"@Reference(retries = 0)", "annotation/retries0", []Claim{{in("", "2.6.3"), "3"}, {nil, "1"}}},
			{"@Reference(retries = 2)", "annotation/retries2", always("3")},
			{"@Reference(retries = 1) on a setter", "annotation-setter/retries1", always("2")},
			{"@Reference(retries = -1)", "annotation-setter/retriesM1", []Claim{{in("", "2.7.23"), "1"}, {nil, "3"}}},
			{"@DubboReference(retries = 0) of a ReferenceBean", "bean-reference/retries0", always("1")},
			{"@DubboReference(retries = 1) of a ReferenceBean", "bean-reference/retries1", always("2")},
			{`@Reference(cluster = "failfast")`, "annotation/failfast", replaced("1")},
		},
	},
	{
		Anchor: "shared-reference", Title: "Do two fields of one service keep their own settings?",
		Answer: "From 2.7.4.1 on. Up to 2.7.3 references of the same interface, group and version share one bean, across classes, too, and the settings of the first one count for all.",
		Rows: []Row{
			{"@Reference(retries = 1), the first field", "annotation/same1", always("2")},
			{"@Reference(retries = 4), the second field", "annotation/same2", []Claim{{in("", "2.7.3"), "2"}, {nil, "5"}}},
			{"@Reference(retries = 4), in a second class", "annotation-classes/four", []Claim{{in("", "2.7.3"), "2"}, {nil, "5"}}},
		},
	},
	{
		Anchor: "duplicate-reference", Title: "May an application have two references of one service?",
		Answer: "Yes, but 3.0.2 and 3.0.2.1 refuse to start when their settings differ, and 3.0.0 and 3.0.1 mix their settings in no fixed order, so these two are in no table.",
		Rows: []Row{
			{`<dubbo:reference> for each of several clusters`, "cluster/- cluster/failover", oneRefused()},
			{`<dubbo:reference> for each of several method settings`, "method/- method/other__slow", oneRefused()},
		},
	},
	{
		Anchor: "annotation-method", Title: "Do methods in @Reference count?",
		Answer: "Not in 2.7.3, which ignores them, and in 2.6.6 every call fails with them; the other versions from 2.6.7 on honour them.",
		Show:   Outcomes,
		Rows: []Row{
			{"methods = @Method(retries = 0)", "annotation-method/methodRetries0", annotated("1")},
			{"methods = @Method(retries = 1)", "annotation-method/methodRetries1", annotated("2")},
			{"retries = 0, methods = @Method(timeout = 500)", "annotation-method/refRetries0MethodTimeout", []Claim{{in("2.6.6", "2.6.6"), "0, RpcException 0"}, {nil, "1"}}},
		},
	},
	{
		Anchor: "method-settings", Title: "Do method settings of a reference count?",
		Answer: "Yes, over those of the reference and the consumer, but not from 2.7.10 to 2.7.14: these lose retries and mock of methods.",
		Show:   Outcomes,
		Rows: []Row{
			{`<dubbo:method retries="0"/>`, "unique/method0 method/retries0", []Claim{{in("2.7.10", "2.7.14"), "3"}, {nil, "1"}}},
			{`retries="0" at the reference, <dubbo:method retries="4"/>`, "method/retries4", methods("1", "5")},
			{`<dubbo:method retry="false"/>`, "method/retryFalse", methods("3", "1")},
			{`<dubbo:method retries="-1"/>, retries="1" at the reference`, "method/retriesM1", methods("2", "1")},
			{`<dubbo:parameter key="METHOD.retries" value="0"/>`, "method/parameter", methods("3", "1")},
			{`<dubbo:method mock="return null"/>`, "method/mock", methods("3", "3, null")},
			{"a generic reference, <dubbo:method retries=\"0\"/>", "generic/method", []Claim{{in("", "2.6.8"), "3"}, {nil, "1"}}},
		},
	},
	{
		Anchor: "generic", Title: "Are generic references different?",
		Answer: "Only in one way: up to 2.6.8 their method settings are lost.",
		Rows: []Row{
			{`generic="true"`, "generic/dflt", always("3")},
			{`generic="true" retries="0"`, "generic/retries0", always("1")},
			{`generic="true" cluster="failfast"`, "generic/failfast", honoured},
			{`generic="true" and <dubbo:method retries="0"/>`, "generic/method", []Claim{{in("", "2.6.8"), "3"}, {nil, "1"}}},
			{`generic="true" url="..."`, "generic/direct", oneAddress("3")},
			{`generic="true", and the code throws an exception`, "generic/boom__boom", always("1")},
		},
	},
	{
		Anchor: "mock", Title: "Does a mock save executions?",
		Answer: "Only force:. Every other mock answers after all attempts have failed, and only then; with a direct url it calls the service once more instead. " +
			"From 2.6.2 to 2.6.4 the blank in the mock of an annotation is lost, and the reference cannot be made.",
		Show: Outcomes,
		Rows: []Row{
			{`mock="force:return null"`, "async-mock/mockForce mock-colon/force", []Claim{{in("", "2.6.5"), noStart}, {nil, "0, null"}}},
			{`mock="fail:return null"`, "async-mock/mockFail mock-colon/fail", []Claim{{in("", "2.6.5"), noStart}, {nil, "3, null"}}},
			{`mock="return null"`, "unique/mock async-mock/mockReturn", nil},
			{`@Reference(mock = "return null")`, "annotation-mock/mock", []Claim{{in("2.6.2", "2.6.4"), "bean fails"}, {nil, "3, null"}}},
			{`mock="return null" cluster="failfast"`, "async-mock/mockTrueFailfast", nil},
			{`mock="fail:return null" retries="0"`, "async-mock/mockFailRetries0", nil},
			{`mock="fail:return null", and the code throws an exception`, "async-mock/mockFailBoom__boom_checked#boom", nil},
			{`mock="return null" url="..."`, "mock-direct/one", []Claim{{in("", "2.7.23"), "1"}, {nil, "4"}}},
			{`mock="return null" retries="0" url="..."`, "mock-direct/oneRetries0", []Claim{{in("", "2.7.23"), "1"}, {nil, "2"}}},
			{`mock="return null" retries="0" url="a;b" cluster="failover"`, "mock-direct/twoRetries0", always("2")},
		},
	},
	{
		Anchor: "async", Title: "Are asynchronous calls tried again?",
		Answer: "No: one execution, whatever the cluster, for async=\"true\", return=\"false\" and, from 2.7 on, for methods that return a CompletableFuture. " +
			"A method that returns void is not asynchronous by that, and sent= changes nothing. " +
			"From 3.0.3 to 3.0.7 isReturn = false of @Method has no effect.",
		Rows: []Row{
			{`async="true"`, "async-mock/async__slow", asynchronous("1")},
			{`<dubbo:method async="true"/>`, "async-mock/methodAsync__slow", asynchronous("1")},
			{`<dubbo:method return="false"/>`, "async-mock/methodReturnFalse__slow_fire#fire", asynchronous("1")},
			{"a method that returns a CompletableFuture", "async-mock/future__future", []Claim{{in("2.7.0", ""), "1"}}},
			{"@Reference(async = true)", "async-annotation/async", always("1")},
			{`@Reference(async = true, cluster = "failfast")`, "async-annotation/asyncFailfast", always("1")},
			{"@Reference, a method that returns a CompletableFuture", "async-annotation/future__future", []Claim{{in("2.7.0", ""), "1"}}},
			{`@Reference(parameters = {"slow.async", "true"})`, "async-annotation/parameter", always("1")},
			{"methods = @Method(async = true)", "async-method-annotation/async", always("1")},
			{"methods = @Method(isReturn = false)", "async-method-annotation/oneway__fire_slow#fire", []Claim{{in("3.0.3", "3.0.7"), "3"}, {nil, "1"}}},
			{`<dubbo:method return="false"/> alone in its application`, "async-oneway/attribute__fire", always("1")},
			{`<dubbo:parameter key="METHOD.return" value="false"/>`, "async-oneway/parameter__fire", always("1")},
			{"a method that returns void", "async-mock/void__fire", asynchronous("3")},
			{`sent="true"`, "async-mock/sent__slow", asynchronous("3")},
			{`sent="false"`, "async-mock/sentFalse__slow", asynchronous("3")},
		},
	},
	{
		Anchor: "groups", Title: "What do several groups or version=* change?",
		Answer: "A reference to several groups is mergeable around the cluster that is written, so the number of executions stays the same. version=\"*\" changes nothing. 2.7.6 and 2.7.7 were not measured.",
		Show:   Clusters,
		Rows: []Row{
			{`group="a,b"`, "groups/list", always("3 mergeable around failover")},
			{`group="a,b" retries="0"`, "groups/listRetries0", always("1")},
			{`group="a,b" cluster="failfast"`, "groups/listFailfast", honoured},
			{`version="*"`, "groups/version", always("3 failover")},
			{`version="*" cluster="failfast"`, "groups/versionFailfast", honoured},
		},
	},
	{
		Anchor: "local", Title: "What if the service is in the same process?",
		Answer: "The call is local: one execution, without a timeout, whatever retries and cluster say. injvm=\"false\" and scope=\"remote\" make it an ordinary call. " +
			"In 2.x a reference that is injected before the service is exported stays remote.",
		Show: Outcomes,
		Rows: []Row{
			{"looked up after the start", "local/dflt__slow", always("1, value")},
			{`the same, cluster="failfast"`, "local/failfast", always("1, value")},
			{`the same, injvm="false"`, "local/injvmFalse", always("3")},
			{`the same, scope="remote"`, "local/remote", always("3")},
			{"an XML reference, injected at start", "local-injected/injected", []Claim{{in("", "2.7.23"), "3"}, {nil, "1, value"}}},
			{"@Reference to a service of XML", "local-injected/toXml", []Claim{{in("", "2.7.23"), "3"}, {nil, "1, value"}}},
			{"@Reference to an annotated service", "local-injected/toAnnotated", nil},
		},
	},
	{
		Anchor: "triple", Title: "Is the triple protocol different?",
		Answer: "Only on some releases. On 3.0.7-3.1.3 the service's own exceptions are tried again, on 3.1.5-3.2.2 a timeout is not, and on 3.0.7 asynchronous calls fail before they are sent. " +
			"From 3.2.9 on two timers end an attempt, and where the protocol's is the first (the caller sees RpcException 0, as once on 3.2.16) it is not tried again.",
		Show: Outcomes,
		Rows: []Row{
			{`protocol="tri"`, "triple/dflt", []Claim{{in("", "3.1.3"), "3"}, {in("3.1.5", "3.2.2"), "1"}, {in("3.2.9", "3.2.9"), "3"}, {in("3.2.19", ""), "3"}}},
			{`protocol="tri" retries="0"`, "triple/retries0", always("1")},
			{`protocol="tri" cluster="failfast"`, "triple/failfast", always("1")},
			{`protocol="tri" and <dubbo:method retries="0"/>`, "triple/method0", always("1")},
			{`protocol="tri" async="true"`, "triple/async", []Claim{{in("3.0.7", "3.0.7"), "0"}, {nil, "1"}}},
			{`protocol="tri", and the method returns a CompletableFuture`, "triple/future__future", []Claim{{in("3.0.7", "3.0.7"), "0"}, {nil, "1"}}},
			{`protocol="tri", and the code throws an exception`, "triple/boom__boom", []Claim{{in("3.0.7", "3.1.3"), "3"}, {nil, "1"}}},
		},
	},
}

// oneRefused are the claims for an application that two releases refuse.
func oneRefused() []Claim { return []Claim{{in("3.0.2", "3.0.2.1"), noStart}, {nil, "3"}} }

// annotated are the claims for methods in an annotation.
func annotated(counts string) []Claim {
	return []Claim{{in("2.6.6", "2.6.6"), "0, RpcException 0"}, {in("2.7.3", "2.7.3"), "3"}, {nil, counts}}
}

// methods are the claims for settings that 2.7.10 to 2.7.14 lose.
func methods(lost, counts string) []Claim {
	return []Claim{{in("2.7.10", "2.7.14"), lost}, {nil, counts}}
}

// asynchronous are the claims of a case that has a mock with a colon, which
// does not start up to 2.6.5.
func asynchronous(counts string) []Claim {
	return []Claim{{in("", "2.6.5"), noStart}, {nil, counts}}
}
