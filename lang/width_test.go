package lang_test

import (
	"testing"

	"github.com/dubboaudit/dubboaudit/lang"
)

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "超时": 4, "再試行 2": 8, "ｗｉｄｅ": 8, "ｶﾅ": 2, "é█": 2} {
		if got := lang.Columns(text); got != want {
			t.Errorf("%q: %d columns, want %d", text, got, want)
		}
	}
}
