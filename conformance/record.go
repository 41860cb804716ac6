// Package conformance holds what real Dubbo releases did with a set of
// configurations, and the test that the effective settings predict it.
package conformance

import (
	"embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
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

// String is the record in a line: reference, method, executions, clusters,
// milliseconds and what the caller saw.
func (r *Record) String() string {
	return fmt.Sprintf("%s %s %d %s %d %s", r.Reference, r.Method, r.Executions, strings.Join(r.Clusters, ">"), r.Millis, r.Outcome)
}

// ParseRecord reads such a line; version and case stand elsewhere.
func ParseRecord(line string) (*Record, error) {
	f := strings.SplitN(line, " ", 6)
	if len(f) != 6 {
		return nil, fmt.Errorf("a record has six fields")
	}
	r := &Record{Reference: f[0], Method: f[1], Clusters: strings.Split(f[3], ">"), Outcome: f[5]}
	var err error
	if r.Executions, err = strconv.Atoi(f[2]); err != nil {
		return nil, err
	}
	r.Millis, err = strconv.Atoi(f[4])
	return r, err
}

// Records returns every record, by version and case.
func Records() ([]*Record, error) {
	files, err := records.ReadDir("records")
	if err != nil {
		return nil, err
	}
	var out []*Record
	for _, f := range files {
		list, err := readFile(records, "records/"+f.Name())
		if err != nil {
			return nil, fmt.Errorf("records/%s: %w", f.Name(), err)
		}
		out = append(out, list...)
	}
	return out, nil
}

func readFile(fsys fs.FS, name string) ([]*Record, error) {
	f, err := fsys.Open(name)
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

// Write merges the records of a release into its file: cases that are new
// replace their old records.
func Write(dir, version string, fresh []*Record) error {
	name := filepath.Join(dir, "records", version+".tsv")
	old, err := readFile(os.DirFS(dir), "records/"+version+".tsv")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	old = slices.DeleteFunc(old, func(o *Record) bool {
		return slices.ContainsFunc(fresh, func(r *Record) bool { return r.Case == o.Case })
	})
	all := append(old, fresh...)
	slices.SortFunc(all, func(a, b *Record) int { return strings.Compare(a.row(), b.row()) })
	var b strings.Builder
	b.WriteString("case\treference\tmethod\texecutions\tcluster\toutcome\tms\n")
	for _, r := range all {
		b.WriteString(r.row() + "\n")
	}
	return os.WriteFile(name, []byte(b.String()), 0o644)
}

func (r *Record) row() string {
	ms := strconv.Itoa(r.Millis)
	if r.Method == "-" {
		ms = "-"
	}
	return strings.Join([]string{r.Case, r.Reference, r.Method, strconv.Itoa(r.Executions), strings.Join(r.Clusters, ">"), r.Outcome, ms}, "\t")
}
