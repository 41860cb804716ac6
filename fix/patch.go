package fix

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// Patch is all that changes in one file.
type Patch struct {
	File *source.File
	// Edits are sorted and do not touch.
	Edits []finding.Edit

	from []*Change // the change that brought each edit, while the plan is made
}

// ErrChanged says that a file is not what the audit read.
var ErrChanged = lang.Errorf("the file changed since it was read")

// Apply edits the bytes of the file as it lies on disk. Only the new text is
// encoded; every other byte stays, byte order mark and bytes that are not
// valid in the encoding included.
func (p *Patch) Apply(raw []byte) ([]byte, error) {
	now, err := p.now(raw)
	if err != nil {
		return nil, err
	}
	var out, text bytes.Buffer
	at, atText := 0, 0
	for _, e := range p.Edits {
		add, err := now.Encode(e.NewText)
		if err != nil {
			return nil, err
		}
		lo := now.DiskOffset(e.At.Lo)
		out.Write(raw[at:lo])
		out.Write(add)
		at = now.DiskOffset(e.At.Hi)
		text.Write(now.Text[atText:e.At.Lo])
		text.WriteString(e.NewText)
		atText = e.At.Hi
	}
	out.Write(raw[at:])
	text.Write(now.Text[atText:])
	// An encoding with states, or one in which a character can be written in
	// two ways, would have led to wrong offsets.
	if read, _ := source.New(p.File.Path, out.Bytes(), p.File.Encoding); !bytes.Equal(read.Text, text.Bytes()) {
		return nil, lang.Errorf("the edit cannot be made byte for byte in the encoding %s", p.File.Encoding)
	}
	return out.Bytes(), nil
}

// now reads the file's present bytes; its text must be what the audit read.
func (p *Patch) now(raw []byte) (*source.File, error) {
	f, _ := source.New(p.File.Path, raw, p.File.Encoding)
	if f.Encoding != p.File.Encoding || !bytes.Equal(f.Text, p.File.Text) || f.DiskOffset(len(f.Text)) != len(raw) {
		return nil, ErrChanged
	}
	return f, nil
}

// contextLines is what git diff shows around a change.
const contextLines = 3

// Diff is the patch as a unified diff of the bytes on disk, for git apply and
// patch. Of a file in UTF-16 it shows the text, for such a file has no lines
// of bytes.
func (p *Patch) Diff(raw []byte) (string, error) {
	if !p.Appliable() {
		return p.TextDiff()
	}
	out, err := p.Apply(raw)
	if err != nil {
		return "", err
	}
	return unified(p.File.Path, string(raw), string(out))
}

// Appliable reports whether Diff is one of bytes, which other tools can apply.
func (p *Patch) Appliable() bool { return !strings.HasPrefix(p.File.Encoding, "utf-16") }

// TextDiff is the patch as a unified diff of the decoded text, for people.
func (p *Patch) TextDiff() (string, error) {
	var b strings.Builder
	at := 0
	for _, e := range p.Edits {
		b.Write(p.File.Text[at:e.At.Lo])
		b.WriteString(e.NewText)
		at = e.At.Hi
	}
	b.Write(p.File.Text[at:])
	return unified(p.File.Path, string(p.File.Text), b.String())
}

func unified(path, before, after string) (string, error) {
	diff, err := udiff.ToUnified(label("a/"+path), label("b/"+path), before, udiff.Lines(before, after), contextLines)
	if err != nil {
		return "", lang.Errorf("%s: %v", path, err)
	}
	return diff, nil
}

// label writes a file name as git does: quoted where it holds what would end
// it, with a tab behind where it holds spaces.
func label(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == 0x7f }) {
		var b strings.Builder
		for i := range len(name) {
			switch c := name[i]; {
			case c == '"' || c == '\\':
				b.WriteString("\\" + string(rune(c)))
			case c < ' ' || c == 0x7f:
				fmt.Fprintf(&b, "\\%03o", c)
			default:
				b.WriteByte(c)
			}
		}
		return `"` + b.String() + `"`
	}
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}
