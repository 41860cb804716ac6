package properties

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// pieces are what random texts are made of: everything that means something
// to java.util.Properties, and a little that does not.
var pieces = []string{
	"a", "b", "key", "dubbo.consumer.retries", "1", "é", "服", "😀", "=", ":", " ", "  ", "\t", "\f",
	"\n", "\n", "\n", "\r", "\r\n", "\\", "\\", "\\\n", "\\\r\n", "\\\r", "\\\n  ", "#", "!", "#---\n", "\n#",
	`\u0041`, `\u00e9`, `\uD83D\uDE00`, `\uD83D`, `\t`, `\n`, `\=`, `\:`, `\ `, `\\`, `\#`, "@x@", "${a:b}", "\u0085", "\u2028", "\x00",
}

// malformedPieces are rare, as one of them spoils a whole text for Java.
var malformedPieces = []string{`\u`, `\u12`, `\uzzzz`, "\\u00\\\n41", `\U0041`}

func randomText(rng *rand.Rand) string {
	var b strings.Builder
	for range rng.IntN(24) {
		if rng.IntN(150) == 0 {
			b.WriteString(malformedPieces[rng.IntN(len(malformedPieces))])
		} else {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
	}
	return b.String()
}

// TestJava compares the reader with java.util.Properties itself.
func TestJava(t *testing.T) {
	n := 20_000
	if testing.Short() {
		n = 2_000
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var texts []string
	for _, tt := range tests {
		texts = append(texts, tt.in)
	}
	for range n {
		texts = append(texts, randomText(rng))
	}
	for i, want := range loadInJava(t, texts) {
		u := Parse(&source.File{Path: "x.properties", Text: []byte(texts[i])})
		if refused := want == nil; refused != (len(u.Problems) > 0) {
			t.Errorf("%q: Java refuses it: %v, problems: %v", texts[i], refused, u.Problems)
		} else if got := pairs(u); !refused && !cmp.Equal(got, want) {
			t.Errorf("%q: -java +here\n%s", texts[i], cmp.Diff(want, got))
		}
	}
}

// loadInJava returns the keys and values, one after the other, of each text,
// nil where Java refuses the text.
func loadInJava(t *testing.T, texts []string) [][]string {
	t.Helper()
	for _, tool := range []string{"javac", "java"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s: %v", tool, err)
		}
	}
	dir := t.TempDir()
	if out, err := exec.Command("javac", "-d", dir, "testdata/Load.java").CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	in := binary.BigEndian.AppendUint32(nil, uint32(len(texts)))
	for _, s := range texts {
		in = binary.BigEndian.AppendUint32(in, uint32(len(s)))
		in = append(in, s...)
	}
	cmd := exec.Command("java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", dir, "Load")
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("java: %v", err)
	}
	r := bytes.NewReader(out)
	all := make([][]string, len(texts))
	for i := range all {
		n := readInt(t, r)
		if n < 0 {
			continue
		}
		all[i] = []string{}
		for range 2 * n {
			b := make([]byte, readInt(t, r))
			if _, err := io.ReadFull(r, b); err != nil {
				t.Fatal(err)
			}
			all[i] = append(all[i], string(b))
		}
	}
	return all
}

func readInt(t *testing.T, r io.Reader) int {
	t.Helper()
	var n int32
	if err := binary.Read(r, binary.BigEndian, &n); err != nil {
		t.Fatal(err)
	}
	return int(n)
}
