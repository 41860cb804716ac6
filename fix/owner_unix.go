//go:build unix

package fix

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner of the one that it replaces: run by root,
// in a container for example, a fix takes nobody's files away.
func keepOwner(root *os.Root, name string, was fs.FileInfo) error {
	is, err := root.Lstat(name)
	if err != nil {
		return err
	}
	old, ok1 := was.Sys().(*syscall.Stat_t)
	now, ok2 := is.Sys().(*syscall.Stat_t)
	if !ok1 || !ok2 || old.Uid == now.Uid && old.Gid == now.Gid {
		return nil
	}
	return root.Lchown(name, int(old.Uid), int(old.Gid))
}
