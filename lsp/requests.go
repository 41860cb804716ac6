package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// audited returns an open document with its audit up to date, nil where it is
// not audited.
func (s *Server) audited(ctx context.Context, uri string) (*document, error) {
	d := s.docs[uri]
	if d == nil {
		return nil, notOpen(uri)
	}
	s.refresh(ctx)
	if d.folder == nil || d.folder.report == nil {
		return nil, nil
	}
	return d, nil
}

// hover explains what is under the cursor.
func (s *Server) hover(ctx context.Context, params json.RawMessage) (any, error) {
	var p positionParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	d, err := s.audited(ctx, p.TextDocument.URI)
	if d == nil {
		return nil, err
	}
	text := d.folder.report.Explain.Markdown(d.folder.report.Options.Lang, d.path, d.offset(p.Position))
	if text == "" {
		return nil, nil
	}
	kind := "markdown"
	if f := s.client.Capabilities.TextDocument.Hover.ContentFormat; len(f) > 0 && !slices.Contains(f, kind) {
		kind = "plaintext"
	}
	return map[string]any{"contents": markup{kind, text}}, nil
}

// offset is the offset in the audited text of a position in the buffer.
func (d *document) offset(p position) int { return max(d.lines.offset(p)-d.lead(), 0) }

// definition leads to the values that win.
func (s *Server) definition(ctx context.Context, params json.RawMessage) (any, error) {
	var p positionParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	d, err := s.audited(ctx, p.TextDocument.URI)
	if d == nil {
		return nil, err
	}
	places := s.places(d.folder)
	var list []location
	for _, at := range d.folder.report.Explain.Winners(d.path, d.offset(p.Position)) {
		if l, ok := places.of(at); ok {
			list = append(list, l)
		}
	}
	if list == nil {
		return nil, nil
	}
	return list, nil
}

// quickFix is the kind of the code actions.
const quickFix = "quickfix"

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics"`
	IsPreferred bool          `json:"isPreferred,omitempty"`
	Edit        workspaceEdit `json:"edit"`
}

type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []documentEdit        `json:"documentChanges,omitempty"`
}

type documentEdit struct {
	TextDocument versionedDocument `json:"textDocument"`
	Edits        []textEdit        `json:"edits"`
}

// versionedDocument has no version where the file is not open.
type versionedDocument struct {
	URI     string `json:"uri"`
	Version *int   `json:"version"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

// codeAction offers the fixes of the findings in a range.
func (s *Server) codeAction(ctx context.Context, params json.RawMessage) (any, error) {
	var p codeActionParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	d, err := s.audited(ctx, p.TextDocument.URI)
	if d == nil || len(p.Context.Only) > 0 && !slices.Contains(p.Context.Only, quickFix) {
		return []codeAction{}, err
	}
	places := s.places(d.folder)
	list := []codeAction{}
	for _, x := range d.folder.report.Findings {
		if x.Suppressed != nil || !x.At.Valid() || x.At.File.Path != d.path {
			continue
		}
		shown := s.finding(d, x, places)
		if !shown.Range.touches(p.Range) {
			continue
		}
		preferred := false
		for _, fix := range fixesOf(x) {
			edit, ok := places.edit(fix.Edits)
			if !ok {
				continue
			}
			list = append(list, codeAction{Title: fix.Title.String(), Kind: quickFix, Diagnostics: []diagnostic{shown},
				IsPreferred: fix.Safe && !preferred, Edit: edit})
			preferred = preferred || fix.Safe
		}
	}
	return list, nil
}

// fixesOf returns the fixes of a finding and of those that met with it, each
// once.
func fixesOf(x *finding.Finding) []finding.Fix {
	fixes := slices.Clone(x.Fixes)
	for _, other := range x.Others {
		if other.Suppressed != nil {
			continue
		}
		for _, fix := range other.Fixes {
			if !slices.ContainsFunc(fixes, func(f finding.Fix) bool { return slices.Equal(f.Edits, fix.Edits) }) {
				fixes = append(fixes, fix)
			}
		}
	}
	return fixes
}

// edit turns the edits of a fix into those of the protocol, false where one
// has no place or two overlap.
func (p *places) edit(edits []finding.Edit) (workspaceEdit, bool) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b finding.Edit) int { return a.At.Compare(b.At) })
	var out workspaceEdit
	last := source.Span{}
	for _, e := range edits {
		at, ok := p.of(e.At)
		if !ok || e.At.File == last.File && e.At.Lo < last.Hi {
			return out, false
		}
		last = e.At
		n := len(out.DocumentChanges)
		if n == 0 || out.DocumentChanges[n-1].TextDocument.URI != at.URI {
			out.DocumentChanges = append(out.DocumentChanges, documentEdit{TextDocument: p.versioned(at.URI, e.At.File.Path)})
			n++
		}
		to := &out.DocumentChanges[n-1]
		to.Edits = append(to.Edits, textEdit{at.Range, e.NewText})
	}
	if !p.server.client.Capabilities.Workspace.WorkspaceEdit.DocumentChanges {
		out.Changes = map[string][]textEdit{}
		for _, c := range out.DocumentChanges {
			out.Changes[c.TextDocument.URI] = c.Edits
		}
		out.DocumentChanges = nil
	}
	return out, len(edits) > 0
}

func (p *places) versioned(uri, path string) versionedDocument {
	v := versionedDocument{URI: uri}
	if d := p.docs[path]; d != nil && strings.EqualFold(d.uri, uri) {
		v.Version = &d.version
	}
	return v
}
