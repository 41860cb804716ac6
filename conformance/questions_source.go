package conformance

var aboutStart = []Question{
	{
		Anchor: "check", Title: "What happens at start when no provider is there?",
		Answer: "With check on, which is the default, an application with XML references does not start in 3.x; in 2.x it starts, and the first use of the bean fails. " +
			"With check=false both start, and a call fails at once, without an execution: through a registry with RpcException 6 from 3.0.6 to 3.1.5, else with RpcException 4. " +
			"Without a registry 2.7 and 3.x do not start, whatever check says.",
		Show: Outcomes,
		Rows: []Row{
			{"nothing set", "check-default/absent__fast", checked("bean fails")},
			{`check="false"`, "check-reference-false/absent__fast", []Claim{{in("3.0.6", "3.1.5"), "0, RpcException 6"}, {nil, "0, RpcException 4"}}},
			{`<dubbo:consumer check="false"/>`, "check-consumer-false/absent__fast", always("0, RpcException 4")},
			{`the same, check="true" at the reference`, "check-consumer-false-reference-true/absent__fast", checked("bean fails")},
			{"dubbo.consumer.check=false", "check-props-consumer/absent__fast", always("0, RpcException 4")},
			{"dubbo.reference.check=false", "check-props-reference/absent__fast", []Claim{{in("2.7.0", "3.1.3"), "bean fails"}, {nil, "0, RpcException 4"}}},
			{`<dubbo:registry check="false"/>`, "check-registry-false/absent__fast", checked("bean fails")},
			{`lazy="true"`, "check-lazy/absent__fast", checked("bean fails")},
			{`init="true"`, "check-init-true/absent__fast", always(noStart)},
			{`init="false"`, "check-init-false/absent__fast", []Claim{{in("", "2.7.23"), "bean fails"}, {nil, "0, IllegalStateException"}}},
			{`url="..." of a closed port`, "check-direct-down/none__fast", checked("bean fails")},
			{`url="..." of a closed port, check="false"`, "check-direct-down-false/none__fast", always("0, RpcException")},
			{"the registry is down", "check-no-registry/none__fast", registryDown},
			{`the same, check="false"`, "check-no-registry-false/none__fast", registryDown},
		},
	},
	{
		Anchor: "refused-settings", Title: "Which mistakes are refused?",
		Answer: "A cluster that does not exist, one in capitals, and a method of any name (*) are refused: at start, or in some 2.7 at the first use of the bean. A consumer that does not exist stops the start. " +
			"What 2.7.6 and 2.7.7, which replace the cluster, do with such names was not measured. Up to 2.6.5 a colon in the mock of an XML reference is refused, too.",
		Rows: []Row{
			{`cluster="failfsat"`, "bad-cluster/bad", checked("bean fails")},
			{`cluster="FailFast"`, "cluster-uppercase/failfastUpper", capitals},
			{`<dubbo:method name="*"/>`, "method-star/methodStar", checked("bean fails")},
			{`consumer="..." of no consumer`, "consumer-missing/wrong", always(noStart)},
			{`mock="force:return null"`, "mock-colon/force", []Claim{{in("", "2.6.5"), noStart}, {nil, "0"}}},
		},
	},
	{
		Anchor: "not-a-number", Title: "What does a number do that is none?",
		Answer: "It depends on where it stands. Spring cannot convert the attributes of XML, nor what Spring Boot binds to dubbo.consumer from 2.6.5 to 3.2: no start. " +
			"Dubbo 3 makes a reference of its texts and throws away what is no number; so it is with the properties that Dubbo reads itself, in every version: the default counts. " +
			"A parameter is read when the call is made: every call throws NumberFormatException, without an execution, and a blank is enough for that (on 2.6.3 the blank stops the start). " +
			"Where Spring converts, blanks, a plus sign and hexadecimal numbers are fine.",
		Show: Timeouts | Outcomes,
		Rows: []Row{
			{`<dubbo:reference retries="abc"/>`, "number-reference/abc", refusedNumber("3 × 500 ms")},
			{`<dubbo:reference timeout="500ms" retries="1"/>`, "number-timeout/unit", refusedNumber("2 × 1000 ms")},
			{`<dubbo:reference retries="1.0"/>`, "number-fraction/fraction", refusedNumber("3 × 500 ms")},
			{`<dubbo:method retries="abc"/>`, "number-method/abc", always(noStart)},
			{`<dubbo:consumer retries="abc"/>`, "number-consumer/none", always(noStart)},
			{"dubbo.consumer.retries: abc in application.yml", "number-boot/dflt", []Claim{{in("2.6.5", "3.2.19"), noStart}, {nil, "3 × 500 ms"}}},
			{"dubbo.consumer.retries=abc in dubbo.properties", "number-props/none", always("3 × 500 ms")},
			{"dubbo.reference.INTERFACE.retries=abc in dubbo.properties", "number-props-reference/none", always("3 × 500 ms")},
			{"the same for a method", "number-props-method/open", always("3 × 500 ms")},
			{`<dubbo:parameter key="retries" value="abc"/>`, "number-parameter/abc", always("0 × 0 ms, NumberFormatException")},
			{`<dubbo:parameter key="retries" value=" 3 "/>`, "number-parameter-blank/blanks", []Claim{{in("", "2.6.5"), noStart}, {nil, "0 × 0 ms, NumberFormatException"}}},
			{`<dubbo:parameter key="timeout" value="500ms"/>`, "number-parameter/timeout", always("0 × 0 ms, NumberFormatException")},
			{`@Reference(parameters = {"retries", "abc"})`, "number-annotation/abc", always("0 × 0 ms, NumberFormatException")},
			{`<dubbo:reference retries=" 3 "/>`, "number-written/blanks", always("4 × 500 ms")},
			{`<dubbo:reference retries="+3"/>`, "number-written/plus", always("4 × 500 ms")},
			{`<dubbo:reference retries="0x3"/>`, "number-hex/hex", always("4 × 500 ms")},
			{`<dubbo:reference retries=""/>`, "number-written/empty", always("3 × 500 ms")},
		},
	},
}

