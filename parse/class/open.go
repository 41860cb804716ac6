package class

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"

	"github.com/dubboaudit/dubboaudit/lang"
)

// Limits on what is unpacked. Jars hold packed classes, so a jar inside an
// archive hardly shrinks.
const (
	maxNested    = 3        // an ear with a war with a jar
	maxDirectory = 16 << 20 // bytes of the list of entries of one archive
	maxNestedJar = 64 << 20
	maxUnpacked  = 1 << 30 // bytes of nested jars unpacked in one audit
	maxRatio     = 100     // of a nested jar above a megabyte
	maxHeld      = 64 << 20
	maxOpen      = 32
	entryBytes   = 300 // about what archive/zip keeps of one entry
)

// opener keeps some archives open, as classes are asked for one by one.
type opener struct {
	fsys     fs.FS
	open     map[int32]*opened
	held     int64 // bytes that they take in memory, about
	unpacked int64
}

// opened is an archive being read.
type opened struct {
	zip  *zip.Reader
	at   io.ReaderAt
	file fs.File // nil for a nested one
}

var (
	errNoRandomAccess = lang.Errorf("an archive in a file system without random access")
	errUnpacked       = lang.Errorf("the jars inside archives unpack to too much")
)

// open returns an archive ready to be read.
func (a *Archives) open(i int32) (*opened, error) {
	o := &a.files
	if z := o.open[i]; z != nil {
		return z, nil
	}
	in := &a.archives[i]
	if in.refused != nil {
		return nil, in.refused
	}
	if len(o.open) >= maxOpen || o.held > maxHeld {
		o.close()
	}
	var z *opened
	var err error
	if in.parent < 0 {
		z, err = o.file(in.path)
	} else {
		var parent *opened
		if parent, err = a.open(in.parent); err == nil {
			z, err = o.nested(parent, parent.zip.File[in.member], in)
		}
	}
	if err != nil {
		in.refused = err
		return nil, err
	}
	if o.open == nil {
		o.open = map[int32]*opened{}
	}
	o.open[i] = z
	o.held += int64(len(z.zip.File)) * entryBytes
	return z, nil
}

// close forgets all open archives.
func (o *opener) close() {
	for _, z := range o.open {
		if z.file != nil {
			z.file.Close()
		}
	}
	o.open, o.held = nil, 0
}

func (o *opener) file(path string) (*opened, error) {
	f, err := o.fsys.Open(path)
	if err != nil {
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err // without the machine's own path
		}
		return nil, err
	}
	info, err := f.Stat()
	at, ok := f.(io.ReaderAt)
	if err == nil && !ok {
		err = errNoRandomAccess
	}
	var z *zip.Reader
	if err == nil {
		z, err = newZip(at, info.Size())
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &opened{z, at, f}, nil
}

// nested opens a jar inside an archive: in place where it is stored as it is,
// as Spring Boot does it, else unpacked into memory.
func (o *opener) nested(parent *opened, f *zip.File, in *archive) (*opened, error) {
	size := f.UncompressedSize64
	if f.Method == zip.Store {
		offset, err := f.DataOffset()
		if err != nil {
			return nil, err
		}
		at := io.NewSectionReader(parent.at, offset, int64(f.CompressedSize64))
		return newOpened(at)
	}
	if size > maxNestedJar || size > 1<<20 && size/maxRatio > f.CompressedSize64 {
		return nil, lang.Errorf("a jar of %d bytes packed into %d: not unpacked", size, f.CompressedSize64)
	}
	if !in.counted {
		in.counted = true
		if o.unpacked += int64(size); o.unpacked > maxUnpacked {
			return nil, errUnpacked
		}
	}
	data, err := unpack(f, int64(size))
	if err != nil {
		return nil, err
	}
	o.held += int64(len(data))
	return newOpened(bytes.NewReader(data))
}

func newOpened(at interface {
	io.ReaderAt
	Size() int64
}) (*opened, error) {
	z, err := newZip(at, at.Size())
	if err != nil {
		return nil, err
	}
	return &opened{zip: z, at: at}, nil
}

// unpack reads an entry, of which no more than size bytes are taken.
func unpack(f *zip.File, size int64) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, size))
}

// read unpacks a class.
func (a *Archives) read(e entry) ([]byte, error) {
	z, err := a.open(e.archive)
	if err != nil {
		return nil, err
	}
	f := z.zip.File[e.member]
	if f.UncompressedSize64 > MaxBytes {
		return nil, lang.Errorf("a class of %d bytes: not read", f.UncompressedSize64)
	}
	return unpack(f, int64(f.UncompressedSize64))
}

// newZip reads the list of entries, unless that would need much memory: it
// looks at the end record as archive/zip does, before that reads all.
func newZip(r io.ReaderAt, size int64) (*zip.Reader, error) {
	const record = 22
	if size < record {
		return nil, zip.ErrFormat
	}
	n := min(size, 65535+record)
	buf := make([]byte, n)
	if _, err := r.ReadAt(buf, size-n); err != nil && err != io.EOF {
		return nil, err
	}
	i := bytes.LastIndex(buf, []byte("PK\x05\x06"))
	if i < 0 || len(buf)-i < record {
		return nil, zip.ErrFormat
	}
	if length := binary.LittleEndian.Uint32(buf[i+12:]); length > maxDirectory {
		return nil, lang.Errorf("a list of entries of %d bytes is too large", length)
	}
	return zip.NewReader(r, size)
}
