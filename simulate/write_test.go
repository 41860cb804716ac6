package simulate

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
)

var update = flag.Bool("update", false, "write the golden files")

// pictures are the columns that the goldens show, all of them or those of one name.
func pictures(t *testing.T, only string) map[string][]Column {
	t.Helper()
	payment := with(func(s *Scenario) {
		s.Subject, s.Timeout, s.Service = "com.acme.PaymentService#charge", ms(900), ms(1100)
	})
	mixed := with(func(s *Scenario) {
		s.Service, s.Layers, s.Unreachable, s.Busy, s.Throws = ms(300), []Layer{{2, ms(200), 1}}, Attempts{1}, Attempts{2}, Attempts{3}
	})
	out := map[string][]Column{
		"payment":  WhatIf(payment, nil),
		"failback": {{Name: AsConfigured, Scenario: with(func(s *Scenario) { s.Cluster = "failback" })}},
		"mixed":    {{Name: AsConfigured, Scenario: mixed}},
		"input": {{Name: AsConfigured, Scenario: with(func(s *Scenario) {
			s.Service, s.Key, s.Dedupe, s.OtherInput = ms(100), PerIntent, DedupeOn, true
		})}},
		"hostile": {{Name: AsConfigured, Note: lang.Verbatim("</text><script>"), Scenario: with(func(s *Scenario) {
			s.Subject, s.Cluster, s.Fails = "a\x1b[31m</title><script>alert(1)</script>\"'&\u202e#m", "\x00", lang.Verbatim("no \x1b]0;x\a <b>")
			s.Version = dubbo.MustVersion("2.7.8")
		})}},
		"many": {{Name: AsConfigured, Scenario: with(func(s *Scenario) { s.SetRetries(99) })}},
		"none": {{Name: AsConfigured, Scenario: with(func(s *Scenario) { s.Fails = lang.Verbatim("no such cluster") })}},
		"load": WhatIf(payment, nil)[:2],
	}
	for name, columns := range out {
		if only != "" && only != name {
			continue
		}
		var load *Load
		if name == "load" {
			load = &Load{Latency: latency(t, "p50=300 p99=1100 max=2000"), Calls: 5000, Seed: 1, Threads: DefaultThreads}
		}
		if err := Evaluate(context.Background(), columns, load); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func TestGolden(t *testing.T) {
	for name, columns := range pictures(t, "") {
		for ext, write := range map[string]func(io.Writer) error{
			"text":  func(w io.Writer) error { return WriteText(w, columns, TextOptions{}) },
			"ascii": func(w io.Writer) error { return WriteText(w, columns, TextOptions{ASCII: true}) },
			"json":  func(w io.Writer) error { return WriteJSON(w, columns, lang.English) },
			"svg":   func(w io.Writer) error { return WriteSVG(w, columns, lang.English) },
		} {
			var out bytes.Buffer
			if err := write(&out); err != nil {
				t.Fatal(err)
			}
			golden(t, "testdata/"+name+"."+ext, out.Bytes())
			if ext == "ascii" && name != "hostile" && strings.ContainsFunc(out.String(), func(r rune) bool { return r > 0x7e }) {
				t.Errorf("%s: not ASCII", name)
			}
			if ext == "svg" {
				wellFormed(t, name, out.Bytes())
			}
		}
	}
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got; -update writes it):\n%s", file, diff)
	}
}

// wellFormed parses a picture; no name of an audited file made an element.
func wellFormed(t *testing.T, name string, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if e, ok := tok.(xml.StartElement); ok && (e.Name.Local == "script" || e.Name.Local == "b") {
			t.Errorf("%s: element %s", name, e.Name.Local)
		}
	}
}

// TestNoControl: a hostile name steers no terminal.
func TestNoControl(t *testing.T) {
	var out bytes.Buffer
	if err := WriteText(&out, pictures(t, "hostile")["hostile"], TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(out.String(), "\x1b\x00\a\u202e") {
		t.Errorf("control characters in %q", out.String())
	}
}

// TestColor: colours add escape sequences and change nothing else.
func TestColor(t *testing.T) {
	var plain, coloured bytes.Buffer
	columns := pictures(t, "payment")["payment"]
	if err := errors.Join(WriteText(&plain, columns, TextOptions{}), WriteText(&coloured, columns, TextOptions{Color: true})); err != nil {
		t.Fatal(err)
	}
	stripped := coloured.String()
	for _, seq := range []string{"\x1b[1m", "\x1b[22m", "\x1b[31m", "\x1b[32m", "\x1b[0m"} {
		stripped = strings.ReplaceAll(stripped, seq, "")
	}
	if stripped == coloured.String() || stripped != plain.String() {
		t.Errorf("coloured text differs:\n%q", stripped)
	}
}

var (
	element = regexp.MustCompile(`(?s)<style>.*?</style>|<[^>]*>`)
	words   = regexp.MustCompile(`[a-z]{2,} [a-z]{2,}`)
	zero    = regexp.MustCompile(`x="(\d+)" y="\d+" text-anchor="middle">0 ms`)
	bar     = regexp.MustCompile(`<rect class="sim-(?:wait|alone)" x="(\d+)" y="\d+" width="\d+" height="14"`)
)

// TestPseudo: in wide letters nothing is said that is not in the catalogue, and
// the names of the attempts push the bars to the right.
func TestPseudo(t *testing.T) {
	for name, columns := range pictures(t, "") {
		if name == "hostile" || name == "none" { // of texts that are not ours
			continue
		}
		var text, svg bytes.Buffer
		if err := errors.Join(WriteText(&text, columns, TextOptions{Lang: lang.Pseudo}), WriteSVG(&svg, columns, lang.Pseudo)); err != nil {
			t.Fatal(err)
		}
		wellFormed(t, name, svg.Bytes())
		if said := words.FindAllString(text.String()+element.ReplaceAllString(svg.String(), "\n"), -1); said != nil {
			t.Errorf("%s: said in English: %q", name, said)
		}
		left := zero.FindSubmatch(svg.Bytes())[1]
		if first := bar.FindSubmatch(svg.Bytes()); first != nil && !bytes.Equal(first[1], left) {
			t.Errorf("%s: the first bar begins at %s, the axis at %s", name, first[1], left)
		}
	}
}
