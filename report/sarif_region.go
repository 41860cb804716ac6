package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// srcRoot is the base of all paths: the audit root, named and not told.
const srcRoot = "%SRCROOT%"

const (
	// maxSnippet bounds the bytes of a snippet: a file may have one line.
	maxSnippet = 2048
	// nearby is how many bytes of such a line are shown on each side.
	nearby = 200
)

// artifact names a file by a relative URI.
func artifact(path string) sarifArtifact {
	return sarifArtifact{URI: relativeURI(path), URIBaseID: srcRoot}
}

// relativeURI percent-encodes a path with forward slashes, byte by byte, also
// the colon, which in a first segment would make it a scheme.
func relativeURI(path string) string {
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-._~/!", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// physical turns a span into a location with its snippet.
func physical(at source.Span) *sarifPhysical {
	r := region(at)
	if n := at.Hi - at.Lo; n > 0 && n <= maxSnippet {
		r.Snippet = &sarifText{Text: at.Text()}
	}
	return &sarifPhysical{ArtifactLocation: artifact(at.File.Path), Region: &r}
}

func region(at source.Span) sarifRegion {
	start, end := at.Start(), at.End()
	return sarifRegion{StartLine: start.Line, StartColumn: start.Column, EndLine: end.Line, EndColumn: end.Column}
}

// contextRegion is the lines of the span and one more on each side; where
// that is too much, some bytes on each side; nil where there is no more than
// the span.
func contextRegion(at source.Span) *sarifRegion {
	if at.Hi-at.Lo > maxSnippet {
		return nil
	}
	file := at.File
	last := at.End().Line + 1
	next := file.LineStart(last) // the last line's start where there is none behind
	around := source.Span{File: file, Lo: file.LineStart(max(at.Start().Line-1, 1)), Hi: max(next+len(file.Line(last)), at.Hi)}
	if file.Line(last) == nil {
		around.Hi = max(next+len(file.Line(last-1)), at.Hi)
	}
	if around.Hi-around.Lo > maxSnippet {
		around.Lo = boundary(file.Text, max(at.Lo-nearby, around.Lo))
		around.Hi = boundary(file.Text, min(at.Hi+nearby, around.Hi))
	}
	if around.Lo == at.Lo && around.Hi == at.Hi {
		return nil
	}
	r := region(around)
	r.Snippet = &sarifText{Text: around.Text()}
	return &r
}

// deleted is the region that a fix replaces: exact in lines, characters and
// bytes, so that any consumer can apply it.
func deleted(at source.Span) sarifRegion {
	r := region(at)
	off, n := utf8.RuneCount(at.File.Text[:at.Lo]), utf8.RuneCount(at.File.Text[at.Lo:at.Hi])
	byteOff := at.File.DiskOffset(at.Lo)
	byteLen := at.File.DiskOffset(at.Hi) - byteOff
	r.CharOffset, r.CharLength, r.ByteOffset, r.ByteLength = &off, &n, &byteOff, &byteLen
	return r
}

// sarifFixes groups each fix's edits by file.
func (s *sarif) fixes(f *finding.Finding) []sarifFix {
	var fixes []sarifFix
	for _, fix := range f.Fixes {
		title := fix.Title
		if !fix.Safe {
			title = lang.T("%s (changes more than the audited setting: look at it first)", title)
		}
		out := sarifFix{Description: sarifText{Text: escapeMessage(title.In(s.lang))}}
		index := map[*source.File]int{}
		for _, e := range fix.Edits {
			if !e.At.Valid() {
				continue
			}
			i, ok := index[e.At.File]
			if !ok {
				i = len(out.ArtifactChanges)
				index[e.At.File] = i
				out.ArtifactChanges = append(out.ArtifactChanges, sarifArtifactChange{ArtifactLocation: artifact(e.At.File.Path)})
			}
			// The content stands also where it is empty: reviewdog fails without.
			out.ArtifactChanges[i].Replacements = append(out.ArtifactChanges[i].Replacements,
				sarifReplacement{DeletedRegion: deleted(e.At), InsertedContent: sarifContent{e.NewText}})
		}
		if len(out.ArtifactChanges) > 0 {
			fixes = append(fixes, out)
		}
	}
	return fixes
}
