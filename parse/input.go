package parse

import (
	"bytes"
	"io"
	"io/fs"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// input is what reading a file takes, in the walk and later.
type input struct {
	fsys    fs.FS
	readers []Reader
	limit   int64
}

// readerOf returns the row of the table that takes files of that path.
func (in *input) readerOf(name string) (uint8, bool) {
	for i := range in.readers {
		if in.readers[i].Match(name) {
			return uint8(i), true
		}
	}
	return 0, false
}

// load reads a file and parses it if it is relevant or wanted anyway. The
// unit is nil otherwise. The number is that of the bytes read.
func (in *input) load(name string, reader uint8, wanted bool, s *scratch) (*decl.Unit, int64, *source.Problem) {
	if in.readers[reader].ParseAt != nil {
		unit, problem := in.loadAt(name, reader)
		return unit, 0, problem
	}
	c, err := s.read(in.fsys, name, in.limit)
	unit, problem := in.unit(name, reader, c, err, wanted)
	return unit, c.size, problem
}

func (in *input) unit(name string, reader uint8, c content, err error, wanted bool) (*decl.Unit, *source.Problem) {
	switch r := &in.readers[reader]; {
	case err != nil:
		return nil, &source.Problem{Path: name, Kind: source.Unreadable, Msg: reason(err)}
	case c.large && (c.dubbo || wanted):
		return nil, &source.Problem{Path: name, Kind: source.TooLarge, Minor: r.OnDemand,
			Msg: lang.T("%d bytes, more than the limit of %d: not read", c.size, in.limit)}
	case c.large || !wanted && !r.relevant(name, c.data):
		return nil, nil
	default:
		return r.parse(name, bytes.Clone(c.data)), nil
	}
}

// loadAt has an archive parsed without reading it whole.
func (in *input) loadAt(name string, reader uint8) (*decl.Unit, *source.Problem) {
	f, err := in.fsys.Open(name)
	if err != nil {
		return in.unit(name, reader, content{}, err, true)
	}
	defer f.Close()
	info, err := f.Stat()
	at, ok := f.(io.ReaderAt)
	if err == nil && !ok {
		err = errNoRandomAccess
	}
	if err != nil {
		return in.unit(name, reader, content{}, err, true)
	}
	return in.readers[reader].parseAt(name, at, info.Size()), nil
}

var errNoRandomAccess = lang.Errorf("an archive in a file system without random access")
