package simulate

import (
	"encoding/json"
	"io"
	"time"

	"github.com/dubboaudit/dubboaudit/lang"
)

// The JSON document; schemaVersion 1.0 grows by additions only. Times are in
// milliseconds.
type jsonDocument struct {
	SchemaVersion string       `json:"schemaVersion"`
	Scenario      jsonScenario `json:"scenario"`
	Columns       []jsonColumn `json:"columns"`
}

type jsonScenario struct {
	Subject       string      `json:"subject,omitempty"`
	DubboVersion  string      `json:"dubboVersion"`
	Assumed       bool        `json:"dubboVersionAssumed"`
	ServiceTimeMs float64     `json:"serviceTimeMs"`
	WriteAtMs     float64     `json:"writeAtMs"`
	TimeoutMs     float64     `json:"timeoutMs"`
	Retries       int         `json:"retries"`
	Cluster       string      `json:"cluster"`
	Providers     int         `json:"providers"`
	Forks         int         `json:"forks"`
	Repeats       int         `json:"repeats"`
	Rounds        int         `json:"rounds"`
	Mode          string      `json:"mode"`
	Mock          string      `json:"mock"`
	Local         bool        `json:"local"`
	TransportOnly bool        `json:"transportOnly"`
	LoseResponse  string      `json:"loseResponse"`
	Cut           string      `json:"cut"`
	Busy          string      `json:"busy"`
	Unreachable   string      `json:"unreachable"`
	Throw         string      `json:"throw"`
	Layers        []jsonLayer `json:"layers"`
	Key           Key         `json:"key"`
	Dedupe        Dedupe      `json:"dedupe"`
	OtherInput    bool        `json:"otherInput"`
	Intents       int         `json:"intents"`
}

type jsonLayer struct {
	Attempts  int     `json:"attempts"`
	BackoffMs float64 `json:"backoffMs"`
	Factor    int     `json:"factor"`
}

type jsonColumn struct {
	Name       string        `json:"name"`
	Note       string        `json:"note,omitempty"`
	Scenario   jsonScenario  `json:"scenario"`
	Sends      int           `json:"sends"`
	Executions int           `json:"executions"`
	Stored     int           `json:"stored"`
	Duplicates int           `json:"duplicates"`
	TotalMs    float64       `json:"totalMs"`
	CallerSees string        `json:"callerSees"`
	Result     string        `json:"result"`
	Intents    []jsonIntent  `json:"intents"`
	Attempts   []jsonAttempt `json:"attempts"`
	Estimate   *jsonEstimate `json:"estimate,omitempty"`
}

type jsonIntent struct {
	StartMs    float64 `json:"startMs"`
	EndMs      float64 `json:"endMs"`
	CallerSees string  `json:"callerSees"`
	Result     string  `json:"result"`
	Stored     int     `json:"stored"`
}

type jsonAttempt struct {
	N              int      `json:"n"`
	Intent         int      `json:"intent"`
	StartMs        float64  `json:"startMs"`
	EndMs          float64  `json:"endMs"`
	Outcome        string   `json:"outcome"`
	Cause          Cause    `json:"cause,omitempty"`
	ExecutionEndMs *float64 `json:"executionEndMs"` // null when it was not executed
	Stored         bool     `json:"stored"`
	WrittenAtMs    *float64 `json:"writtenAtMs"`
	Key            string   `json:"key,omitempty"`
	Background     bool     `json:"background"`
}

type jsonEstimate struct {
	Calls                  int         `json:"calls"`
	Seed                   uint64      `json:"seed"`
	MeanServiceTimeMs      float64     `json:"meanServiceTimeMs"`
	DuplicatesPerMillion   float64     `json:"duplicatesPerMillion"`
	Margin                 float64     `json:"margin"`
	ErrorsPerMillion       float64     `json:"errorsPerMillion"`
	ErrorsStoredPerMillion float64     `json:"errorsStoredPerMillion"`
	SendsPerCall           float64     `json:"sendsPerCall"`
	ExecutionsPerCall      float64     `json:"executionsPerCall"`
	CapacityPerSecond      float64     `json:"capacityPerSecond"`
	Load                   []jsonPoint `json:"load"`
}

