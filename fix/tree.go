package fix

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Tree is the folder whose files are edited. Nothing outside it is touched,
// not even through links.
type Tree struct{ root *os.Root }

// OpenTree opens the folder from which the paths of the findings are relative.
func OpenTree(dir string) (*Tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Tree{root}, nil
}

// Close ends the use of the folder.
func (t *Tree) Close() error { return t.root.Close() }

// Check says why a file may not be edited: it lies in an archive, is a link or
// lies behind one, or is not what the audit read. It returns nil where it may.
func (t *Tree) Check(f *source.File) error {
	raw, _, err := t.read(f.Path)
	if err != nil {
		return err
	}
	_, err = (&Patch{File: f}).now(raw)
	return err
}

// Read returns the bytes of the file of a patch.
func (t *Tree) Read(p *Patch) ([]byte, error) {
	raw, _, err := t.read(p.File.Path)
	return raw, err
}

func (t *Tree) read(name string) ([]byte, fs.FileInfo, error) {
	if strings.Contains(name, "!/") {
		return nil, nil, lang.Errorf("files in archives are not edited")
	}
	for at := name; ; at = path.Dir(at) {
		info, err := t.root.Lstat(filepath.FromSlash(at))
		switch {
		case err != nil:
			return nil, nil, bare(err)
		case at == ".":
			info, err = t.root.Stat(filepath.FromSlash(name))
			if err != nil {
				return nil, nil, bare(err)
			}
			raw, err := t.root.ReadFile(filepath.FromSlash(name))
			return raw, info, bare(err)
		case info.Mode()&fs.ModeSymlink != 0:
			return nil, nil, lang.Errorf("%s is a link", at)
		case at == name && !info.Mode().IsRegular():
			return nil, nil, lang.Errorf("it is no regular file")
		}
	}
}

// bare drops the path, which is told anyway.
func bare(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}

// Write applies the patches. First every new file is written beside its old
// one, then each takes the place of the old one; so a failure of the first
// step changes nothing, and no file is ever half written. Modes are kept.
func (t *Tree) Write(patches []*Patch) (err error) {
	staged := map[string]string{} // temporary name by path
	defer func() {
		for _, temp := range staged {
			err = errors.Join(err, t.root.Remove(temp))
		}
	}()
	for _, p := range patches {
		temp, err := t.stage(p)
		if err != nil {
			return lang.Errorf("%s: %v", p.File.Path, err)
		}
		staged[p.File.Path] = temp
	}
	for _, p := range patches {
		if err := t.root.Rename(staged[p.File.Path], filepath.FromSlash(p.File.Path)); err != nil {
			return lang.Errorf("%s: %v", p.File.Path, err)
		}
		delete(staged, p.File.Path)
	}
	return nil
}

// stage writes the edited file beside the old one and returns its name.
func (t *Tree) stage(p *Patch) (string, error) {
	raw, info, err := t.read(p.File.Path)
	if err != nil {
		return "", err
	}
	out, err := p.Apply(raw)
	if err != nil {
		return "", err
	}
	name := filepath.FromSlash(p.File.Path)
	temp := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%08x", filepath.Base(name), rand.Uint32()))
	f, err := t.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", bare(err)
	}
	_, err = f.Write(out)
	err = errors.Join(err, f.Sync(), f.Close(), keepOwner(t.root, temp, info), t.root.Chmod(temp, info.Mode().Perm()))
	if err != nil {
		return "", errors.Join(err, t.root.Remove(temp))
	}
	return temp, nil
}
