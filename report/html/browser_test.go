package html

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"
)

// browser drives a headless Chromium over its debugging pipe.
type browser struct {
	t       testing.TB
	in      *os.File
	out     *bufio.Reader
	session string
	id      int
	// seen are the errors and refusals that the page's console told.
	seen []string
}

// openBrowser starts a browser with an empty page; the test is skipped where there is
// no Chromium.
func openBrowser(t testing.TB, flags ...string) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("chromium is not installed")
	}
	fromUs, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, toUs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
		"--remote-debugging-pipe", "--user-data-dir=" + t.TempDir()}, flags...)...)
	cmd.ExtraFiles = []*os.File{fromUs, toUs}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fromUs.Close()
	toUs.Close()
	// A browser that hangs ends with the pipe, and the test with it.
	timer := time.AfterFunc(2*time.Minute, func() { _ = cmd.Process.Kill() })
	b := &browser{t: t, in: in, out: bufio.NewReaderSize(out, 1<<20)}
	t.Cleanup(func() {
		timer.Stop()
		b.call("Browser.close", nil, nil)
		in.Close()
		_ = cmd.Wait()
		out.Close()
	})
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct{ Message string }
}

// call calls a method of the debugging protocol.
func (b *browser) call(method string, params map[string]any, result any) {
	b.t.Helper()
	b.id++
	msg := map[string]any{"id": b.id, "method": method}
	if params != nil {
		msg["params"] = params
	}
	if b.session != "" && method != "Browser.close" {
		msg["sessionId"] = b.session
	}
	raw, err := json.Marshal(msg)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.in.Write(append(raw, 0)); err != nil {
		b.t.Fatal(err)
	}
	for {
		m := b.read()
		if m.ID != b.id {
			continue
		}
		if m.Error != nil {
			b.t.Fatalf("%s: %s", method, m.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				b.t.Fatal(err)
			}
		}
		return
	}
}

func (b *browser) read() message {
	b.t.Helper()
	raw, err := b.out.ReadBytes(0)
	if err != nil {
		b.t.Fatalf("the browser is gone: %v", err)
	}
	var m message
	if err := json.Unmarshal(raw[:len(raw)-1], &m); err != nil {
		b.t.Fatal(err)
	}
	switch m.Method {
	case "Runtime.exceptionThrown", "Log.entryAdded":
		b.seen = append(b.seen, string(m.Params))
	}
	return m
}

// load opens a page and returns how long it took until it could be used.
func (b *browser) load(url string) time.Duration {
	b.t.Helper()
	start := time.Now()
	b.call("Page.navigate", map[string]any{"url": url}, nil)
	for b.eval("(document.documentElement || {dataset: {}}).dataset.ready || ''") != "yes" {
		if time.Since(start) > 30*time.Second {
			b.t.Fatalf("the page is not ready; the console tells %q", b.seen)
		}
		time.Sleep(5 * time.Millisecond)
	}
	return time.Since(start)
}

// eval runs an expression in the page and returns its value as text.
func (b *browser) eval(expression string) string {
	b.t.Helper()
	var r struct {
		Result           struct{ Value any }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &r)
	if r.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, r.ExceptionDetails.Exception.Description)
	}
	return fmt.Sprint(r.Result.Value)
}

// press presses a key that writes a character, or one that has a name.
func (b *browser) press(key string) {
	b.t.Helper()
	down := map[string]any{"type": "keyDown", "key": key}
	switch key {
	case "Enter":
		down["text"], down["windowsVirtualKeyCode"] = "\r", 13
	default:
		down["text"] = key
	}
	b.call("Input.dispatchKeyEvent", down, nil)
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key}, nil)
}

// screen sets the size and the colour scheme.
func (b *browser) screen(width, height int, scheme string) {
	b.t.Helper()
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}, nil)
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

func (b *browser) shot() []byte {
	b.t.Helper()
	var r struct{ Data []byte }
	b.call("Page.captureScreenshot", map[string]any{"format": "png"}, &r)
	return r.Data
}
