package main

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/dubboaudit/dubboaudit/lang"
)

func TestChoose(t *testing.T) {
	for _, tt := range []struct{ in, want, fails string }{
		{in: "y\n", want: "y"},
		{in: "yes\nN\n", want: "n"},
		{in: "Q", want: "q"},
		{in: "", want: "q"},
		{in: strings.Repeat("yes\n", maxAnswers), fails: "100 answers and none was y, n or q"},
		{in: strings.Repeat("y", 1<<20), fails: "reading the answer: bufio: buffer full"},
	} {
		got, err := choose(bufio.NewReader(strings.NewReader(tt.in)), io.Discard, lang.English)
		if got != tt.want || err == nil != (tt.fails == "") || err != nil && err.Error() != tt.fails {
			t.Errorf("%.20q: %q, %v", tt.in, got, err)
		}
	}
	if _, err := choose(bufio.NewReader(iotest.ErrReader(io.ErrClosedPipe)), io.Discard, lang.English); err == nil {
		t.Error("a broken input gave no error")
	}
}
