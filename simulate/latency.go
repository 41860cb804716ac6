package simulate

import (
	"bufio"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dubboaudit/dubboaudit/lang"
)

// Latency is a distribution of service times.
type Latency struct {
	// points are percentiles (0 to 1) with their times, both ascending, the
	// last one at 1; between two points the time grows evenly. nil where
	// observed holds the times themselves, ascending.
	points   []percentile
	observed []time.Duration
}

type percentile struct {
	p float64
	d time.Duration
}

// The bounds of a latency file.
const (
	maxLatencyBytes = 64 << 20
	maxToken        = 64
)

// ParseLatency reads a distribution: observed milliseconds ("12", "12.5",
// also "12ms", "1.2s"), or percentiles ("p50=120 p99=900 max=5000", where max
// is needed and min is 0 if it is not there). White space, commas and
// semicolons separate; "#" begins a comment.
func ParseLatency(r io.Reader) (*Latency, error) {
	l := &Latency{}
	lines := bufio.NewScanner(io.LimitReader(r, maxLatencyBytes))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		tokens := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r,;\ufeff", r) })
		for i := 0; i < len(tokens); i++ {
			t := tokens[i]
			// "p50 120" and "p50: 120" as well as "p50=120"
			if isLabel(strings.TrimRight(t, "=:")) && i+1 < len(tokens) {
				i++
				t = strings.TrimRight(t, "=:") + "=" + strings.TrimLeft(tokens[i], "=:")
			}
			if err := l.add(t); err != nil {
				return nil, lang.Errorf("line %d: %v", n, err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	return l, l.settle()
}

// isLabel reports whether a word names a percentile.
func isLabel(s string) bool {
	_, ok := share(s)
	return ok
}

// share reads "p99.9", "min" and "max" as a share of 1.
func share(s string) (float64, bool) {
	switch s = strings.ToLower(s); s {
	case "min":
		return 0, true
	case "max":
		return 1, true
	}
	number, ok := strings.CutPrefix(s, "p")
	p, err := strconv.ParseFloat(number, 64)
	return p / 100, ok && err == nil && p >= 0 && p <= 100
}

func (l *Latency) add(token string) error {
	if len(token) > maxToken {
		return lang.Errorf("%q... is too long", token[:maxToken])
	}
	name, value, labelled := strings.Cut(strings.Replace(token, ":", "=", 1), "=")
	if !labelled {
		value = token
	}
	d, err := parseMillis(value)
	if err != nil {
		return err
	}
	if !labelled {
		l.observed = append(l.observed, d)
		return nil
	}
	p, ok := share(name)
	if !ok {
		return lang.Errorf("%q: p50, p99.9, min or max is expected", name)
	}
	l.points = append(l.points, percentile{p, d})
	return nil
}

func parseMillis(text string) (time.Duration, error) {
	ms, err := strconv.ParseFloat(text, 64)
	d := time.Duration(ms * float64(time.Millisecond))
	if err != nil {
		d, err = time.ParseDuration(text)
	} else if math.IsNaN(ms) || ms > float64(MaxDuration/time.Millisecond) {
		d = MaxDuration + 1
	}
	if err != nil || d < 0 || d > MaxDuration {
		return 0, lang.Errorf("%q is not a time in milliseconds", text)
	}
	return d, nil
}

// settle checks and sorts what was read.
func (l *Latency) settle() error {
	switch {
	case len(l.points) > 0 && len(l.observed) > 0:
		return lang.Errorf("percentiles and observed times are mixed")
	case len(l.points) == 0 && len(l.observed) == 0:
		return lang.Errorf("no time was found")
	case len(l.points) == 0:
		slices.Sort(l.observed)
		return nil
	}
	slices.SortStableFunc(l.points, func(a, b percentile) int {
		switch {
		case a.p < b.p:
			return -1
		case a.p > b.p:
			return 1
		}
		return 0
	})
	if l.points[0].p > 0 {
		l.points = slices.Insert(l.points, 0, percentile{})
	}
	for i := 1; i < len(l.points); i++ {
		if l.points[i].p == l.points[i-1].p || l.points[i].d < l.points[i-1].d {
			return lang.Errorf("percentile %g does not grow", 100*l.points[i].p)
		}
	}
	if last := l.points[len(l.points)-1].p; last < 1 {
		return lang.Errorf("the percentiles end at p%g: the longest time (max=...) is missing", 100*last)
	}
	return nil
}

// At returns the time at a share (0 to 1) of the distribution.
func (l *Latency) At(p float64) time.Duration {
	if l.points == nil {
		i := int(p * float64(len(l.observed)))
		return l.observed[max(0, min(i, len(l.observed)-1))]
	}
	i := 1
	for i < len(l.points)-1 && l.points[i].p < p {
		i++
	}
	a, b := l.points[i-1], l.points[i]
	return a.d + time.Duration(float64(b.d-a.d)*(p-a.p)/(b.p-a.p))
}

// Mean is the mean service time.
func (l *Latency) Mean() time.Duration {
	sum := 0.0
	for _, d := range l.observed {
		sum += float64(d) / float64(len(l.observed))
	}
	for i := 1; i < len(l.points); i++ {
		a, b := l.points[i-1], l.points[i]
		sum += float64(float64(a.d+b.d) / 2 * (b.p - a.p)) // float64: never fused, the same on every machine
	}
	return time.Duration(sum)
}

func (l *Latency) draw(r *rand.Rand) time.Duration { return l.At(r.Float64()) }
