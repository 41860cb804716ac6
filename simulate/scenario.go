// Package simulate is a pure model of one call over time: which attempts the
// client makes, what each of them does at the provider, what is stored, and
// what the caller sees and when. It computes; nothing sleeps, nothing is sent.
//
// The network takes no time, and the providers have a free thread for every
// request unless a scenario or the load simulation says otherwise.
package simulate

import (
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// Key says which idempotency key the requests carry.
type Key string

// The keys.
const (
	// NoKey: the requests carry none.
	NoKey Key = "none"
	// PerAttempt: every request gets a new key, whoever tries again: a key
	// made below the retries, in a filter or an interceptor. (A key made in
	// the body of an application's retry loop is new for each round of the
	// loop only; Dubbo's own attempts send the same arguments.)
	PerAttempt Key = "per-attempt"
	// PerIntent: one key for what the user wants done, made before every retry.
	PerIntent Key = "per-intent"
)

// Dedupe says what the provider does with the key of a request. Without a key
// it can do nothing.
type Dedupe string

// The kinds of dedupe.
const (
	// DedupeOff: the key is not looked at. Every execution stores a row.
	DedupeOff Dedupe = "off"
	// DedupeOn: the row and its key are stored in one transaction, under a
	// unique index. An execution that finds its key when it begins answers at
	// once with the first result; one that finds it when it writes, because
	// the two ran at the same time, stores nothing and answers with the first
	// result too. A key that was stored with another input is an error, which
	// the service throws.
	DedupeOn Dedupe = "on"
	// NoEarlyReturn: the key is looked up and found, but the code goes on
	// (the return is missing) and nothing unique stops the write: it stores
	// what DedupeOff stores.
	NoEarlyReturn Dedupe = "no-early-return"
)

// Mock says what Dubbo's mock does when the call has failed.
type Mock string

// The mocks.
const (
	NoMock    Mock = ""
	ForceMock Mock = "force" // answers instead of the provider, which is never called
	FailMock  Mock = "fail"  // answers after the last attempt has failed
	// MockCalls executes once more and then fails: what mock does together
	// with a direct url (dubbo.MockDirectURL).
	MockCalls Mock = "calls-again"
)

// Attempts is a set of attempts by their number: 1 is the first request of the
// run, whoever makes it; 0 stands for all.
type Attempts []int

// Has reports whether the set holds the nth attempt.
func (a Attempts) Has(n int) bool {
	for _, x := range a {
		if x == n || x == 0 {
			return true
		}
	}
	return false
}

// Layer is a retry layer of the application around the call: a loop,
// Spring Retry, a job. It tries again whatever error it sees.
type Layer struct {
	// Attempts in all, the first included; at least 1.
	Attempts int
	// Backoff is the pause before the second attempt; each further one is
	// Factor times as long as the one before.
	Backoff time.Duration
	Factor  int
}

// AtEnd as Scenario.WriteAt: the write is the last thing that the service does.
const AtEnd time.Duration = -1

// Scenario is one call and what happens to it. Default makes one in which
// nothing is configured.
type Scenario struct {
	// Subject is "interface#method" where the settings come from audited
	// files, Version the Dubbo version; Assumed says that it is not known.
	Subject string
	Version dubbo.Version
	Assumed bool

	// Cluster, Retries (extra tries; negative is 0), Timeout (per attempt; 0
	// or less is Dubbo's default), Providers and Forks as configured.
	Cluster          string
	Retries          int
	Timeout          time.Duration
	Providers, Forks int
	// Repeats is how often failback repeats a failed call in the background
	// (dubbo.FailbackRepeats).
	Repeats int
	// Rounds is how often a failover loop around the cluster runs it; more
	// than 1 where two loops are nested (dubbo.NestedFailover).
	Rounds int
	Mode   effective.Mode
	Mock   Mock
	// Local is a call inside one process: it has no timeout (measured: case
	// local, 2.5 s under timeout=500).
	Local bool
	// TransportOnly makes failover try again as an HTTP client does by
	// default: only where the connection fails, and only when the request is
	// Idempotent. A timeout is never tried again.
	TransportOnly, Idempotent bool
	// Fails is why every call fails by configuration, nothing when it does not.
	Fails lang.Text

	// Service is how long one execution takes, and WriteAt when in it the row
	// is written. times gives other service times, for distributions.
	Service time.Duration
	WriteAt time.Duration
	times   func() time.Duration

	// Lost are the attempts whose answer never arrives; Cut those whose
	// connection breaks when the execution ends, which the client sees at once
	// (measured: case failures; a result that cannot be serialised looks the
	// same); Busy those that the provider refuses at once for want of a thread;
	// Unreachable those for which there is no connection; Throws those in which
	// the service throws an exception of its own at its end, and stores nothing.
	Lost, Cut, Busy, Unreachable, Throws Attempts

	// Layers are retry layers of the application, the innermost first.
	Layers []Layer
	Key    Key
	Dedupe Dedupe
	// Intents is how many things the user wants done, one after the other.
	Intents int
	// OtherInput makes every intent after the first use the first one's key,
	// with another input. There are at least two intents then.
	OtherInput bool
}

// Default is a scenario with Dubbo's defaults: failover, 3 tries, 1 s each.
func Default(v dubbo.Version) Scenario {
	return Scenario{
		Version: v, Cluster: dubbo.DefaultCluster, Retries: dubbo.DefaultRetries, Timeout: dubbo.DefaultTimeout,
		Providers: 1, Forks: dubbo.DefaultForks, Repeats: dubbo.FailbackRepeats(dubbo.DefaultRetries, true, v), Rounds: 1,
		Mode: effective.Sync, Service: dubbo.DefaultTimeout + dubbo.DefaultTimeout/10, WriteAt: AtEnd,
		Key: NoKey, Dedupe: DedupeOff, Intents: 1,
	}
}

// SetRetries sets the extra tries, as somebody who writes them down.
func (s *Scenario) SetRetries(n int) {
	s.Retries = n
	s.Repeats = dubbo.FailbackRepeats(n, false, s.Version)
}

// The bounds of a scenario: what is beyond them is a slip of the pen, and
// would take for ever to compute or to read.
const (
	MaxAttempts  = 1000
	MaxProviders = 100_000
	MaxDuration  = 1000 * time.Hour
)

// Check returns what is wrong with a scenario, nil when it can be run.
func (s *Scenario) Check() error {
	for _, d := range []struct {
		name     lang.Text
		d        time.Duration
		negative bool
	}{{lang.T("service time"), s.Service, false}, {lang.Verbatim("timeout"), s.Timeout, true}, {lang.Verbatim("write-at"), s.WriteAt, true}} {
		if d.d > MaxDuration || d.d < 0 && !d.negative {
			return lang.Errorf("%s %v: between 0 and %v is expected", d.name, d.d, MaxDuration)
		}
	}
	if s.WriteAt > s.Service {
		return lang.Errorf("the write at %v is after the end of the service, %v", s.WriteAt, s.Service)
	}
	if s.Providers < 1 || s.Providers > MaxProviders || s.Intents < 1 {
		return lang.Errorf("between 1 and %d providers and at least one intent are expected", MaxProviders)
	}
	for _, l := range s.Layers {
		if l.Attempts < 1 || l.Factor < 0 || l.Backoff < 0 || l.Backoff > MaxDuration {
			return lang.Errorf("a retry layer has at least one attempt, and its pause is not negative and at most %v", MaxDuration)
		}
	}
	return s.checkSize()
}

func (s *Scenario) checkSize() error {
	if s.size() > MaxAttempts {
		return lang.Errorf("more than %d attempts", MaxAttempts)
	}
	return nil
}

// size is how many attempts there are at most: what tries again, multiplied.
// What is more than MaxAttempts is some number above it.
func (s *Scenario) size() int {
	total := 1
	for _, n := range append(s.layerAttempts(), s.tries(), s.intents(), s.Rounds) {
		total *= min(max(n, 1), MaxAttempts+1)
		total = min(total, MaxAttempts+1)
	}
	return total
}

func (s *Scenario) layerAttempts() []int {
	var out []int
	for _, l := range s.Layers {
		out = append(out, l.Attempts)
	}
	return out
}

// tries is the most attempts that the cluster makes for one call.
func (s *Scenario) tries() int {
	switch s.Cluster {
	case "failover":
		return max(min(s.Retries, MaxAttempts), 0) + 1
	case "failback":
		return max(min(s.Repeats, MaxAttempts), 0) + 1
	case "forking":
		return s.forks()
	case "broadcast":
		return s.Providers
	}
	return 1
}

// forks is how many providers forking calls: all of them for 0 and less, and
// never one twice (3.2.16 ForkingClusterInvoker:76-77).
func (s *Scenario) forks() int {
	if s.Forks <= 0 || s.Forks > s.Providers {
		return s.Providers
	}
	return s.Forks
}

func (s *Scenario) intents() int {
	if s.OtherInput {
		return max(s.Intents, 2)
	}
	return s.Intents
}

// timeout is the time one attempt waits (measured: case retries, timeout0 and
// timeoutM1).
func (s *Scenario) timeout() time.Duration {
	if s.Timeout <= 0 {
		return dubbo.DefaultTimeout
	}
	return s.Timeout
}

// draw returns the service time of the next execution.
func (s *Scenario) draw() time.Duration {
	if s.times != nil {
		return s.times()
	}
	return s.Service
}

// writeAt is when an execution of length d writes.
func (s *Scenario) writeAt(d time.Duration) time.Duration {
	if s.WriteAt < 0 || s.WriteAt > d {
		return d
	}
	return s.WriteAt
}
