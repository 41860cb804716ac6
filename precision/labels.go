// Package precision measures the verdicts on methods: it audits public projects
// and compares what it says with labels that were given by reading the code.
package precision

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"strings"
)

// Truth is what a reader of the implementation says about a second execution.
type Truth string

// The truths.
const (
	A          Truth = "A"          // harm: one more row, an amount changed twice
	B          Truth = "B"          // lesser harm: a message, a log or history row, a view more
	Idempotent Truth = "idempotent" // nothing more: values, deletions, upserts, guarded writes
	Read       Truth = "read"       // changes nothing
	Unclear    Truth = "unclear"    // the trees do not tell
)

// Half is a part of the labels: one of the two halves of the first projects, or
// all of the others.
type Half string

// The halves: the tuning half was looked at to improve the verdicts, the
// untouched one was not until its figures were printed. The fresh part was
// labelled after that second look, the second and third fresh
// parts each after another one.
const (
	Tuning    Half = "tuning"
	Untouched Half = "untouched"
	Fresh     Half = "fresh"
	Second    Half = "second"
	Third     Half = "third"
	Again     Half = "again" // further methods of the projects of the second and the third
)

// Halves are all of them, in the order in which they were labelled.
var Halves = []Half{Tuning, Untouched, Fresh, Second, Third, Again}

// Label is one labelled method.
type Label struct {
	Project, Commit string // "owner/name" on GitHub
	Method          string // "com.acme.OrderService#create"
	Truth           Truth
	Half            Half
	Reason          string
}

// HalfOf tells in which half a method of the first projects is: a hash of its
// name decides.
func HalfOf(method string) Half {
	if sha256.Sum256([]byte(method))[0]%2 == 0 {
		return Tuning
	}
	return Untouched
}

//go:embed labels.tsv
var labelsText string

// Labels returns the labels of this repository.
func Labels() ([]Label, error) { return parse(labelsText) }

func parse(text string) ([]Label, error) {
	var list []Label
	n := 0
	for line := range strings.Lines(text) {
		n++
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(f) != 6 {
			return nil, fmt.Errorf("labels: line %d has %d columns, not 6", n, len(f))
		}
		l := Label{Project: f[0], Commit: f[1], Method: f[2], Truth: Truth(f[3]), Half: Half(f[4]), Reason: f[5]}
		switch l.Truth {
		case A, B, Idempotent, Read, Unclear:
		default:
			return nil, fmt.Errorf("labels: line %d: no label is called %q", n, f[3])
		}
		list = append(list, l)
	}
	return list, nil
}