type jsonPoint struct {
	Demand   float64 `json:"demand"`
	Offered  float64 `json:"offered"`
	Answered float64 `json:"answered"`
}

// WriteJSON writes the columns for scripts. They choose columns by the names,
// which are English for all; notes and results are in the reader's language.
func WriteJSON(w io.Writer, columns []Column, l lang.Language) error {
	doc := jsonDocument{SchemaVersion: "1.0", Scenario: scenarioJSON(&columns[0].Scenario)}
	for i := range columns {
		doc.Columns = append(doc.Columns, columnJSON(&columns[i], l))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

func ms64(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func scenarioJSON(s *Scenario) jsonScenario {
	j := jsonScenario{
		Subject: s.Subject, DubboVersion: s.Version.String(), Assumed: s.Assumed,
		ServiceTimeMs: ms64(s.Service), WriteAtMs: ms64(s.writeAt(s.Service)), TimeoutMs: ms64(s.timeout()),
		Retries: s.Retries, Cluster: s.Cluster, Providers: s.Providers, Forks: s.Forks, Repeats: s.Repeats, Rounds: s.Rounds,
		Mode: string(s.Mode), Mock: string(s.Mock), Local: s.Local, TransportOnly: s.TransportOnly,
		LoseResponse: s.Lost.String(), Cut: s.Cut.String(), Busy: s.Busy.String(), Unreachable: s.Unreachable.String(), Throw: s.Throws.String(),
		Layers: []jsonLayer{}, Key: s.Key, Dedupe: s.Dedupe, OtherInput: s.OtherInput, Intents: s.intents(),
	}
	for _, l := range s.Layers {
		j.Layers = append(j.Layers, jsonLayer{l.Attempts, ms64(l.Backoff), max(l.Factor, 1)})
	}
	return j
}

func columnJSON(c *Column, l lang.Language) jsonColumn {
	o := c.Outcome
	seen := o.Seen()
	j := jsonColumn{
		Name: c.Name.String(), Note: c.Note.In(l), Scenario: scenarioJSON(&c.Scenario),
		Sends: o.Sends, Executions: o.Executions, Stored: o.Stored, Duplicates: o.Duplicates,
		TotalMs: ms64(o.Total), CallerSees: seen.Sees(), Result: clean(seen.Result().In(l)),
		Attempts: []jsonAttempt{}, Estimate: estimateJSON(c.Estimate),
	}
	for _, in := range o.Intents {
		j.Intents = append(j.Intents, jsonIntent{ms64(in.Start), ms64(in.End), in.Sees(), clean(in.Result().In(l)), in.Stored})
	}
	for _, a := range o.Attempts {
		j.Attempts = append(j.Attempts, attemptJSON(a))
	}
	return j
}

func attemptJSON(a *Attempt) jsonAttempt {
	j := jsonAttempt{N: a.N, Intent: a.Intent, StartMs: ms64(a.Start), EndMs: ms64(a.End), Outcome: a.Outcome(), Cause: a.Cause,
		Stored: a.Stored, Key: a.Key, Background: a.Background}
	if a.Executed {
		end := ms64(a.ExecutionEnd)
		j.ExecutionEndMs = &end
	}
	if a.Stored {
		at := ms64(a.WrittenAt)
		j.WrittenAtMs = &at
	}
	return j
}

func estimateJSON(n *Estimate) *jsonEstimate {
	if n == nil {
		return nil
	}
	j := &jsonEstimate{n.Calls, n.Seed, ms64(n.Mean), n.Duplicates, n.Margin, n.Errors, n.ErrorsStored,
		n.Sends, n.Executions, n.Capacity, []jsonPoint{}}
	for _, p := range n.Points {
		j.Load = append(j.Load, jsonPoint(p))
	}
	return j
}
