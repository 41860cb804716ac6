package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/lang"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got; go test -update writes it anew):\n%s", name, diff)
	}
}

func render(t testing.TB, format string, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Named(Formats, format).Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestFormats(t *testing.T) {
	for name, fixture := range fixtures {
		for _, f := range Formats {
			t.Run(name+"/"+f.Name, func(t *testing.T) {
				golden(t, name+"."+f.Name, render(t, f.Name, fixture(t)))
			})
		}
	}
}

func TestNamed(t *testing.T) {
	if Named(Formats, "text") == nil || Named(Formats, "xml") != nil {
		t.Error("Named finds the wrong formats")
	}
}

// Nothing that an audited file holds may reach the terminal as a command.
func TestTextIsSafe(t *testing.T) {
	for _, quiet := range []bool{false, true} {
		r := hostile(t)
		r.Options.Quiet = quiet
		out := string(render(t, "text", r))
		if len(out) == 0 || !utf8.ValidString(out) {
			t.Errorf("quiet=%v: output is empty or not UTF-8", quiet)
		}
		for i, c := range out {
			if c != '\n' && (unicode.IsControl(c) || unicode.Is(unicode.Cf, c)) {
				t.Errorf("quiet=%v: %U at %d: %q", quiet, c, i, out[max(0, i-20):min(len(out), i+20)])
			}
		}
	}
}

func TestColor(t *testing.T) {
	r := shop(t)
	if out := render(t, "text", r); bytes.Contains(out, []byte("\x1b")) {
		t.Error("colours without being asked for")
	}
	r.Options.Color = true
	out := render(t, "text", r)
	if !bytes.Contains(out, []byte("\x1b[")) {
		t.Error("no colours though asked for")
	}
	for _, f := range []string{"json", "sarif"} {
		if bytes.Contains(render(t, f, r), []byte("\x1b")) {
			t.Errorf("colours in %s", f)
		}
	}
}

func TestQuiet(t *testing.T) {
	r := silent(t)
	r.Options.Quiet = true
	if out := render(t, "text", r); len(out) != 0 {
		t.Errorf("a clean quiet run writes %q", out)
	}
	r = troubled(t)
	r.Options.Quiet = true
	if out := string(render(t, "text", r)); strings.Count(out, "\n") != len(r.Findings)+len(r.Problems) {
		t.Errorf("not one line for each finding and problem:\n%s", out)
	}
}

func TestShowSuppressed(t *testing.T) {
	r := shop(t)
	if bytes.Contains(render(t, "text", r), []byte("the batch may wait")) {
		t.Error("suppressed findings are shown unasked")
	}
	r.Options.ShowSuppressed = true
	if !bytes.Contains(render(t, "text", r), []byte("suppressed (inline): the batch may wait")) {
		t.Error("suppressed findings are not shown")
	}
}

// Edits in JSON must hit the bytes on disk, whatever the encoding.
func TestByteOffsets(t *testing.T) {
	r := shop(t)
	var doc struct {
		Findings []struct {
			Fixes []jsonFix `json:"fixes"`
		} `json:"findings"`
	}
	if err := json.Unmarshal(render(t, "json", r), &doc); err != nil {
		t.Fatal(err)
	}
	e := doc.Findings[3].Fixes[0].Edits[0]
	if got := consumerXML[e.ByteOffset : e.ByteOffset+e.ByteLength]; got != "800" {
		t.Errorf("the edit replaces %q", got)
	}
}

func TestFingerprint(t *testing.T) {
	a, b := shop(t).Findings[0], shop(t).Findings[0]
	b.At.Lo, b.At.Hi, b.Message = b.At.Lo+1, b.At.Hi+1, lang.T("other words")
	if a.Fingerprint() != b.Fingerprint() {
		t.Error("the fingerprint depends on place or message")
	}
	seen := map[string]string{}
	for _, f := range shop(t).Findings {
		id := f.Rule.ID + " " + f.Subject
		if other, ok := seen[f.Fingerprint()]; ok {
			t.Errorf("%s and %s share a fingerprint", id, other)
		}
		seen[f.Fingerprint()] = id
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteErrors(t *testing.T) {
	for _, f := range Formats {
		if err := f.Write(brokenWriter{}, shop(t)); err == nil {
			t.Errorf("%s: the error of the writer is lost", f.Name)
		}
	}
}
