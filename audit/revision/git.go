package revision

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

// git is the work tree of a repository, asked through the command git: the
// only external command of dubboaudit.
type git struct{ dir string }

// ours are variables by which git, when it calls a hook, binds its commands to
// one repository. The work tree is chosen by its folder here.
var ours = []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR",
	"GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"}

func (g git) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", g.dir, "--no-replace-objects"}, args...)...)
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); !slices.Contains(ours, name) {
			cmd.Env = append(cmd.Env, v)
		}
	}
	// Nothing may ask the network or a person: objects that a partial clone
	// left out are missing. Before 2.44 git knows no better way than to allow
	// no protocol.
	cmd.Env = append(cmd.Env, "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	return cmd
}

// output runs a command to its end. The error holds what git says.
func (g git) output(ctx context.Context, args ...string) ([]byte, error) {
	cmd := g.command(ctx, args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errNoGit
	}
	if said := firstLine(errs.String()); said != "" {
		return nil, lang.Errorf("git: %s", said)
	}
	return nil, lang.Errorf("git %s: %v", args[0], err)
}

var errNoGit = lang.Errorf("git is not installed, or not in PATH")

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimPrefix(s, "fatal: ")
}

// commit resolves a revision. The error says what helps.
func (g git) commit(ctx context.Context, rev string) (string, error) {
	if _, err := g.output(ctx, "rev-parse", "--is-inside-work-tree"); err != nil {
		return "", err
	}
	out, err := g.output(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if id := strings.TrimSpace(string(out)); err == nil && id != "" {
		return id, nil
	}
	shallow, _ := g.output(ctx, "rev-parse", "--is-shallow-repository")
	if strings.TrimSpace(string(shallow)) == "true" {
		return "", lang.Errorf("revision %q is not in this shallow clone: fetch it first (git fetch --unshallow, or fetch-depth: 0 in the checkout step)", rev)
	}
	return "", lang.Errorf("no revision %q in the repository: fetch it first, or mind the spelling", rev)
}
