package report

import (
	"slices"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text string
		cols int
		want []string
	}{
		{"", 4, []string{""}},
		{"one try, up to 2 s", 9, []string{"one try,", "up to 2 s"}},
		{"com.acme.OrderService is long", 8, []string{"com.acme.OrderService", "is long"}},
		{"调用方不等待，超时后不再重试", 12, []string{"调用方不等", "待，超时后不", "再重试"}},
		{"最多 3 次（retries 为 2）。", 10, []string{"最多 3 次", "（retries", "为 2）。"}},
		{"リトライしない", 8, []string{"リトライ", "しない"}},
		{"キャッシュ", 4, []string{"キャッ", "シュ"}},
	} {
		if got := wrap(tt.text, tt.cols); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
		}
	}
}
