package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
)

// handlers are the requests and notifications that the server knows, with
// what the answer is of; nil of a notification.
var handlers = map[string]func(*Server, context.Context, json.RawMessage) (any, error){
	"initialized": (*Server).initialized,
	"shutdown":    (*Server).shutdown,

	"textDocument/didOpen":   (*Server).didOpen,
	"textDocument/didChange": (*Server).didChange,
	"textDocument/didSave":   (*Server).didSave,
	"textDocument/didClose":  (*Server).didClose,

	"textDocument/hover":      (*Server).hover,
	"textDocument/definition": (*Server).definition,
	"textDocument/codeAction": (*Server).codeAction,

	"workspace/didChangeWatchedFiles":     (*Server).didChangeWatchedFiles,
	"workspace/didChangeWorkspaceFolders": (*Server).didChangeWorkspaceFolders,
}

// handle answers one message. What breaks in it breaks nothing else.
func (s *Server) handle(ctx context.Context, m *message) {
	if m.err != nil {
		s.send(failure{"2.0", json.RawMessage("null"), m.err})
		return
	}
	if m.Method == "" {
		return // an answer to a request of ours, of which none is waited for
	}
	result, err := s.answer(ctx, m)
	var bad *rpcError
	switch e := err.(type) {
	case nil:
	case *rpcError:
		bad = e
	default:
		bad = &rpcError{internalError, s.Lang.Of(err)}
	}
	switch {
	case m.isRequest() && bad != nil:
		s.send(failure{"2.0", m.ID, bad})
	case m.isRequest():
		s.send(response{"2.0", m.ID, result})
	case bad != nil && bad.Code != methodNotFound && bad.Code != notInitialized:
		s.tell(errorMessage, "%s: %s", m.Method, bad.Message)
	}
}

func (e *rpcError) Error() string { return e.Message }

func (s *Server) answer(ctx context.Context, m *message) (result any, err error) {
	defer func() {
		if v := recover(); v != nil {
			result, err = nil, lang.Errorf("dubboaudit failed: %v\n%s", v, debug.Stack())
		}
	}()
	if m.isRequest() && s.cancels.take(string(m.ID)) {
		return nil, &rpcError{requestCancelled, "cancelled"}
	}
	switch {
	case m.Method == "initialize" && s.state == fresh:
		return s.initialize(m.Params)
	case m.Method == "initialize" || s.state == shut:
		return nil, &rpcError{invalidRequest, m.Method + " is not expected now"}
	case s.state == fresh:
		return nil, &rpcError{notInitialized, "initialize is expected first"}
	}
	h := handlers[m.Method]
	if h == nil {
		return nil, &rpcError{methodNotFound, "no method is named " + m.Method}
	}
	return h(s, ctx, m.Params)
}

// decode reads the parameters of a method.
func decode(params json.RawMessage, into any) error {
	if len(bytes.TrimSpace(params)) == 0 {
		return &rpcError{invalidParams, "parameters are expected"}
	}
	err := json.Unmarshal(params, into)
	var shape *json.UnmarshalTypeError
	if errors.As(err, &shape) {
		return &rpcError{invalidParams, fmt.Sprintf("parameters: %s cannot be of type %s", shape.Field, shape.Value)}
	}
	if err != nil {
		return &rpcError{invalidParams, "parameters: " + err.Error()}
	}
	return nil
}

func (s *Server) initialize(params json.RawMessage) (any, error) {
	if err := decode(params, &s.client); err != nil {
		return nil, err
	}
	s.state = running
	if l, err := lang.Parse(s.client.Locale); err == nil {
		s.Lang = l
	}
	if slices.Contains(s.client.Capabilities.General.PositionEncodings, utf8Encoding) {
		s.encoding = utf8Encoding
	}
	folders := s.client.WorkspaceFolders
	if len(folders) == 0 && s.client.RootURI != "" {
		folders = []workspaceFolder{{s.client.RootURI}}
	}
	for _, f := range folders {
		s.addFolder(f.URI)
	}
	return map[string]any{
		"capabilities": map[string]any{
			"positionEncoding":   s.encoding,
			"textDocumentSync":   map[string]any{"openClose": true, "change": 2, "save": true},
			"hoverProvider":      true,
			"definitionProvider": true,
			"codeActionProvider": map[string]any{"codeActionKinds": []string{quickFix}},
			"workspace": map[string]any{
				"workspaceFolders": map[string]any{"supported": true, "changeNotifications": true},
			},
		},
		"serverInfo": map[string]any{"name": "dubboaudit", "version": s.Version},
	}, nil
}

// watched are the files that decide about Dubbo's settings.
const watched = "**/{*.{xml,java,properties,yml,yaml,gradle,kts,toml,sql,lockfile},.gitignore}"

func (s *Server) initialized(context.Context, json.RawMessage) (any, error) {
	if len(s.folders) == 0 {
		s.tell(warningMessage, "no folder is open: there is nothing to audit")
	}
	if !s.client.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return nil, nil
	}
	s.calls++
	s.send(call{"2.0", fmt.Sprintf("dubboaudit-%d", s.calls), "client/registerCapability", map[string]any{
		"registrations": []any{map[string]any{
			"id": "watched-files", "method": "workspace/didChangeWatchedFiles",
			"registerOptions": map[string]any{"watchers": []any{map[string]any{"globPattern": watched}}},
		}},
	}})
	return nil, nil
}

func (s *Server) shutdown(context.Context, json.RawMessage) (any, error) {
	s.state = shut
	return nil, nil
}

func (s *Server) didChangeWorkspaceFolders(_ context.Context, params json.RawMessage) (any, error) {
	var p foldersParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	for _, f := range p.Event.Removed {
		s.removeFolder(f.URI)
	}
	for _, f := range p.Event.Added {
		s.addFolder(f.URI)
	}
	for _, d := range s.docs {
		s.place(d)
	}
	if !s.dirty() {
		s.publish()
	}
	return nil, nil
}
