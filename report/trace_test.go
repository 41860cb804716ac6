package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/trace"
)

// traced is a trace with a place of every status, a message to be wrapped, a
// location without a place, and names that mean something to a format or to a
// terminal.
func traced(t testing.TB) *Report {
	java := newFile(t, "web/Order\"Web\".java", "class OrderWeb {\n\torders.create(new Order(\"订单\", a < b)); // \x1b[2J\n\n}\n")
	at := find(t, java, "create", 0)
	long := strings.Repeat("a word and another ", 12)
	return &Report{Root: ".", Trace: &trace.Trace{Subject: "com.acme.OrderService#create", Places: []trace.Place{
		{Number: 1, Name: trace.Entry, Status: trace.OK, Message: lang.Verbatim("one intent"), Locations: []trace.Location{
			{At: find(t, java, "OrderWeb", 0), Message: lang.Verbatim("POST /orders: OrderWeb.post")}, {At: at, Message: lang.Verbatim("calls orders.create by Dubbo")}}},
		{Number: 2, Name: trace.Key, Status: trace.Missing, Message: lang.Verbatim(long)},
		{Number: 3, Name: trace.Write, Status: trace.Broken, Message: lang.Verbatim("INSERT into orders where a <> 'b' & #c \"d\" \\e `f`"),
			Locations: []trace.Location{{At: at, Message: lang.Verbatim("INSERT")}, {Message: lang.Verbatim("built in")}}},
		{Number: 4, Name: trace.Lookup, Status: trace.Unknown, Message: lang.Verbatim("订单 \x1b[2J\u202e")},
		{Number: 5, Name: trace.Limit, Status: trace.OK, Message: lang.Verbatim("1 execution"), Locations: []trace.Location{{At: at, Message: lang.Verbatim(long)}}},
	}}}
}

func TestTrace(t *testing.T) {
	for _, f := range TraceFormats {
		var b bytes.Buffer
		if err := f.Write(&b, traced(t)); err != nil {
			t.Fatal(err)
		}
		golden(t, "trace."+f.Name, b.Bytes())
		if f.Name != "json" && strings.ContainsAny(b.String(), "\x1b\u202e") {
			t.Errorf("%s: control characters of the audited files get through", f.Name)
		}
		if err := f.Write(&b, &Report{}); !errors.Is(err, errNoTrace) {
			t.Errorf("%s: a report without trace: %v", f.Name, err)
		}
	}
}

// TestTraceOfMethods writes the trace of an interface: pictures and text show
// its methods, JSON the sum as well.
func TestTraceOfMethods(t *testing.T) {
	r := traced(t)
	one := r.Trace
	r.Trace = &trace.Trace{Subject: "com.acme.OrderService", Places: one.Places, Methods: []*trace.Trace{one, one}}
	for _, f := range TraceFormats {
		var b bytes.Buffer
		if err := f.Write(&b, r); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "OrderService#create") + strings.Count(b.String(), "OrderService#35;create"); n < 2 {
			t.Errorf("%s: %d of 2 methods", f.Name, n)
		}
	}
}

func TestTraceSVGIsXML(t *testing.T) {
	var b bytes.Buffer
	if err := Named(TraceFormats, "svg").Write(&b, traced(t)); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(&b)
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestTraceSaid writes the trace for a reader of another language: only the
// words of the trace itself and of the formats stay as they are.
func TestTraceSaid(t *testing.T) {
	r := traced(t)
	r.Options.Lang = lang.Pseudo
	for _, f := range TraceFormats {
		var b bytes.Buffer
		if err := f.Write(&b, r); err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"entry: ok", "1 entry", "2 key", "broken<", "lookup "} {
			if strings.Contains(b.String(), word) {
				t.Errorf("%s: %q in\n%s", f.Name, word, &b)
			}
		}
	}
}
