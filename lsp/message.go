package lsp

import "encoding/json"

// message is a request, a notification or a response of JSON-RPC 2.0.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`

	err *rpcError // what is wrong with it
}

// isRequest reports whether an answer is expected.
func (m *message) isRequest() bool { return len(m.ID) > 0 && m.Method != "" }

// rpcError is the error of a response.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// The codes of errors.
const (
	parseError       = -32700
	invalidRequest   = -32600
	methodNotFound   = -32601
	invalidParams    = -32602
	internalError    = -32603
	notInitialized   = -32002
	requestCancelled = -32800
)

type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result"`
}

type failure struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *rpcError       `json:"error"`
}

// call is a request or, without an ID, a notification to the client.
type call struct {
	Version string `json:"jsonrpc"`
	ID      string `json:"id,omitempty"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

// readMessage decodes the body of a message.
func readMessage(body []byte) *message {
	m := &message{}
	if err := json.Unmarshal(body, m); err != nil {
		if !json.Valid(body) {
			return &message{err: &rpcError{parseError, "no JSON: " + err.Error()}}
		}
		return &message{err: &rpcError{invalidRequest, "no message of JSON-RPC, or a batch of them"}}
	}
	if string(m.ID) == "null" {
		m.ID = nil
	}
	return m
}

// What the client tells about itself.
type initializeParams struct {
	Locale           string            `json:"locale"`
	RootURI          string            `json:"rootUri"`
	WorkspaceFolders []workspaceFolder `json:"workspaceFolders"`
	Capabilities     struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		Workspace struct {
			WorkspaceEdit struct {
				DocumentChanges bool `json:"documentChanges"`
			} `json:"workspaceEdit"`
			DidChangeWatchedFiles struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeWatchedFiles"`
		} `json:"workspace"`
		TextDocument struct {
			Hover struct {
				ContentFormat []string `json:"contentFormat"`
			} `json:"hover"`
		} `json:"textDocument"`
	} `json:"capabilities"`
}

type workspaceFolder struct {
	URI string `json:"uri"`
}

type documentID struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
}

type didOpenParams struct {
	TextDocument struct {
		documentID
		Text string `json:"text"`
	} `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument   documentID `json:"textDocument"`
	ContentChanges []change   `json:"contentChanges"`
}

// change replaces a range of a document, or all of it.
type change struct {
	Range *span  `json:"range"`
	Text  string `json:"text"`
}

type documentParams struct {
	TextDocument documentID `json:"textDocument"`
}

type positionParams struct {
	TextDocument documentID `json:"textDocument"`
	Position     position   `json:"position"`
}

type codeActionParams struct {
	TextDocument documentID `json:"textDocument"`
	Range        span       `json:"range"`
	Context      struct {
		Only []string `json:"only"`
	} `json:"context"`
}

type watchedParams struct {
	Changes []struct {
		URI  string `json:"uri"`
		Type int    `json:"type"`
	} `json:"changes"`
}

// changed is the type of a watched file's event of which only the contents
// differ; it was created or deleted otherwise.
const changed = 2

type foldersParams struct {
	Event struct {
		Added   []workspaceFolder `json:"added"`
		Removed []workspaceFolder `json:"removed"`
	} `json:"event"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}
