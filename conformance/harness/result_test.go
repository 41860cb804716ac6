package harness

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/conformance"
)

func TestOutcome(t *testing.T) {
	ms := 500
	tests := map[string]call{
		"no answer":                      {},
		"RpcException#2 timeout":         {Ms: &ms, Exception: []string{"RpcException[code 2]: late", "TimeoutException: x"}},
		"RpcException#4 no-provider":     {Ms: &ms, Exception: []string{"RpcException[code 4]: No provider available"}},
		"IllegalArgumentException":       {Ms: &ms, Exception: []string{"IllegalArgumentException: boom"}},
		"null":                           {Ms: &ms, Returned: "null", Future: []string{"null"}},
		"null future ExecutionException": {Ms: &ms, Returned: "null", Future: []string{"ExecutionException: late"}},
	}
	for want, c := range tests {
		if got := c.outcome(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestClusters(t *testing.T) {
	got := clusters([]string{"MockClusterInvoker", "ZoneAwareClusterInvoker", "FailfastClusterInvoker", "FailfastClusterInvoker"})
	if d := cmp.Diff([]string{"zone-aware", "failfast"}, got); d != "" {
		t.Error(d)
	}
}

// TestBatches: cases with options of their own do not share a JVM with others.
func TestBatches(t *testing.T) {
	plain := &conformance.Case{Name: "plain"}
	jvm := &conformance.Case{Name: "jvm", Options: []string{"-Da=b"}}
	boot := &conformance.Case{Name: "boot", Boot: true}
	more := &conformance.Case{Name: "more"}
	if got := batches([]*conformance.Case{plain, jvm, boot, more}); len(got) != 3 || len(got[0]) != 2 {
		t.Errorf("%d batches", len(got))
	}
}

func TestSplit(t *testing.T) {
	own, libs := split([]string{"/m/org/apache/dubbo/dubbo/2.7.8/dubbo-2.7.8.jar", "/m/org/springframework/spring-core/5/spring-core-5.jar"})
	if len(own) != 1 || len(libs) != 1 {
		t.Errorf("own %v, libs %v", own, libs)
	}
}
