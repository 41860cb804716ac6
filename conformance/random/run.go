package random

import (
	"embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/conformance"
)

//go:embed runs/*.txt
var runs embed.FS

// Run is what a release did with the configurations of a seed.
type Run struct {
	Version string
	Seed    uint64
	Configs []*Config
	// Records are by the name of the configuration.
	Records map[string][]*conformance.Record
}

// Runs returns every recorded run.
func Runs() ([]*Run, error) {
	files, err := runs.ReadDir("runs")
	if err != nil {
		return nil, err
	}
	var out []*Run
	for _, f := range files {
		text, err := runs.ReadFile("runs/" + f.Name())
		if err != nil {
			return nil, err
		}
		r, err := parseRun(f.Name(), string(text))
		if err != nil {
			return nil, fmt.Errorf("runs/%s: %w", f.Name(), err)
		}
		out = append(out, r)
	}
	return out, nil
}

func parseRun(name, text string) (*Run, error) {
	version, seed, _ := strings.Cut(strings.TrimSuffix(path.Base(name), ".txt"), "-")
	r := &Run{Version: version, Records: map[string][]*conformance.Record{}}
	var err error
	if r.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
		return nil, err
	}
	r.Configs, err = Parse(text, func(c *Config, line string) error {
		rec, err := parseRecord(line)
		if err == nil {
			rec.Version, rec.Case = version, c.Name
			r.Records[c.Name] = append(r.Records[c.Name], rec)
		}
		return err
	})
	return r, err
}

// Write writes the run below the folder of the records.
func (r *Run) Write(dir string) error {
	var b strings.Builder
	for _, c := range r.Configs {
		b.WriteString(c.String())
		for _, rec := range r.Records[c.Name] {
			b.WriteString("= " + rec.String() + "\n")
		}
	}
	return os.WriteFile(filepath.Join(dir, "random", "runs", fmt.Sprintf("%s-%d.txt", r.Version, r.Seed)), []byte(b.String()), 0o644)
}

// parseRecord reads a record behind the choices.
func parseRecord(line string) (*conformance.Record, error) {
	_, rest, _ := strings.Cut(line, " ")
	return conformance.ParseRecord(rest)
}
