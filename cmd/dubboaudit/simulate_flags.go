package main

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/simulate"
)

// callFlags describe a call and what happens to it. Those that were not given
// leave what the files or Dubbo's defaults say.
type callFlags struct {
	service, timeout, writeAt                     time.Duration
	retries, providers, forks, intents            int
	cluster, key, dedupe                          string
	lose, cut, busy, unreachable, throws, latency string
	otherInput                                    bool
	attempts                                      []int
	backoff                                       []time.Duration
	backoffFactor, calls, threads                 int
	seed                                          uint64
}

func (c *callFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.DurationVar(&c.service, "service-time", 0, "how long one execution takes (default: a tenth longer than the timeout; with --latency its 99th percentile)")
	f.DurationVar(&c.timeout, "timeout", dubbo.DefaultTimeout, "timeout of one attempt")
	f.IntVar(&c.retries, "retries", dubbo.DefaultRetries, "tries after the first; negative counts as 0")
	f.StringVar(&c.cluster, "cluster", dubbo.DefaultCluster, "failover, failfast, failsafe, failback, forking, broadcast, available or none")
	f.IntVar(&c.providers, "providers", 1, "how many providers there are")
	f.IntVar(&c.forks, "forks", dubbo.DefaultForks, "how many providers forking calls at once")
	f.DurationVar(&c.writeAt, "write-at", 0, "when the row is written, from the begin of the execution (default: its end)")
	f.StringVar(&c.lose, "lose-response", "", "attempts whose answer is lost: 1,2 or all")
	f.StringVar(&c.cut, "cut", "", "attempts whose connection breaks when the execution ends")
	f.StringVar(&c.busy, "busy", "", "attempts that the provider refuses at once for want of a thread")
	f.StringVar(&c.unreachable, "unreachable", "", "attempts for which there is no connection")
	f.StringVar(&c.throws, "throw", "", "attempts in which the service itself throws an exception")
	f.StringVar(&c.key, "key", string(simulate.NoKey), "idempotency key: none, per-attempt, per-intent")
	f.StringVar(&c.dedupe, "dedupe", string(simulate.DedupeOff), "what the provider does with the key: off, on, no-early-return")
	f.BoolVar(&c.otherInput, "other-input", false, "a second intent uses the key of the first with another input")
	f.IntVar(&c.intents, "intents", 1, "how many things the user wants done, one after the other")
	f.IntSliceVar(&c.attempts, "attempts", nil, "attempts of a retry around the call in the application; several from the inside out (3,2)")
	f.DurationSliceVar(&c.backoff, "backoff", nil, "pause before the second of these attempts; several from the inside out")
	f.IntVar(&c.backoffFactor, "backoff-factor", 1, "each further pause is so many times as long as the one before")
	f.StringVar(&c.latency, "latency", "", "service times: a file of milliseconds or percentiles, or 'p50=120 p99=900 max=5000'")
	f.IntVar(&c.calls, "calls", simulate.DefaultCalls, "how many calls are drawn from --latency")
	f.Uint64Var(&c.seed, "seed", 1, "the seed of the drawing; the same seed gives the same numbers")
	f.IntVar(&c.threads, "threads", simulate.DefaultThreads, "threads of one provider, for the load")
}

// apply overrules a scenario with the flags that were given.
func (c *callFlags) apply(cmd *cobra.Command, s *simulate.Scenario, load *simulate.Load) error {
	given := cmd.Flags().Changed
	if given("timeout") {
		s.Timeout = c.timeout
	}
	if given("cluster") {
		s.Cluster, s.Rounds = c.cluster, 1
	}
	if given("retries") {
		s.SetRetries(c.retries)
		s.Rounds = 1
	}
	if given("forks") {
		s.Forks = c.forks
	}
	if given("write-at") {
		if s.WriteAt = c.writeAt; c.writeAt < 0 {
			return misuse{lang.Errorf("--write-at %v: the execution has not begun then", c.writeAt)}
		}
	}
	s.Providers, s.Intents, s.OtherInput = c.providers, c.intents, c.otherInput
	s.Key, s.Dedupe = simulate.Key(c.key), simulate.Dedupe(c.dedupe)
	c.serviceTime(given("service-time"), s, load)
	if err := c.words(s); err != nil {
		return err
	}
	if err := c.sets(s); err != nil {
		return err
	}
	return c.layers(s)
}

