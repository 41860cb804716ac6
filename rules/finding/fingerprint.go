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
func (f *Finding) Fingerprint() string {
	file := f.Application
	if f.At.Valid() {
		file = f.At.File.Path
	}
	h := sha256.New()
	for _, part := range []string{f.Rule.ID, file, f.Subject, f.Setting} {
		io.WriteString(h, part)
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
