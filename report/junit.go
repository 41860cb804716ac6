package report

import (
	"bufio"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// The part of JUnit's XML that dubboaudit writes. It holds nothing that the
// strictest consumer (the schema of Jenkins' xunit plugin) refuses.

type junitSuites struct {
	XMLName  xml.Name      `xml:"testsuites"`
	Name     string        `xml:"name,attr"`
	Tests    int           `xml:"tests,attr"`
	Failures int           `xml:"failures,attr"`
	Errors   int           `xml:"errors,attr"`
	Suites   []*junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	Time    string       `xml:"time,attr"`
	Failure *junitResult `xml:"failure"`
	Error   *junitResult `xml:"error"`
	Skipped *junitResult `xml:"skipped"`
	Output  *junitText   `xml:"system-out"`
}

type junitText struct {
	Text string `xml:",cdata"`
}

type junitResult struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",cdata"`
}

// inputSuite holds the problems, which belong to no application.
const inputSuite = "dubboaudit input"

// writeJUnit writes a suite for each application. A finding that fails the
// audit is a failure, a milder one a passed case that tells it, a suppressed
// one is skipped; a problem is an error unless it is minor.
func writeJUnit(w io.Writer, r *Report) error {
	j := &junit{report: r, index: map[string]*junitSuite{}, names: fingerprints{}}
	for _, name := range r.Applications {
		j.suite(name)
	}
	for _, f := range r.Findings {
		j.finding(f)
	}
	for i := range r.Problems {
		j.problem(&r.Problems[i])
	}
	out := bufio.NewWriter(w)
	out.WriteString(xml.Header)
	enc := xml.NewEncoder(out)
	enc.Indent("", "  ")
	if err := enc.Encode(j.finish()); err != nil {
		return err
	}
	out.WriteByte('\n')
	return out.Flush()
}

// junit is a document in the making.
type junit struct {
	report *Report
	doc    junitSuites
	index  map[string]*junitSuite
	names  fingerprints // names of cases, which must differ in a suite
}

func (j *junit) reader() lang.Language { return j.report.Options.Lang }

func (j *junit) suite(name string) *junitSuite {
	name = clean(name)
	if name == "" {
		name = "dubboaudit"
	}
	if s := j.index[name]; s != nil {
		return s
	}
	s := &junitSuite{Name: name, Time: "0"}
	j.index[name] = s
	j.doc.Suites = append(j.doc.Suites, s)
	return s
}

func (j *junit) finding(f *finding.Finding) {
	s := j.suite(f.Application)
	iface, _, _ := strings.Cut(f.Subject, "#")
	if iface == "" {
		iface = f.Application
	}
	name := f.Rule.ID + " " + f.Rule.Name
	if f.Subject != "" {
		name += ": " + methodOf(f.Subject)
	}
	if at := nearest(f); at.Valid() {
		name += " (" + at.File.Path + ")"
	}
	text := (&block{[]*finding.Finding{f}}).body(j.reader()) + "\n" + RulePageURL(f.Rule, j.reader()) + "\n"
	c := j.testcase(s, iface, name)
	switch {
	case f.Suppressed != nil:
		s.Skipped++
		c.Skipped = &junitResult{Message: clean(SuppressionText(f.Suppressed).In(j.reader()))}
		c.Output = &junitText{text}
	case j.report.fails(f):
		s.Failures++
		c.Failure = &junitResult{Type: f.Severity.String(), Message: clean(f.Message.In(j.reader())), Text: text}
	default:
		c.Output = &junitText{j.report.say("%s: %s", f.Severity.Text(), text)}
	}
	s.Cases = append(s.Cases, c)
}

// SuppressionText says why a finding does not count.
func SuppressionText(s *finding.Suppression) lang.Text {
	if s.Reason == "" {
		return suppressedBy(s)
	}
	return lang.T("%s: %s", suppressedBy(s), s.Reason)
}

func (j *junit) problem(p *source.Problem) {
	s := j.suite(inputSuite)
	path := problemPath(p)
	if path == "" {
		path = "."
	}
	c := j.testcase(s, inputSuite, string(p.Kind)+": "+path)
	if p.Minor {
		c.Output = &junitText{problemLine(p, j.reader()) + "\n"}
	} else {
		s.Errors++
		c.Error = &junitResult{Type: string(p.Kind), Message: clean(problemText(p, j.reader())), Text: problemLine(p, j.reader()) + "\n"}
	}
	s.Cases = append(s.Cases, c)
}

// testcase names a case so that it is told from the others of its suite and
// keeps its name when lines move.
func (j *junit) testcase(s *junitSuite, class, name string) junitCase {
	class, name = clean(class), clean(name)
	if class == "" {
		class = "dubboaudit"
	}
	key := s.Name + "\x00" + class + "\x00" + name
	if n := strings.TrimPrefix(j.names.unique(key), key+":"); n != key {
		name += " #" + n
	}
	return junitCase{Class: class, Name: name, Time: "0"}
}

// finish counts, and gives suites without a case a passed one: consumers take
// a report without cases for a broken one. An application whose findings stand
// in the suite of several ("a, b") has not passed.
func (j *junit) finish() *junitSuites {
	shared := map[string]bool{}
	for _, s := range j.doc.Suites {
		if names := strings.Split(s.Name, ", "); len(names) > 1 {
			for _, name := range names {
				shared[name] = true
			}
		}
	}
	j.doc.Suites = slices.DeleteFunc(j.doc.Suites, func(s *junitSuite) bool { return len(s.Cases) == 0 && shared[s.Name] })
	if len(j.doc.Suites) == 0 {
		j.suite("")
	}
	slices.SortFunc(j.doc.Suites, func(a, b *junitSuite) int { return strings.Compare(a.Name, b.Name) })
	j.doc.Name = "dubboaudit"
	for _, s := range j.doc.Suites {
		if len(s.Cases) == 0 {
			s.Cases = []junitCase{{Class: s.Name, Name: j.report.say("no findings"), Time: "0"}}
		}
		s.Tests = len(s.Cases)
		j.doc.Tests += s.Tests
		j.doc.Failures += s.Failures
		j.doc.Errors += s.Errors
	}
	return &j.doc
}