func (c *callFlags) serviceTime(given bool, s *simulate.Scenario, load *simulate.Load) {
	switch {
	case given:
		s.Service = c.service
	case load != nil:
		s.Service = load.Latency.At(0.99)
	case s.Timeout > 0:
		s.Service = s.Timeout + s.Timeout/10
	}
}

// words checks the flags that take one of several words.
func (c *callFlags) words(s *simulate.Scenario) error {
	clusters := append([]string{dubbo.NoCluster}, dubbo.ClusterNames(s.Version)...)
	for _, x := range []struct {
		flag, value string
		words       []string
	}{
		{"cluster", c.cluster, clusters}, // that of the files may be an extension
		{"key", c.key, []string{string(simulate.NoKey), string(simulate.PerAttempt), string(simulate.PerIntent)}},
		{"dedupe", c.dedupe, []string{string(simulate.DedupeOff), string(simulate.DedupeOn), string(simulate.NoEarlyReturn)}},
	} {
		if err := oneOf(x.flag, x.value, x.words); err != nil {
			return err
		}
	}
	return nil
}

func oneOf(flag, value string, words []string) error {
	for _, w := range words {
		if w == value {
			return nil
		}
	}
	if near := dubbo.Nearest(value, words); near != "" {
		return misuse{lang.Errorf("--%s %q: did you mean %q?", flag, value, near)}
	}
	return misuse{lang.Errorf("--%s %q: one of %s is expected", flag, value, lang.Names(words))}
}

func (c *callFlags) sets(s *simulate.Scenario) error {
	for _, x := range []struct {
		flag, text string
		to         *simulate.Attempts
	}{{"lose-response", c.lose, &s.Lost}, {"cut", c.cut, &s.Cut}, {"busy", c.busy, &s.Busy}, {"unreachable", c.unreachable, &s.Unreachable}, {"throw", c.throws, &s.Throws}} {
		set, err := parseAttempts(x.text)
		if err != nil {
			return misuse{lang.Errorf("--%s: %v", x.flag, err)}
		}
		*x.to = set
	}
	return nil
}

// parseAttempts reads "1,2" or "all".
func parseAttempts(text string) (simulate.Attempts, error) {
	switch text {
	case "":
		return nil, nil
	case "all":
		return simulate.Attempts{0}, nil
	}
	var out simulate.Attempts
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 1 {
			return nil, lang.Errorf("%q is not the number of an attempt, from 1 on, or all", part)
		}
		out = append(out, n)
	}
	return out, nil
}

func (c *callFlags) layers(s *simulate.Scenario) error {
	if len(c.backoff) > len(c.attempts) {
		return misuse{lang.Errorf("--backoff: there are more pauses than --attempts")}
	}
	s.Layers = nil
	for i, n := range c.attempts {
		l := simulate.Layer{Attempts: n, Factor: c.backoffFactor}
		if i < len(c.backoff) {
			l.Backoff = c.backoff[i]
		}
		s.Layers = append(s.Layers, l)
	}
	return nil
}

// load reads the distribution, nil when none is asked for.
func (c *callFlags) load() (*simulate.Load, error) {
	if c.latency == "" {
		return nil, nil
	}
	if c.calls < 1 || c.calls > simulate.MaxCalls {
		return nil, misuse{lang.Errorf("--calls %d: between 1 and %d is expected", c.calls, simulate.MaxCalls)}
	}
	if c.threads < 1 || c.threads > simulate.MaxThreads {
		return nil, misuse{lang.Errorf("--threads %d: between 1 and %d is expected", c.threads, simulate.MaxThreads)}
	}
	l, err := c.distribution()
	if err != nil {
		return nil, misuse{lang.Errorf("--latency: %v", err)}
	}
	return &simulate.Load{Latency: l, Calls: c.calls, Seed: c.seed, Threads: c.threads}, nil
}

// distribution reads the file, or the flag itself where it holds percentiles
// and no file is named so.
func (c *callFlags) distribution() (*simulate.Latency, error) {
	f, err := os.Open(c.latency)
	if errors.Is(err, fs.ErrNotExist) && strings.Contains(c.latency, "=") {
		return simulate.ParseLatency(strings.NewReader(c.latency))
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l, err := simulate.ParseLatency(f)
	if err != nil {
		return nil, lang.Errorf("%s: %v", c.latency, err)
	}
	return l, nil
}
