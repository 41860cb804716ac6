package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// action is the part of action.yml that the tests look at.
type action struct {
	Inputs  map[string]struct{ Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct{ Steps []step }
}

type step struct {
	ID, If, Shell, Run, Uses string
	Env, With                map[string]string
}

func readAction(t *testing.T) action {
	t.Helper()
	text, err := os.ReadFile("../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

var pinned = regexp.MustCompile(`^[a-z-]+/[a-z-]+(/[a-z-]+)?@[0-9a-f]{40}$`)

// TestActionIsPinned: what the action uses is named by commit.
func TestActionIsPinned(t *testing.T) {
	n := 0
	for _, s := range readAction(t).Runs.Steps {
		if s.Uses == "" {
			continue
		}
		n++
		if !pinned.MatchString(s.Uses) {
			t.Errorf("%s is not pinned by its commit", s.Uses)
		}
	}
	if n == 0 {
		t.Error("the action uses nothing")
	}
}

// runner does what GitHub's runner does with the steps that are scripts.
type runner struct {
	t       *testing.T
	action  action
	inputs  map[string]string
	outputs map[string]string // "step.name"
	dir     string            // the workspace
	temp    string
	log     strings.Builder
}

var expression = regexp.MustCompile(`\$\{\{ *([a-z_.-]+) *\}\}`)

func (r *runner) value(text string) string {
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		name := expression.FindStringSubmatch(e)[1]
		if in, ok := strings.CutPrefix(name, "inputs."); ok {
			if v, ok := r.inputs[in]; ok {
				return v
			}
			return r.action.Inputs[in].Default
		}
		if out, ok := strings.CutPrefix(name, "steps."); ok {
			return r.outputs[strings.Replace(out, ".outputs.", ".", 1)]
		}
		r.t.Fatalf("expression %s is not known here", e)
		return ""
	})
}

// run runs every script of the action and returns the last one's exit code.
func (r *runner) run() int {
	root, err := filepath.Abs("..")
	if err != nil {
		r.t.Fatal(err)
	}
	code := 0
	for _, s := range r.action.Runs.Steps {
		if s.Run == "" || s.ID == "build" && r.outputs["source.built"] != "" {
			continue
		}
		file := filepath.Join(r.temp, "output")
		cmd := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", s.Run)
		cmd.Dir = r.dir
		cmd.Env = append(os.Environ(), "LC_ALL=C", "GITHUB_ACTION_PATH="+root, "RUNNER_OS=Linux", "RUNNER_ARCH=X64", "RUNNER_TEMP="+r.temp,
			"GITHUB_OUTPUT="+file, "GITHUB_STEP_SUMMARY="+filepath.Join(r.temp, "summary"))
		for k, v := range s.Env {
			cmd.Env = append(cmd.Env, k+"="+r.value(v))
		}
		out, err := cmd.CombinedOutput()
		r.log.Write(out)
		code = cmd.ProcessState.ExitCode()
		if _, exited := err.(*exec.ExitError); err != nil && !exited {
			r.t.Fatal(err)
		}
		r.collect(s.ID, file)
	}
	return code
}

func (r *runner) collect(id, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		r.outputs[id+"."+name] = value
	}
	if err := os.Remove(file); err != nil {
		r.t.Fatal(err)
	}
}

const consumer = `<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo">
  <dubbo:reference id="orders" interface="com.acme.OrderService"><dubbo:method name="createOrder" timeout="500"/></dubbo:reference>
</beans>
`

// TestAction runs the scripts of action.yml.
func TestAction(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the runner's bash is another one there")
	}
	temp := t.TempDir()
	for _, c := range []struct {
		name    string
		inputs  map[string]string
		code    int
		log     string
		summary string
	}{
		{"findings", map[string]string{"args": "--dubbo-version\n3.2.19"}, 1, "::error file=web/src/main/resources/dubbo.xml,line=2", "## dubboaudit: 1 error"},
		{"a threshold", map[string]string{"args": "--dubbo-version=3.2.19", "fail-on": "never"}, 0, "::error file=", "## dubboaudit: 1 error"},
		{"text", map[string]string{"args": "--dubbo-version=3.2.19", "annotations": "false", "summary": "false"}, 1, "error[DA101]", ""},
		{"wrong use", map[string]string{"args": "--no-such-flag; touch evil"}, 2, "unknown flag", ""},
		{"a path that is not there", map[string]string{"paths": "here\n$(touch evil)"}, 2, "here", ""},
		{"nothing to audit", map[string]string{"paths": "docs"}, 3, "no Dubbo reference or service", "the audit is incomplete"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &runner{t: t, action: readAction(t), inputs: c.inputs, outputs: map[string]string{}, dir: t.TempDir(), temp: temp}
			if _, err := os.Stat(filepath.Join(temp, "dubboaudit", "dubboaudit")); err == nil {
				r.outputs["source.built"] = "true"
			}
			writeFile(t, r.dir, "web/src/main/resources/dubbo.xml", consumer)
			writeFile(t, r.dir, "docs/readme.md", "# docs\n")
			writeFile(t, temp, "summary", "")
			if code := r.run(); code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			if !strings.Contains(r.log.String(), c.log) {
				t.Errorf("the log does not hold %q:\n%s", c.log, r.log.String())
			}
			summary, err := os.ReadFile(filepath.Join(temp, "summary"))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(summary); c.summary == "" && got != "" || !strings.Contains(got, c.summary) {
				t.Errorf("summary %q", got)
			}
			if _, err := os.Stat(filepath.Join(r.dir, "evil")); err == nil {
				t.Error("an input was run as a command")
			}
			_, err = os.Stat(filepath.Join(r.dir, "dubboaudit.sarif"))
			if (err == nil) != (c.code != 2) {
				t.Errorf("SARIF file: %v", err)
			}
		})
	}
}

func writeFile(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

var inputRow = regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|")

// TestActionInputs: docs/ci/github.md tells every input and output, and no other.
func TestActionInputs(t *testing.T) {
	page, err := os.ReadFile("ci/github.md")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, m := range inputRow.FindAllStringSubmatch(string(page), -1) {
		got[m[1]] = true
	}
	a := readAction(t)
	want := map[string]bool{}
	for name := range a.Inputs {
		want[name] = true
	}
	for name := range a.Outputs {
		want[name] = true
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-action.yml +docs/ci/github.md)\n%s", diff)
	}
}
