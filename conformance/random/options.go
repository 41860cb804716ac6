package random

import "github.com/dubboaudit/dubboaudit/dubbo"

// option is a setting that can be drawn.
type option struct {
	place    Place
	key      string
	values   []string
	weight   int
	forms    []Form // nil for all
	versions dubbo.Range
}

// The values. Timeouts lie so far apart that a measured call tells which one
// it had, and below the 2.5 s that a slow method takes.
var (
	numbers  = []string{"0", "1", "2", "3", "-1"}
	timeouts = []string{"400", "1500", "2200"}
	clusters = []string{"failfast", "failsafe", "failover", "forking", "available", "broadcast"}
	yes      = []string{"true"}
	no       = []string{"false"}
	both     = []string{"true", "false"}
	balances = []string{"random", "roundrobin", "leastactive"}
)

var (
	inXML       = []Form{XML}
	byElement   = []Form{XML, Annotation}
	annotations = []Form{Annotation, Java, Boot}
	withConfig  = []Form{XML, Annotation, Java, API}
	since271    = dubbo.Range{From: "2.7.1"}
	since270    = dubbo.Range{From: "2.7.0"}
)

// ofReference are the settings of one reference.
var ofReference = []option{
	{place: Reference, key: "retries", values: numbers, weight: 12},
	{place: Reference, key: "timeout", values: timeouts, weight: 12},
	{place: Reference, key: "cluster", values: clusters, weight: 8},
	{place: Reference, key: "loadbalance", values: balances, weight: 1},
	{place: Reference, key: "async", values: both, weight: 1},
	{place: Reference, key: "lazy", values: yes, weight: 1},
	{place: Reference, key: "check", values: both, weight: 1},
	{place: Reference, key: "sticky", values: yes, weight: 1},
	{place: Reference, key: "mock", values: []string{"return null"}, weight: 1},
	{place: Reference, key: "generic", values: yes, weight: 1, forms: inXML},
	{place: Reference, key: "url", values: []string{"dubbo://127.0.0.1:20880"}, weight: 2},
	{place: Reference, key: "consumer", values: []string{"c1"}, weight: 2, forms: byElement},
	{place: Reference, key: nestedIn, values: []string{"c2"}, weight: 2, forms: inXML},
	{place: Reference, key: setter, values: yes, weight: 1, forms: annotations},
	{place: Method, key: "slow.retries", values: numbers, weight: 6, forms: []Form{XML, API}},
	{place: Method, key: "slow.timeout", values: timeouts, weight: 6, forms: []Form{XML, API}},
	{place: Method, key: "fire.retries", values: numbers, weight: 3, forms: []Form{XML, API}},
	{place: Method, key: "slow.loadbalance", values: balances, weight: 1, forms: []Form{XML, API}},
	{place: Method, key: "slow.async", values: both, weight: 1, forms: inXML},
	{place: Method, key: "slow.retry", values: both, weight: 1, forms: inXML},
	{place: Method, key: "slow.retries", values: numbers, weight: 5, forms: annotations, versions: since271},
	{place: Method, key: "slow.timeout", values: timeouts, weight: 5, forms: annotations, versions: since271},
	{place: Method, key: "fire.retries", values: numbers, weight: 2, forms: annotations, versions: since271},
	{place: Parameter, key: "retries", values: numbers, weight: 3},
	{place: Parameter, key: "timeout", values: timeouts, weight: 3},
	{place: Parameter, key: "cluster", values: clusters, weight: 2},
	{place: Parameter, key: "slow.retries", values: numbers, weight: 3},
	{place: Parameter, key: "slow.timeout", values: timeouts, weight: 2},
	{place: Parameter, key: "default.retries", values: numbers, weight: 1},
	{place: Parameter, key: "default.timeout", values: timeouts, weight: 1},
}

