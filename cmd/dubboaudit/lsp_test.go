package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLSP starts the server as an editor does, over a folder on disk.
func TestLSP(t *testing.T) {
	dir := t.TempDir()
	const pom = `<project><groupId>com.acme</groupId><artifactId>shop</artifactId><version>1</version><dependencies>
<dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId><version>2.7.15</version></dependency></dependencies></project>`
	const xml = `<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo"><dubbo:reference id="a" interface="com.acme.A" retires="0"/></beans>`
	for name, text := range map[string]string{"pom.xml": pom, "dubbo.xml": "<beans/>"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	slashed := filepath.ToSlash(dir)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	uri := (&url.URL{Scheme: "file", Path: slashed}).String()
	text, _ := json.Marshal(xml)
	session := frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":%q,"capabilities":{}}}`, uri) +
		frame(`{"jsonrpc":"2.0","method":"initialized","params":{}}`) +
		frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"version":1,"text":%s}}}`, uri+"/dubbo.xml", text) +
		frame(`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":%q},"position":{"line":0,"character":70}}}`, uri+"/dubbo.xml")
	shutdown, exit := frame(`{"jsonrpc":"2.0","id":3,"method":"shutdown"}`), frame(`{"jsonrpc":"2.0","method":"exit"}`)
	known := filepath.Join(dir, "known.json")
	if code := run(context.Background(), []string{"--write-baseline", known, "--stdin-filename", filepath.Join(dir, "dubbo.xml"), dir, "-"},
		strings.NewReader(xml), &bytes.Buffer{}, &bytes.Buffer{}); code != 0 {
		t.Fatalf("writing the baseline: exit code %d", code)
	}
	tests := []struct {
		name, in string
		args     []string
		code     int
		want     []string
		not      string
	}{
		{"a session", session + shutdown + exit, nil, 0, []string{`"name":"dubboaudit"`, `"code":"DA601"`, "Dubbo 2.7.15"}, ""},
		{"flags of an audit", session + shutdown + exit, []string{"--stdio", "--force-dubbo-version", "3.2.4"}, 0, []string{"Dubbo 3.2.4"}, ""},
		{"a baseline", session + shutdown + exit, []string{"--baseline", "known.json"}, 0, []string{"Dubbo 2.7.15"}, "DA601"},
		{"a baseline that is not there", session + shutdown + exit, []string{"--baseline", "none.json"}, 0, []string{"DA601"}, ""},
		{"a baseline that is none", session + shutdown + exit, []string{"--baseline", "pom.xml"}, 0, []string{"--baseline: "}, "DA601"},
		{"exit without shutdown", exit, nil, 1, nil, ""},
		{"the editor is gone", session, nil, 0, []string{`"code":"DA601"`}, ""},
		{"cut off", session[:len(session)-5], nil, 3, []string{`"name":"dubboaudit"`}, ""},
	}
	for _, tt := range tests {
		var out, errs bytes.Buffer
		code := run(context.Background(), append([]string{"lsp"}, tt.args...), strings.NewReader(tt.in), &out, &errs)
		if code != tt.code {
			t.Errorf("%s: exit code %d, not %d: %s", tt.name, code, tt.code, &errs)
		}
		for _, want := range tt.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: %q is not in the output:\n%s", tt.name, want, &out)
			}
		}
		if tt.not != "" && strings.Contains(out.String(), tt.not) {
			t.Errorf("%s: %q is in the output:\n%s", tt.name, tt.not, &out)
		}
	}
}

func frame(format string, args ...any) string {
	body := fmt.Sprintf(format, args...)
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
}
