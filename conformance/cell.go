package conformance

import (
	"fmt"
	"strings"
	"time"
)

// cell is what of a record is shown.
type cell struct {
	text string // the executions, or why there are none
	// cluster is "" where it is not shown, or was not seen.
	cluster string
	outcome string // "" for the exception after a timeout
}

func (c cell) String() string {
	text := strings.TrimSpace(c.text + " " + c.cluster)
	if c.outcome != "" {
		text += ", " + c.outcome
	}
	return text
}

// agrees reports whether the cells tell the same; a cluster that was not seen
// contradicts none.
func (c cell) agrees(d cell) bool {
	return c.text == d.text && c.outcome == d.outcome && (c.cluster == d.cluster || c.cluster == "" || d.cluster == "")
}

// show makes the cell of a record.
func show(rec *Record, what Detail) cell {
	switch {
	case strings.HasPrefix(rec.Outcome, "startup fails"):
		return cell{text: noStart}
	case strings.HasPrefix(rec.Outcome, "bean fails"):
		return cell{text: "bean fails"}
	}
	c := cell{text: fmt.Sprint(rec.Executions)}
	if what&Timeouts != 0 {
		c.text += fmt.Sprintf(" × %d ms", attempt(rec))
	}
	if what&Outcomes != 0 {
		c.outcome = caller(rec.Outcome)
	}
	if what&Clusters != 0 && rec.Clusters[0] != "-" {
		c.cluster = strings.Join(rec.Clusters, " around ")
	}
	return c
}

// noAnswer is the outcome of a call that never comes back.
const noAnswer = "no answer"

// step is what waits are told apart by.
const step = 500 * time.Millisecond

// attempt is how many milliseconds an execution was waited for, in steps: load
// makes a wait longer, never shorter.
func attempt(rec *Record) int {
	const early = 20
	wait := time.Duration(rec.Millis/max(1, rec.Executions)+early) * time.Millisecond
	return int(wait.Truncate(step).Milliseconds())
}

// caller is what the caller saw, "" for the exception after a timeout.
func caller(outcome string) string {
	first, _, _ := strings.Cut(outcome, " ")
	switch {
	case strings.Contains(outcome, " timeout"):
		return ""
	case strings.HasPrefix(outcome, "FutureAdapter"):
		return "future"
	case outcome == noAnswer:
		return noAnswer
	}
	return strings.Replace(first, "RpcException#", "RpcException ", 1)
}
