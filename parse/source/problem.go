package source

import (
	"fmt"

	"github.com/dubboaudit/dubboaudit/lang"
)

// ProblemKind names what could not be understood. It is part of the JSON
// output and stable.
type ProblemKind string

// The kinds of problem.
const (
	Unreadable     ProblemKind = "unreadable" // the file could not be opened or read
	TooLarge       ProblemKind = "too-large"  // over a size or depth limit
	BadEncoding    ProblemKind = "encoding"   // bytes that are not valid in the declared encoding
	XMLSyntax      ProblemKind = "xml-syntax" // not well-formed, or refused by Spring's own parser
	PropsSyntax    ProblemKind = "properties-syntax"
	YAMLSyntax     ProblemKind = "yaml-syntax"
	JavaSyntax     ProblemKind = "java-syntax"
	BuildSyntax    ProblemKind = "build-syntax"
	ArchiveSyntax  ProblemKind = "archive-syntax"
	Unresolved     ProblemKind = "unresolved" // an import or file that is named but not there
	NothingToAudit ProblemKind = "nothing-to-audit"
	Internal       ProblemKind = "internal" // dubboaudit itself failed on this file
)

// Problem is input that could not be understood. It is never a finding: the
// audit goes on, and ends incomplete.
type Problem struct {
	// Path names the file where At has no place (it could not be read).
	Path string
	At   Span
	Kind ProblemKind
	Msg  lang.Text
	// Minor is true where nothing of Dubbo can have been lost; such a
	// problem is shown but does not make the audit incomplete.
	Minor bool
}

// In says the problem in a language, as "path:line:column: message".
func (p Problem) In(l lang.Language) string {
	if !p.At.Valid() {
		return fmt.Sprintf("%s: %s", p.Path, p.Msg.In(l))
	}
	pos := p.At.Start()
	return fmt.Sprintf("%s:%d:%d: %s", p.At.File.Path, pos.Line, pos.Column, p.Msg.In(l))
}

// String is the English of the problem.
func (p Problem) String() string { return p.In(lang.English) }
