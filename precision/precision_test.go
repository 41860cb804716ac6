package precision

import (
	"bytes"
	"context"
	"flag"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the golden files")

// TestLabels: what the file promises of its labels.
func TestLabels(t *testing.T) {
	labels, err := Labels()
	if err != nil {
		t.Fatal(err)
	}
	seen, commits := map[string]bool{}, map[string]string{}
	for _, l := range labels {
		id := l.Project + " " + l.Method
		if seen[id] {
			t.Errorf("%s is there twice", id)
		}
		seen[id] = true
		if half := HalfOf(l.Method); l.Half != half && !slices.Contains(Halves[2:], l.Half) {
			t.Errorf("%s is of the %s half, not of the %s one", id, half, l.Half)
		}
		if c := commits[l.Project]; len(l.Commit) != 40 || c != "" && c != l.Commit {
			t.Errorf("%s: commits %q and %q", id, c, l.Commit)
		}
		commits[l.Project] = l.Commit
		if l.Reason == "" {
			t.Errorf("%s has no reason", id)
		}
	}
	if len(labels) < 300 || len(commits) < 8 {
		t.Errorf("%d labels of %d projects are too few", len(labels), len(commits))
	}
}

func TestMalformedLabels(t *testing.T) {
	for _, text := range []string{"a/b\tc\n", "a/b\tc\tI#m\tC\ttuning\twhy\n"} {
		if _, err := parse(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

// TestMeasure measures a small project and compares the whole table.
func TestMeasure(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/shop.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{}
	for _, f := range ar.Files {
		tree[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	labels, err := parse(string(tree["labels.tsv"].Data))
	if err != nil {
		t.Fatal(err)
	}
	cases, err := Measure(context.Background(), tree, labels)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Write(&out, Tuning, cases, true); err != nil {
		t.Fatal(err)
	}
	want := ar.Files[len(ar.Files)-1]
	if *update {
		ar.Files[len(ar.Files)-1].Data = out.Bytes()
		if err := os.WriteFile("testdata/shop.txtar", txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want.Data), out.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestWrongTree: labels of another tree are an error, not a figure.
func TestWrongTree(t *testing.T) {
	tree := fstest.MapFS{"README.md": {Data: []byte("nothing")}}
	if _, err := Measure(context.Background(), tree, []Label{{Project: "a/b", Method: "com.acme.I#m"}}); err == nil {
		t.Error("no error")
	}
}
