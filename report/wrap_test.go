package report

import (
	"slices"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"", []string{""}},
		{"one two three", []string{"one two", "three"}},
		{"averylongword x", []string{"averylongword", "x"}},
		{"没有查到写入的调用", []string{"没有查到", "写入的调", "用"}},
		{"查到写入。没有", []string{"查到写", "入。没有"}},
		{"写入订（订单）了", []string{"写入订", "（订单）", "了"}},
		{"调用 create 两次", []string{"调用", "create", "两次"}},
		{"见 订单/服务/a.yml:27:14 处", []string{"见", "订单/服务/a.yml:27:14", "处"}},
		{"a b订单 c", []string{"a b订单", "c"}},
	} {
		if got := wrap(tt.text, 8); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestCutTo(t *testing.T) {
	for in, want := range map[string]string{"abc": "abc", "abcd": "ab…", "订单": "订…", "": ""} {
		if got := cutTo(in, 3); got != want {
			t.Errorf("cutTo(%q, 3) = %q, want %q", in, got, want)
		}
	}
}
