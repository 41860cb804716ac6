package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

// place is where the audited paths lie: the root, from which every printed
// path is relative, and the paths below it.
type place struct {
	root  string
	paths []string // with forward slashes; none means all of root
	stdin bool     // "-" was among the arguments
}

// locate finds the root: the top of the git checkout that holds the paths,
// else the folder that holds them all.
func locate(args []string) (place, error) {
	var p place
	var abs []string
	for _, a := range args {
		if a == "-" {
			p.stdin = true
			continue
		}
		full, err := real(a)
		if err != nil {
			return p, err
		}
		abs = append(abs, full)
	}
	if len(abs) == 0 {
		full, err := real(".")
		if err != nil {
			return p, err
		}
		if p.stdin {
			p.root = full
			return p, nil
		}
		abs = append(abs, full)
	}
	common := folder(abs[0])
	for _, a := range abs[1:] {
		for !within(common, a) {
			common = filepath.Dir(common)
		}
	}
	p.root = checkout(common)
	for _, a := range abs {
		rel, err := filepath.Rel(p.root, a)
		if err != nil {
			return p, err
		}
		p.paths = append(p.paths, filepath.ToSlash(rel))
	}
	return p, nil
}

// name turns a file name, of a file that need not exist, into a path below
// the root; of one outside the root only the last element is kept.
func (p place) name(file string) string {
	full, err := filepath.Abs(file)
	if err == nil {
		full, err = filepath.Rel(p.root, full)
	}
	if err != nil || !filepath.IsLocal(full) {
		full = filepath.Base(file)
	}
	return filepath.ToSlash(full)
}

// real makes a path absolute, with links in it followed: the user named it.
func real(name string) (string, error) {
	if name == "" {
		return "", lang.Errorf("an empty path")
	}
	full, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	full, err = filepath.EvalSymlinks(full)
	if err != nil {
		return "", lang.Errorf("%s: %v", name, unwrapPath(err))
	}
	return full, nil
}

func unwrapPath(err error) error {
	if p, ok := err.(*os.PathError); ok {
		return p.Err
	}
	return err
}

func folder(name string) string {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return name
	}
	return filepath.Dir(name)
}

func within(dir, name string) bool {
	return name == dir || strings.HasPrefix(name, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// checkout returns the top of the git work tree around dir, or dir itself.
func checkout(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}
