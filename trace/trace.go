// Package trace walks the five places of a repeated write - who starts it,
// where its key is made, what is written, what looks for an earlier one, and
// where the attempts end - and says of each whether it does its part.
package trace

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/retrylayer"
)

// Status says whether a place does its part. The words are part of the JSON
// output.
type Status string

// The statuses.
const (
	OK      Status = "ok"
	Broken  Status = "broken"  // it is there and does not do its part
	Missing Status = "missing" // it is not there
	Unknown Status = "unknown" // the audited files do not tell
)

// Name names a place. The words are part of the JSON output.
type Name string

// The places, in the order in which a write passes them.
const (
	Entry  Name = "entry"
	Key    Name = "key"
	Write  Name = "write"
	Lookup Name = "lookup"
	Limit  Name = "limit"
)

// Trace is the way of one write. Its five places are in order.
type Trace struct {
	// Subject is "com.acme.OrderService#createOrder", or the interface where
	// several methods are traced.
	Subject string
	Places  []Place
	// Methods are the traces of the methods that Places sums up; nil for a
	// single method.
	Methods []*Trace
}

// Place is one of the five.
type Place struct {
	Number int // from 1
	Name   Name
	Status Status
	// Message says why, and for Unknown what would decide it.
	Message   lang.Text
	Locations []Location
}

// Location is a place in the files and what is there. At may be invalid: for a
// built-in default, for example.
type Location struct {
	At      source.Span
	Message lang.Text
}

// Input is what a trace is made of.
type Input struct {
	Model   *effective.Model
	Verdict func(*effective.Call) idempotency.Verdict
	// Graph is the call graph of an application's types.
	Graph func(*application.Types) *callgraph.Graph
	// Finder finds the retry layers in an application's code.
	Finder func(*application.App) *retrylayer.Finder
}

// Of traces a subject: "com.acme.OrderService#createOrder", where the
// interface's simple name does as well, or an interface alone for all of its
// methods that are not known to read. The error lists near names where there
// is none like that.
func Of(in Input, subject string) (*Trace, error) {
	s, err := find(in.Model, subject)
	if err != nil {
		return nil, err
	}
	var methods []*method
	for _, name := range s.methods {
		methods = append(methods, newMethod(&in, s, name))
	}
	if len(methods) == 1 {
		return methods[0].trace(), nil
	}
	var traces []*Trace
	for _, m := range writing(methods) {
		traces = append(traces, m.trace())
	}
	return sum(s.iface, traces), nil
}

// writing leaves out the methods that are known to read, unless all do.
func writing(all []*method) []*method {
	out := slices.DeleteFunc(slices.Clone(all), func(m *method) bool { return m.verdict.Kind == idempotency.Read })
	if len(out) == 0 {
		return all
	}
	return out
}

// trace fills the five places.
func (m *method) trace() *Trace {
	t := &Trace{Subject: m.subjectName()}
	m.walkBack()
	m.explore()
	m.findLayers()
	places := []Place{m.entry(), m.key(), m.write(), m.lookup(), m.limit()}
	for i := range places {
		places[i].Number, places[i].Name = i+1, order[i]
	}
	t.Places = places
	return t
}

var order = []Name{Entry, Key, Write, Lookup, Limit}
