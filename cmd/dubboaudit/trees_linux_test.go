package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// oneRule is the cheapest audit of annotations that ast-grep can do.
const oneRule = `{id: reference, language: java, rule: {pattern: "@DubboReference"}}`

// BenchmarkTrees audits the trees that BENCH_TREES names (separated by spaces
// or colons) with the built program, and tells how it compares with other
// tools on the same tree, where they are installed: "x-rg" is the wall time
// divided by that of `rg -c dubbo`, "x-ast-grep" by that of one ast-grep rule.
func BenchmarkTrees(b *testing.B) {
	trees := strings.FieldsFunc(os.Getenv("BENCH_TREES"), func(r rune) bool { return r == ' ' || r == ':' })
	if len(trees) == 0 {
		b.Skip("BENCH_TREES names no tree")
	}
	program := filepath.Join(b.TempDir(), "dubboaudit")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for _, tree := range trees {
		b.Run(filepath.Base(tree), func(b *testing.B) {
			var ours []time.Duration
			peak := int64(0)
			for b.Loop() {
				took, rss := measure(b, program, "--fail-on", "never", "--format", "json", tree)
				ours, peak = append(ours, took), max(peak, rss)
			}
			b.ReportMetric(float64(peak)/(1<<20), "peak-MiB")
			compare(b, "x-rg", slices.Min(ours), "rg", "-c", "dubbo", tree)
			compare(b, "x-ast-grep", slices.Min(ours), "ast-grep", "scan", "--inline-rules", oneRule, tree)
		})
	}
}

// compare reports how many times longer we took than the best of five runs
// of another tool.
func compare(b *testing.B, unit string, ours time.Duration, name string, args ...string) {
	b.Helper()
	if _, err := exec.LookPath(name); err != nil {
		b.Logf("%s is not installed", name)
		return
	}
	best := time.Duration(0)
	for i := range 5 {
		if took, _ := measure(b, name, args...); i == 0 || took < best {
			best = took
		}
	}
	b.ReportMetric(ours.Seconds()/best.Seconds(), unit)
}

// measure runs a program to its end and returns its wall time and its peak
// memory in bytes. Exit codes are results, not failures.
func measure(b *testing.B, name string, args ...string) (time.Duration, int64) {
	b.Helper()
	cmd := exec.Command(name, args...)
	cmd.Stdout = io.Discard
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start)
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		b.Fatal(err)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return took, 0
	}
	return took, usage.Maxrss << 10
}
