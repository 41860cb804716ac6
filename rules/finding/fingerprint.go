package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
)

// Fingerprint identifies the finding over time: a hash of rule, file, subject
// and setting, and of nothing that moves when lines are added. Two findings
// may share it (one interface referenced twice in a file); whoever compares
// sets of findings counts them. A finding without place is told by its
// application.
//
// A finding that speaks for several places, or would if there were more of
// them, is told by what these have in common: it stays the same as long as one
// is left, also the last one, and whichever comes first. So a further place
// makes it no other finding; a baseline, which knows each place, sees that.
func (f *Finding) Fingerprint() string {
	place, subject := f.Application, f.Subject
	switch {
	case f.Common != "":
		place, subject = f.Common, ""
	case f.At.Valid():
		place = f.At.File.Path
	}
	h := sha256.New()
	for _, part := range []string{f.Rule.ID, place, subject, f.Setting} {
		io.WriteString(h, part)
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
