package revision

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

// repository is a git repository in a temporary folder.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) *repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	// No config of the machine, and submodules from a folder.
	t.Setenv("GIT_CONFIG_GLOBAL", "/dev/null")
	t.Setenv("GIT_CONFIG_SYSTEM", "/dev/null")
	r := &repository{t, t.TempDir()}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *repository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@acme.example",
		"-c", "commit.gpgsign=false", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *repository) write(name, text string) {
	r.t.Helper()
	full := filepath.Join(r.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644)); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repository) commit(message string) {
	r.git("add", "-A")
	r.git("commit", "-q", "-m", message)
}

func open(t *testing.T, dir, rev string) *Tree {
	t.Helper()
	tree, err := Open(context.Background(), dir, rev)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tree.Close)
	return tree
}

func read(t *testing.T, fsys fs.FS, name string) string {
	t.Helper()
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

func TestTree(t *testing.T) {
	r := newRepository(t)
	r.write("a.xml", "old\n")
	r.write("shop/src/b.xml", "b")
	r.write("配置/c d\t\"e\".yml", "c")
	r.write("empty", "")
	if err := os.Symlink("shop/src", filepath.Join(r.dir, "link")); err != nil {
		t.Skip(err)
	}
	_ = os.Symlink("../../outside", filepath.Join(r.dir, "shop/out"))
	_ = os.Symlink("loop", filepath.Join(r.dir, "loop"))
	r.commit("first")
	r.write("a.xml", "new\n")
	r.write("shop/src/new.xml", "new")
	r.commit("second")
	r.write("a.xml", "not committed")

	tree := open(t, r.dir, "HEAD~1")
	for name, want := range map[string]string{
		"a.xml": "old\n", "shop/src/b.xml": "b", "配置/c d\t\"e\".yml": "c", "empty": "", "link/b.xml": "b",
	} {
		if got := read(t, tree, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for _, name := range []string{"shop/src/new.xml", "a.xml/b", "shop/out", "loop", "nothing", "../a.xml"} {
		if _, err := tree.Open(name); err == nil {
			t.Errorf("%s was opened", name)
		}
	}
	if got := read(t, open(t, r.dir, "main"), "a.xml"); got != "new\n" {
		t.Error(got)
	}
	if got := read(t, open(t, filepath.Join(r.dir, "shop", "src"), "HEAD"), "a.xml"); got != "new\n" {
		t.Errorf("from a folder: %q", got)
	}
	if err := tree.Err(); err != nil {
		t.Error(err)
	}
}

// TestFS runs Go's own test of file systems, and reads from many goroutines.
func TestFS(t *testing.T) {
	r := newRepository(t)
	for _, name := range []string{"a.xml", "b/c.xml", "b/d/e.xml", "b/d/f.xml"} {
		r.write(name, strings.Repeat(name, 1000))
	}
	r.commit("first")
	tree := open(t, r.dir, "HEAD")
	if err := fstest.TestFS(tree, "a.xml", "b/d/f.xml"); err != nil {
		t.Error(err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, name := range []string{"a.xml", "b/c.xml", "b/d/e.xml"} {
				if got := read(t, tree, name); got != strings.Repeat(name, 1000) {
					t.Errorf("%s has %d bytes", name, len(got))
				}
			}
		})
	}
	group.Wait()
}

func TestErrors(t *testing.T) {
	r := newRepository(t)
	r.write("a.xml", "one")
	r.commit("first")
	first := r.git("rev-parse", "HEAD")
	r.write("a.xml", "two")
	r.commit("second")
	shallow := t.TempDir()
	r.git("clone", "-q", "--depth", "1", "file://"+r.dir, shallow)
	for _, test := range []struct{ name, dir, rev, want string }{
		{"unknown", r.dir, "nowhere", `no revision "nowhere"`},
		{"empty", r.dir, "", "no revision"},
		{"an option", r.dir, "--all", `no revision "--all"`},
		{"a file", r.dir, "HEAD:a.xml", "no revision"},
		{"shallow", shallow, first, "shallow clone"},
		{"shallow ancestor", shallow, "HEAD~1", "fetch-depth: 0"},
		{"no repository", t.TempDir(), "HEAD", "not a git repository"},
	} {
		_, err := Open(context.Background(), test.dir, test.rev)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	t.Setenv("PATH", "")
	if _, err := Open(context.Background(), r.dir, "HEAD"); !errors.Is(err, errNoGit) {
		t.Error(err)
	}
}

// A hook's variables bind git to another repository than the one asked for.
func TestEnvironment(t *testing.T) {
	r, other := newRepository(t), newRepository(t)
	r.write("a.xml", "mine")
	r.commit("first")
	other.write("a.xml", "other")
	other.commit("first")
	t.Setenv("GIT_DIR", filepath.Join(other.dir, ".git"))
	t.Setenv("GIT_WORK_TREE", other.dir)
	if got := read(t, open(t, r.dir, "HEAD"), "a.xml"); got != "mine" {
		t.Error(got)
	}
}

func TestWorktree(t *testing.T) {
	r := newRepository(t)
	r.write("a.xml", "one")
	r.commit("first")
	dir := filepath.Join(t.TempDir(), "second")
	r.git("worktree", "add", "-q", "-b", "branch", dir)
	if got := read(t, open(t, dir, "main"), "a.xml"); got != "one" {
		t.Error(got)
	}
}

func TestSubmodule(t *testing.T) {
	lib, r := newRepository(t), newRepository(t)
	lib.write("dubbo.xml", "old")
	lib.commit("first")
	r.write("a.xml", "a")
	r.git("submodule", "add", "-q", lib.dir, "libs/common")
	r.commit("first")
	sub := &repository{t, filepath.Join(r.dir, "libs/common")}
	sub.write("dubbo.xml", "new")
	sub.commit("second")
	r.commit("second")

	tree := open(t, r.dir, "HEAD~1")
	if got := read(t, tree, "libs/common/dubbo.xml"); got != "old" || len(tree.Missing) > 0 {
		t.Errorf("%q, missing %v", got, tree.Missing)
	}
	if got := read(t, open(t, r.dir, "HEAD"), "libs/common/dubbo.xml"); got != "new" {
		t.Error(got)
	}
	if got := read(t, open(t, sub.dir, "HEAD~1"), "dubbo.xml"); got != "old" {
		t.Errorf("inside the submodule: %q", got)
	}
	r.git("submodule", "deinit", "-q", "-f", "libs/common")
	if tree := open(t, r.dir, "HEAD"); len(tree.Missing) != 1 || tree.Missing[0] != "libs/common" {
		t.Error(tree.Missing)
	}
}

// A partial clone has names and no contents: that is an error, and nothing is
// fetched.
func TestPartialClone(t *testing.T) {
	r := newRepository(t)
	r.git("config", "uploadpack.allowFilter", "true")
	r.write("a.xml", "one")
	r.commit("first")
	r.write("a.xml", "two")
	r.commit("second")
	dir := t.TempDir()
	r.git("clone", "-q", "--filter=blob:none", "file://"+r.dir, dir)
	tree := open(t, dir, "HEAD~1")
	if _, err := fs.ReadFile(tree, "a.xml"); err == nil {
		t.Error("it was fetched")
	}
	if err := tree.Err(); err == nil || !strings.Contains(err.Error(), "partial") {
		t.Error(err)
	}
	if got := read(t, open(t, dir, "HEAD"), "a.xml"); got != "two" {
		t.Error(got)
	}
}

// Contents too large to be held are passed over.
func TestLargeBlob(t *testing.T) {
	r := newRepository(t)
	r.write("large.xml", strings.Repeat("x", 100))
	r.write("small.xml", "small")
	r.commit("first")
	tree := open(t, r.dir, "HEAD")
	tree.stores[0].limit = 99
	if _, err := fs.ReadFile(tree, "large.xml"); !errors.Is(err, errLargeBlob) {
		t.Error(err)
	}
	if got := read(t, tree, "small.xml"); got != "small" || tree.Err() != nil {
		t.Error(got, tree.Err())
	}
}

func TestMissingObject(t *testing.T) {
	r := newRepository(t)
	r.write("a.xml", "one")
	r.write("b.xml", "two")
	r.commit("first")
	id := r.git("rev-parse", "HEAD:b.xml")
	tree := open(t, r.dir, "HEAD")
	if err := os.Remove(filepath.Join(r.dir, ".git/objects", id[:2], id[2:])); err != nil {
		t.Fatal(err)
	}
	read(t, tree, "a.xml")
	if _, err := fs.ReadFile(tree, "b.xml"); err == nil {
		t.Error("read")
	}
	if err := tree.Err(); err == nil || !strings.Contains(err.Error(), "partial") {
		t.Error(err)
	}
}
