package dubbo

import "time"

// The defaults that hold in every version (measured: case retries, row dflt;
// 2.6.12 Constants:86,112,134,140; 3.2.16 CommonConstants:151,421,427,429).
const (
	DefaultRetries     = 2
	DefaultTimeout     = 1000 * time.Millisecond
	DefaultLoadbalance = "random"
	DefaultCluster     = "failover"
	DefaultForks       = 2
	// FailbackPeriod is the pause between background repeats of failback.
	FailbackPeriod = 5 * time.Second
)

// NoCluster is the cluster of a call that has no cluster layer at all.
const NoCluster = "none"

// clusterNames are the registered names by version (META-INF/dubbo/internal
// of the releases). A name outside them fails at start or first use, and case
// counts (measured: cases bad-cluster, cluster-uppercase).
var clusterNames = []struct {
	name     string
	versions Range
}{
	{"failover", Range{}}, {"failfast", Range{}}, {"failsafe", Range{}}, {"failback", Range{}},
	{"forking", Range{}}, {"available", Range{}}, {"mergeable", Range{}}, {"broadcast", Range{}},
	{"mock", Range{}}, {"registryaware", Range{"2.7.0", "2.7.4.1"}}, {"zone-aware", Range{"2.7.5", ""}},
}

// KnownCluster reports whether a version registers a cluster of that name.
func KnownCluster(name string, v Version) bool {
	for _, c := range clusterNames {
		if c.name == name {
			return c.versions.Contains(v)
		}
	}
	return false
}

// NearCluster reports whether a name is that of a cluster of some version, or a
// slip of the pen away from one: "FAILFAST", "fail-fast", "failsave".
func NearCluster(name string) bool {
	var names []string
	for _, c := range clusterNames {
		names = append(names, c.name)
	}
	return Nearest(name, names) != ""
}

// ClusterNames returns the names that a version registers.
func ClusterNames(v Version) []string {
	var out []string
	for _, c := range clusterNames {
		if c.versions.Contains(v) {
			out = append(out, c.name)
		}
	}
	return out
}

// FailbackRepeats returns how often failback repeats a failed call in the
// background (measured: case failback; turning points 2.7.16 and 3.0.6 read in
// the source).
func FailbackRepeats(retries int, isDefault bool, v Version) int {
	switch {
	case v.Before("2.7.0"):
		return 1
	case isDefault, retries < 0, retries == 0 && FailbackRetries.Has(v):
		return 3
	}
	return retries
}

// MergesProvider reports whether the provider's parameters are added to the
// URL that the retry loop and the mock read. From 3.0.0 to 3.0.4 only where
// the merged URL carries a mock, and with interface-level discovery.
// Measured: cases provider-side, mock-provider and mock-provider-interface;
// 3.0.0 RegistryDirectory:382-385, 3.0.4 RegistryDirectory:409.
func MergesProvider(v Version, mock bool) bool {
	if v.AtLeast("3.0.0") && v.Before("3.0.5") {
		return mock
	}
	return !ProviderRetriesIgnored.Has(v)
}
