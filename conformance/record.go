// Package conformance holds what real Dubbo releases did with a set of
// configurations, and the test that the effective settings predict it.
package conformance

import (
	"embed"
	"encoding/csv"
	"fmt"
	"path"
	"strconv"
	"strings"
)

//go:embed records/*.tsv
var records embed.FS

// Record is what one release did with one method of one reference of a case.
type Record struct {
	Version, Case, Reference, Method string
	// Executions is how often the provider ran the method for one call.
	Executions int
	// Clusters are the cluster invokers behind the proxy, outermost first;
	// "-" where there is none or the probe could not look.
	Clusters []string
	// Outcome is what the caller saw: "RpcException#2 timeout", "null",
	// "startup fails: ...", "bean fails: ...".
	Outcome string
	// Millis is how long the caller waited, 0 when there was no call.
	Millis int
}

// Key names the record: "2.7.6 cluster/failfast#slow".
func (r *Record) Key() string {
	return fmt.Sprintf("%s %s/%s#%s", r.Version, r.Case, r.Reference, r.Method)
}

// Failed reports whether the application or the bean did not start.
func (r *Record) Failed() bool {
	return strings.HasPrefix(r.Outcome, "startup fails") || strings.HasPrefix(r.Outcome, "bean fails")
}

// Records returns every record, by version and case.
func Records() ([]*Record, error) {
	files, err := records.ReadDir("records")
	if err != nil {
		return nil, err
	}
	var out []*Record
	for _, f := range files {
		list, err := read(f.Name())
		if err != nil {
			return nil, fmt.Errorf("records/%s: %w", f.Name(), err)
		}
		out = append(out, list...)
	}
	return out, nil
}

func read(name string) ([]*Record, error) {
	f, err := records.Open("records/" + name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	version := strings.TrimSuffix(path.Base(name), ".tsv")
	var out []*Record
	for _, row := range rows[1:] {
		rec := &Record{Version: version, Case: row[0], Reference: row[1], Method: row[2],
			Clusters: strings.Split(row[4], ">"), Outcome: row[5]}
		if rec.Executions, err = strconv.Atoi(row[3]); err != nil {
			return nil, err
		}
		rec.Millis, _ = strconv.Atoi(row[6]) // "-" where nothing was called
		out = append(out, rec)
	}
	return out, nil
}