// refusedNumber are the claims for what Spring converts up to 2.7, and Dubbo
// throws away from 3.0 on.
func refusedNumber(instead string) []Claim {
	return []Claim{{in("", "2.7.23"), noStart}, {nil, instead}}
}

// registryDown are the claims for a registry that does not answer.
var registryDown = []Claim{{in("", "2.6.12"), "0, RpcException 0"}, {nil, noStart}}

// checked are the claims for what 3.x refuses at start and 2.7 at the first
// use of the bean.
func checked(before string) []Claim {
	return []Claim{{in("2.7.0", "2.7.23"), before}, {in("3.0.0", ""), noStart}}
}

// capitals are the claims for a cluster in capitals, where 2.7.6 and 2.7.7 are
// not measured.
var capitals = []Claim{{in("2.7.0", "2.7.5"), "bean fails"}, {in("2.7.8", "2.7.23"), "bean fails"}, {in("3.0.0", ""), noStart}}

// governed4 are the claims for a governance rule with retries=4.
func governed4(without string) []Claim {
	return []Claim{{in("2.7.9", "2.7.9"), without}, {in("3.0.5", "3.1.11"), without}, {nil, "5"}}
}

// overridden are the claims for such a rule in the form of 2.6.
func overridden(without string) []Claim {
	return []Claim{{in("2.7.9", "2.7.9"), without}, {in("", "2.7.23"), "5"}, {nil, without}}
}

// overElement are the claims for retries=0 against <dubbo:consumer retries="3"/>.
var overElement = []Claim{{in("2.7.8", "2.7.23"), "4"}, {nil, "1"}}