// ofService are the settings of the service that a reference calls.
var ofService = []option{
	{place: Service, key: "retries", values: numbers, weight: 4},
	{place: Service, key: "timeout", values: timeouts, weight: 4},
	{place: Service, key: "cluster", values: clusters, weight: 3},
	{place: Service, key: "loadbalance", values: balances, weight: 1},
	{place: ServiceMethod, key: "slow.retries", values: numbers, weight: 3},
	{place: ServiceMethod, key: "slow.timeout", values: timeouts, weight: 3},
	{place: ServiceParameter, key: "retries", values: numbers, weight: 1},
	{place: ServiceParameter, key: "slow.retries", values: numbers, weight: 1},
	{place: ServiceParameter, key: "slow.timeout", values: timeouts, weight: 1},
	{place: Provider, key: "retries", values: numbers, weight: 1},
	{place: Provider, key: "timeout", values: timeouts, weight: 1},
	{place: ProviderProperties, key: "dubbo.provider.retries", values: numbers, weight: 1},
	{place: ProviderProperties, key: "dubbo.provider.timeout", values: timeouts, weight: 1},
}

// ofApplication are the settings of the whole consumer.
var ofApplication = []option{
	{place: Consumer, key: "retries", values: numbers, weight: 6, forms: withConfig},
	{place: Consumer, key: "timeout", values: timeouts, weight: 6, forms: withConfig},
	{place: Consumer, key: "cluster", values: clusters, weight: 3, forms: withConfig},
	{place: Consumer, key: "check", values: no, weight: 1, forms: withConfig},
	{place: Consumer, key: "lazy", values: yes, weight: 1, forms: withConfig},
	{place: ConsumerParameter, key: "retries", values: numbers, weight: 1, forms: byElement},
	{place: ConsumerParameter, key: "timeout", values: timeouts, weight: 1, forms: byElement},
	{place: ConsumerParameter, key: "slow.retries", values: numbers, weight: 1, forms: byElement},
	{place: Application, key: "retries", values: numbers, weight: 1, forms: byElement},
	{place: Application, key: "timeout", values: timeouts, weight: 1, forms: byElement},
	{place: Registry, key: "cluster", values: []string{"failfast", "failover"}, weight: 1, forms: byElement, versions: since270},
}

// ofNamed are the settings of a consumer that references name.
var ofNamed = []option{
	{place: Consumer, key: "retries", values: numbers, weight: 3},
	{place: Consumer, key: "timeout", values: timeouts, weight: 3},
	{place: Consumer, key: "cluster", values: clusters, weight: 2},
}

// keys are the properties, wherever they stand.
var keys = []option{
	{key: "dubbo.consumer.retries", values: numbers, weight: 6},
	{key: "dubbo.consumer.timeout", values: timeouts, weight: 6},
	{key: "dubbo.consumer.cluster", values: clusters, weight: 3},
	{key: "dubbo.consumer.check", values: no, weight: 1},
	{key: "dubbo.reference.probe.Api.retries", values: numbers, weight: 2},
	{key: "dubbo.reference.probe.Api.timeout", values: timeouts, weight: 2},
	{key: "dubbo.reference.probe.Api.cluster", values: clusters, weight: 1},
	{key: "dubbo.reference.r1.retries", values: numbers, weight: 1},
	{key: "dubbo.reference.r2.timeout", values: timeouts, weight: 1},
	{key: "dubbo.reference.retries", values: numbers, weight: 1},
	{key: "dubbo.reference.timeout", values: timeouts, weight: 1},
	{key: "dubbo.references.r1.retries", values: numbers, weight: 1},
	{key: "dubbo.references.r2.timeout", values: timeouts, weight: 1},
	{key: "dubbo.reference.probe.Api.slow.retries", values: numbers, weight: 1},
	{key: "dubbo.probe.Api.slow.retries", values: numbers, weight: 1},
	{key: "dubbo.application.parameters.retries", values: numbers, weight: 1},
	{key: "dubbo.consumer.parameters.retries", values: numbers, weight: 1},
	{key: "dubbo.reference.probe.Api.parameters.retries", values: numbers, weight: 1},
}

// variables are environment variables.
var variables = []option{
	{place: Environment, key: "DUBBO_CONSUMER_RETRIES", values: numbers, weight: 3},
	{place: Environment, key: "DUBBO_CONSUMER_TIMEOUT", values: timeouts, weight: 3},
	{place: Environment, key: "DUBBO_CONSUMER_CLUSTER", values: clusters, weight: 1},
	{place: Environment, key: "DUBBO_REFERENCE_PROBE_API_RETRIES", values: numbers, weight: 1},
	{place: Environment, key: "dubbo.consumer.retries", values: numbers, weight: 1},
}
