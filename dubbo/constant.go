package dubbo

import "strings"

// constants are the string constants of Dubbo's own classes that users write
// into annotations. Source: 3.3.x ClusterRules:28-59, LoadbalanceRules:27-54
// (dubbo-common, org.apache.dubbo.common.constants; both since 2.7.11).
var constants = map[string]string{
	"ClusterRules.FAIL_OVER":             "failover",
	"ClusterRules.FAIL_FAST":             "failfast",
	"ClusterRules.FAIL_SAFE":             "failsafe",
	"ClusterRules.FAIL_BACK":             "failback",
	"ClusterRules.FORKING":               "forking",
	"ClusterRules.BROADCAST":             "broadcast",
	"ClusterRules.AVAILABLE":             "available",
	"ClusterRules.MERGEABLE":             "mergeable",
	"ClusterRules.EMPTY":                 "",
	"LoadbalanceRules.RANDOM":            "random",
	"LoadbalanceRules.ROUND_ROBIN":       "roundrobin",
	"LoadbalanceRules.LEAST_ACTIVE":      "leastactive",
	"LoadbalanceRules.CONSISTENT_HASH":   "consistenthash",
	"LoadbalanceRules.SHORTEST_RESPONSE": "shortestresponse",
	"LoadbalanceRules.ADAPTIVE":          "adaptive",
	"LoadbalanceRules.EMPTY":             "",
}

// Constant returns the value of a constant of Dubbo by its qualified name.
func Constant(name string) (value string, ok bool) {
	rest, ok := strings.CutPrefix(name, "org.apache.dubbo.common.constants.")
	if !ok {
		return "", false
	}
	value, ok = constants[rest]
	return value, ok
}