var aboutSources = []Question{
	{
		Anchor: "properties", Title: "What does dubbo.properties do?",
		Answer: "It fills what XML leaves open and beats nothing that is written there; dubbo.consumer.* counts in every version. " +
			"Which dubbo.reference.* keys are read depends on the version: by id in 2.6, by interface from 2.7.0 on, without either in 2.6 and from 3.1.4 on; dubbo.references.ID.* from 3.1.4 on. " +
			"A key by interface beats <dubbo:consumer> in 2.7, and loses to it in 3.x.",
		Rows: []Row{
			{"dubbo.consumer.retries=0", "props-consumer/none", always("1")},
			{`the same, retries="1" at the reference`, "props-consumer/attr1", always("2")},
			{`the same, <dubbo:consumer check="false"/>`, "props-consumer-empty-element/none", always("1")},
			{`the same, <dubbo:consumer retries="3"/>`, "props-consumer-element/none", always("4")},
			{"dubbo.reference.ID.retries=0", "props-reference-id/byId", []Claim{{in("", "2.6.12"), "1"}, {nil, "3"}}},
			{"dubbo.references.ID.retries=0", "props-references-id/byId", []Claim{{in("", "3.1.3"), "3"}, {nil, "1"}}},
			{"dubbo.reference.INTERFACE.retries=0", "props-reference-interface/plain", []Claim{{in("", "2.6.12"), "3"}, {nil, "1"}}},
			{`the same, retries="1" at the reference`, "props-reference-interface/plainAttr", always("2")},
			{`the same, <dubbo:consumer retries="1"/>`, "props-consumer-against-reference/none", []Claim{{in("2.7.0", "2.7.23"), "1"}, {nil, "2"}}},
			{"dubbo.reference.retries=0", "props-reference-global/plain", []Claim{{in("2.7.0", "3.1.3"), "3"}, {nil, "1"}}},
			{"dubbo.reference.METHOD.retries=0", "props-reference-method-global/none", []Claim{{in("", "3.1.3"), "3"}, {nil, "1"}}},
			{"dubbo.reference.ID.METHOD.retries=0", "props-reference-id/byMethod", always("3")},
			{"dubbo.INTERFACE.METHOD.retries=0 and dubbo.reference.INTERFACE.METHOD.retries=0", "props-method/none", nil},
			{"retries=0, without a prefix", "bare-key/none", []Claim{{in("2.7.2", "2.7.2"), "1"}, {nil, "3"}}},
			{"dubbo.Consumer.Retries=0", "props-case/none", []Claim{{in("", "2.7.23"), "3"}, {nil, "1"}}},
		},
	},
	{
		Anchor: "jvm-options", Title: "Does -D on the command line win?",
		Answer: "Over a written <dubbo:consumer> up to 2.7.5 and in 3.x, but not from 2.7.8 to 2.7.23. Over a written reference by INTERFACE up to 2.7.5 and in 3.x; " +
			"where nothing is written it always counts, if the version reads the key.",
		Rows: []Row{
			{"-Ddubbo.consumer.retries=0", "sysprop-consumer/none", always("1")},
			{`the same, retries="1" at the reference`, "sysprop-consumer/attr1", always("2")},
			{`the same, <dubbo:consumer retries="3"/>`, "sysprop-consumer-element/none", overElement},
			{"-Ddubbo.reference.INTERFACE.retries=0", "sysprop-reference-interface/plain", []Claim{{in("", "2.6.12"), "3"}, {nil, "1"}}},
			{`the same, retries="1" at the reference`, "sysprop-reference-interface/plainAttr", []Claim{{in("", "2.6.12"), "2"}, {in("2.7.8", "2.7.23"), "2"}, {nil, "1"}}},
			{"-Ddubbo.reference.ID.retries=0", "sysprop-reference-id/byId", []Claim{{in("", "2.6.12"), "1"}, {nil, "3"}}},
			{`the same, retries="1" at the reference`, "sysprop-reference-id/byIdAttr", []Claim{{in("", "2.6.12"), "1"}, {nil, "2"}}},
			{"-Ddubbo.reference.retries=0", "sysprop-reference-global/plain", []Claim{{in("2.7.0", "3.1.3"), "3"}, {nil, "1"}}},
			{`the same, retries="1" at the reference`, "sysprop-reference-global/plainAttr", []Claim{{in("", "2.6.12"), "1"}, {in("3.1.4", "3.1.6"), "1"}, {nil, "2"}}},
			{"-Ddubbo.reference.INTERFACE.METHOD.retries=0", "sysprop-reference-method/none", []Claim{{in("", "2.7.23"), "3"}, {nil, "1"}}},
			{`the same, retries="1" at the <dubbo:method>`, "sysprop-reference-method/method1", []Claim{{in("", "2.7.23"), "2"}, {nil, "1"}}},
			{"-Ddubbo.INTERFACE.METHOD.retries=0", "sysprop-method/none", always("3")},
			{"-Ddubbo.consumer.cluster=failfast", "sysprop-cluster/none", always("1")},
		},
	},
	{
		Anchor: "environment", Title: "Do environment variables count?",
		Answer: "Not up to 2.7.2, and not from 3.0 to 3.2. The other versions fill with them what is open; over a written <dubbo:consumer> or reference they win where -D does, too.",
		Rows: []Row{
			{"DUBBO_CONSUMER_RETRIES=0", "env-consumer/none", []Claim{{in("", "2.7.2"), "3"}, {in("3.0.0", "3.2.19"), "3"}, {nil, "1"}}},
			{`the same, <dubbo:consumer retries="3"/>`, "env-consumer-element/none", overElement},
			{`dubbo.consumer.retries=0 (with dots), <dubbo:consumer retries="3"/>`, "env-consumer-dots/none", overElement},
			{"DUBBO_REFERENCE_PROBE_API_RETRIES=0", "env-reference/none", always("1")},
			{`the same, retries="1" at the reference`, "env-reference/attr1", []Claim{{in("2.7.8", "2.7.23"), "2"}, {nil, "1"}}},
		},
	},
	{
		Anchor: "config-center", Title: "Does the config center win?",
		Answer: "Up to 2.7.5 and in 3.x over <dubbo:consumer> and, by interface, over the reference; on 2.7.8, 2.7.10 and 2.7.18 it fills what is open and loses to what is written. " +
			"With highest-priority=\"false\" it loses in every 2.7, in 3.x that changes nothing.",
		Rows: []Row{
			{"dubbo.consumer.retries=0 in the config center", "center-consumer/none", always("1")},
			{`the same, <dubbo:consumer retries="3"/>`, "center-consumer-element/none", overElement},
			{`the same, <dubbo:config-center highest-priority="false"/>`, "center-consumer-low/none", []Claim{{in("", "2.7.23"), "4"}, {nil, "1"}}},
			{"dubbo.reference.INTERFACE.retries=0 in the config center", "center-reference/none", always("1")},
			{`the same, retries="1" at the reference`, "center-reference/attr1", []Claim{{in("2.7.8", "2.7.23"), "2"}, {nil, "1"}}},
			{"dubbo.consumer.retries=3 for all applications, 0 for this one", "center-application/none", always("1")},
			{`the same, retries="1" at the reference`, "center-application/attr1", always("2")},
		},
	},
	{
		Anchor: "governance", Title: "Do the retries of a governance rule count?",
		Answer: "Over those of the reference, not over those of its method, and never for a cluster that calls once. 2.7.9 and 3.0.5-3.1.11 keep them from the retry loop. " +
			"A rule in the form of 2.6, in the registry, counts in 2.x but for 2.7.9, and not in 3.x.",
		Rows: []Row{
			{"a rule with retries=4, nothing at the reference", "governance-rule/none", governed4("3")},
			{`the same, retries="1" at the reference`, "governance-rule/retries1", governed4("2")},
			{`the same, <dubbo:method retries="0"/>`, "governance-rule/method0", always("1")},
			{`the same, cluster="failfast"`, "governance-rule/failfast", always("1")},
			{"an override rule with retries=4, nothing at the reference", "governance-override/none", overridden("3")},
			{`the same, retries="1" at the reference`, "governance-override/retries1", overridden("2")},
			{`the same, <dubbo:method retries="0"/>`, "governance-override/method0", always("1")},
			{`the same, cluster="failfast"`, "governance-override/failfast", always("1")},
		},
	},
	{
		Anchor: "spring-boot", Title: "What of application.yml counts?",
		Answer: "dubbo.consumer.* counts where the annotation sets nothing, but not on 2.6.5. By interface it wins over the annotation in 3.x, and fills what is open in 2.7. " +
			"-D, the active profile and an imported file win over the file, an environment variable does not, and dubbo.properties comes last.",
		Rows: []Row{
			{"dubbo.consumer.retries: 4", "boot-consumers/dflt", []Claim{{in("2.6.5", "2.6.5"), "3"}, {nil, "5"}}},
			{"the same, @DubboReference(retries = 1)", "boot-consumers/retries1", always("2")},
			{"the same, written Retries: 4", "boot-relaxed/dflt", always("5")},
			{"the same, written dubbo.Consumer", "boot-prefix/dflt", []Claim{{in("", "2.7.23"), "3"}, {nil, "5"}}},
			{"dubbo.consumer.retries: 4, and 1 in the active profile", "boot-profile/dflt", always("2")},
			{"dubbo.consumer.retries: 4, and 1 in a file of spring.config.import", "boot-import/dflt", always("2")},
			{"dubbo.consumer.retries: 4, and -Ddubbo.consumer.retries=1", "boot-sysprop/dflt", always("2")},
			{"dubbo.consumer.retries: 4, and DUBBO_CONSUMER_RETRIES=1", "boot-env/dflt", always("5")},
			{"dubbo.consumer.retries=1 in dubbo.properties", "boot-props/dflt", always("2")},
			{"dubbo.reference.INTERFACE.retries: 4, @DubboReference(retries = 1)", "boot-interface/retries1", []Claim{{in("", "2.7.23"), "2"}, {nil, "5"}}},
		},
	},
	{
		Anchor: "parameters", Title: "Attribute or <dubbo:parameter> of the same key?",
		Answer: "For cluster the parameter wins in every version. For retries it wins in 3.x; before, Dubbo asks its getters in the order in which the JVM lists them, and one JDK gave both answers. " +
			"METHOD.retries is lost beside <dubbo:consumer retries=\"1\"/> from 2.7.10 to 2.7.14, as are other method settings.",
		Show: Clusters,
		Rows: []Row{
			{`cluster="failsafe", parameter cluster=failfast`, "parameter/clusterAfailsafePfailfast", always("1 failfast")},
			{`cluster="failfast", parameter cluster=failover`, "parameter/clusterAfailfastPfailover", always("3 failover")},
			{`retries="3", parameter retries=0`, "parameter/retriesA3P0", []Claim{{in("3.0.0", ""), "1"}}},
			{"the same, in a run of its own", "precedence/paramRetries0AttrRetries3", []Claim{{in("3.0.0", ""), "1"}}},
			{`<dubbo:method retries="3"/>, parameter METHOD.retries=0`, "precedence/paramMethodRetries0Attr", methods("2", "4")},
			{"parameter METHOD.retries=0 alone", "precedence/paramMethodRetries0", methods("2", "1")},
			{"parameter default.retries=0 alone", "parameter-default/retries0", nil},
		},
	},
	{
		Anchor: "consumer-parameters", Title: "Do parameters of the consumer or the application count?",
		Answer: "Yes, and they lose to what the reference sets; but from 3.0.0 to 3.0.9 they win over the attributes of a reference that has no parameters itself. " +
			"3.0.0 reads none from dubbo.properties, the later releases of 3.x do.",
		Show: Clusters,
		Rows: []Row{
			{`<dubbo:consumer> with parameter retries=0`, "consumer-param/inherit", always("1")},
			{`the same, retries="1" at the reference`, "consumer-param/retries1", []Claim{{in("3.0.0", "3.0.9"), "1"}, {nil, "2"}}},
			{`<dubbo:consumer> with parameter cluster=failsafe, cluster="failfast" at the reference`, "parameter-consumer/failfast", []Claim{{in("3.0.0", "3.0.9"), "1 failsafe"}, {nil, "1 failfast"}}},
			{"dubbo.consumer.parameters.retries=1 in dubbo.properties", "props-consumer-parameters/none", []Claim{{in("3.0.0", "3.0.0"), "3"}, {nil, "2"}}},
			{`the same, retries="3" at the reference`, "props-consumer-parameters/retries3", []Claim{{in("3.0.2.1", "3.0.9"), "2"}, {nil, "4"}}},
			{`the same, <dubbo:method retries="3"/>`, "props-consumer-parameters/method3", always("4")},
			{`the same, parameter retries=3 at the reference`, "props-consumer-parameters/param3", always("4")},
			{`<dubbo:application> with parameter cluster=failsafe`, "parameter-application/none", always("1 failsafe")},
		},
	},
	{
		Anchor: "consumers", Title: "Which <dubbo:consumer> counts?",
		Answer: "The one that the reference names or stands in, else the one with default=\"true\". Two without default: no start up to 2.7.4.1, later the first is taken silently. " +
			"Where only consumers are written that are no default, what dubbo.properties says of dubbo.consumer.* is lost from 2.7.6 to 2.7.23.",
		Rows: []Row{
			{`two consumers, retries=1 at the one with default="true"`, "consumers-default/dflt", always("2")},
			{"the same, the reference names the other (retries=0)", "consumers-default/viaC0", always("1")},
			{`only one, retries=0, default="false"`, "consumers-nondefault/dflt", always("3")},
			{"the same, the reference stands in it", "consumers-nondefault/nested", always("1")},
			{`only one, retries=1, default="false", and dubbo.consumer.retries=0`, "consumers-nondefault-props/none", []Claim{{in("2.7.6", "2.7.23"), "3"}, {nil, "1"}}},
			{"the same, the reference names it", "consumers-nondefault-props/viaC1", always("2")},
			{"two without default, retries=0 and 1", "consumers-two-plain/dflt", []Claim{{in("", "2.7.4.1"), noStart}, {nil, "1"}}},
		},
	},
	{
		Anchor: "annotated-consumer", Title: "Which consumer does an annotated reference take?",
		Answer: "The one that it names, else the default one; from 2.7.9 to 2.7.23 the only one there is, default or not. " +
			"A -D option of the consumer makes a second one beside a ConsumerConfig of @EnableDubbo: no start up to 2.7.4.1 and from 2.7.9 to 2.7.23, and on 2.7.6 and 2.7.8 the bean's settings are lost. " +
			"Of <dubbo:consumer> and dubbo.consumer.* of Spring Boot the latter wins on 2.7.6, 2.7.8 and in 3.x; the other releases do not start.",
		Rows: []Row{
			{"one consumer, retries=3, default=\"false\", and @Reference", "annotation-nondefault-consumer/none", []Claim{{in("2.7.9", "2.7.23"), "4"}, {nil, "3"}}},
			{`the same, @Reference(consumer = "c1")`, "annotation-nondefault-consumer/viaC1", always("4")},
			{"the same, @Reference(retries = 1)", "annotation-nondefault-consumer/retries1", always("2")},
			{"a ConsumerConfig with retries=1, @EnableDubbo", "java-config/dflt", always("2")},
			{"the same, and -Ddubbo.consumer.check=false", "java-config-sysprop/dflt", []Claim{{in("", "2.7.4.1"), noStart}, {in("2.7.6", "2.7.8"), "3"}, {in("2.7.9", "2.7.23"), noStart}, {nil, "2"}}},
			{`<dubbo:consumer retries="3"/>, and dubbo.consumer.retries=0 of Spring Boot`, "boot-xml-consumer/dflt", []Claim{{in("", "2.7.4.1"), noStart}, {in("2.7.9", "2.7.23"), noStart}, {nil, "1"}}},
		},
	},
}
