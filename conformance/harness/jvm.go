package harness

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// opens are what old libraries reach into.
var opens = []string{"java.lang", "java.lang.reflect", "java.math", "java.util", "java.util.concurrent", "java.io", "java.net", "java.time", "java.text", "sun.net.util"}

// ready is what the host prints when its applications are up, or done.
const ready = "HOST-READY"

// jvm is a running host.
type jvm struct {
	cmd   *exec.Cmd
	stdin io.Closer
	log   string
	done  chan struct{} // closed when ready was seen or the output ended
	ok    bool
}

// command runs a program with low priority.
func command(name string, args ...string) *exec.Cmd {
	if nice, err := exec.LookPath("nice"); err == nil {
		return exec.Command(nice, append([]string{"-n", "10", name}, args...)...)
	}
	return exec.Command(name, args...)
}

// start starts a host with a plan. It stops when its standard input ends or,
// without serve, when its applications are done.
func (h *Harness) start(name string, plan, options, environment []string, serve bool) (*jvm, error) {
	dir := filepath.Join(h.work, "jvm", name)
	file := filepath.Join(dir, "plan")
	if err := writeFile(file, strings.Join(plan, "\n")+"\n"); err != nil {
		return nil, err
	}
	args := []string{"-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Djava.net.preferIPv4Stack=true",
		"-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-Duser.home=" + dir, "-Dprobe.counts=" + h.counts}
	for _, p := range opens {
		args = append(args, "--add-opens=java.base/"+p+"=ALL-UNNAMED")
	}
	args = append(args, options...)
	mode := "finish"
	if serve {
		mode = "serve"
	}
	cmd := command("java", append(args, "-cp", h.hostClasses(), "probe.host.Host", file, mode)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), environment...)
	return launch(cmd, filepath.Join(dir, "log"))
}

func launch(cmd *exec.Cmd, log string) (*jvm, error) {
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	cmd.Stderr = cmd.Stdout
	file, err := os.Create(log)
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	j := &jvm{cmd: cmd, stdin: stdin, log: log, done: make(chan struct{})}
	go j.copy(out, file)
	return j, nil
}

// copy writes the output to the log and looks for the word.
func (j *jvm) copy(out io.Reader, file *os.File) {
	defer file.Close()
	s := bufio.NewScanner(out)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		fmt.Fprintln(file, s.Text())
		if s.Text() == ready && !j.ok {
			j.ok = true
			close(j.done)
		}
	}
	if !j.ok {
		close(j.done)
	}
}

// wait waits for the host to be ready, or done.
func (j *jvm) wait(limit time.Duration) error {
	select {
	case <-j.done:
		if j.ok {
			return nil
		}
	case <-time.After(limit):
	}
	j.stop()
	text, _ := os.ReadFile(j.log)
	return fmt.Errorf("the JVM did not get ready; its log ends:\n%s", text[max(0, len(text)-3000):])
}

// stop ends the host. Errors do not matter: it may have ended by itself.
func (j *jvm) stop() {
	_ = j.stdin.Close()
	_ = j.cmd.Process.Kill()
	_ = j.cmd.Wait()
}
