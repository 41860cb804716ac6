package parse

import (
	"bytes"
	"fmt"
	"io/fs"

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

func (in *input) limitOf(reader uint8) int64 {
	if n := in.readers[reader].MaxBytes; n > 0 {
		return n
	}
	return in.limit
}

// load reads a file and parses it if it is relevant or wanted anyway. The
// unit is nil otherwise. The number is that of the bytes read.
func (in *input) load(name string, reader uint8, wanted bool, s *scratch) (*decl.Unit, int64, *source.Problem) {
	c, err := s.read(in.fsys, name, in.limitOf(reader))
	unit, problem := in.unit(name, reader, c, err, wanted)
	return unit, c.size, problem
}

func (in *input) unit(name string, reader uint8, c content, err error, wanted bool) (*decl.Unit, *source.Problem) {
	switch r := &in.readers[reader]; {
	case err != nil:
		return nil, &source.Problem{Path: name, Kind: source.Unreadable, Msg: reason(err)}
	case c.large && (c.dubbo || wanted):
		return nil, &source.Problem{Path: name, Kind: source.TooLarge,
			Msg: fmt.Sprintf("%d bytes, more than the limit of %d: not read", c.size, in.limitOf(reader))}
	case c.large || !wanted && !r.relevant(name, c.data):
		return nil, nil
	default:
		return r.parse(name, bytes.Clone(c.data)), nil
	}
}
