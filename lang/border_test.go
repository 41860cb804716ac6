package lang

import "testing"

func TestFitted(t *testing.T) {
	word := func(s string) Text { return T(s) }
	for _, tc := range []struct {
		format string
		args   []any
		want   string
	}{
		{"%s 的每次尝试", []any{word("循环")}, "循环的每次尝试"},
		{"在 %s 中", []any{word("循环（3 轮）")}, "在循环（3 轮）中"},
		{"在 %s 中", []any{word("OrderController.create 中的循环")}, "在 OrderController.create 中的循环中"},
		{"%[2]s 的%[1]s由 %[3]s 生成", []any{word("字段 requestNo"), "save", "UUID"}, "save 的字段 requestNo 由 UUID 生成"},
		{"%s%s", []any{word("写"), word("DA101")}, "写 DA101"},
		{"%s %s", []any{word("写"), word("两次")}, "写两次"},
		{"%s %s", []any{word("写（两次）"), "save"}, "写（两次）save"},
		{"%s，%s", []any{word("两次"), word("DA101")}, "两次，DA101"},
		{"  %s  %s", []any{word("两列"), word("中文")}, "  两列  中文"},
		{"没有名为 \"%s\" 的", []any{word("两次")}, "没有名为 \"两次\" 的"},
		{"没有名为`%s`的", []any{word("a")}, "没有名为`a`的"},
		{"与 %q 相同", []any{word("两次")}, "与 \"两次\" 相同"},
		{"占 %d%% 的%s", []any{5, word("CPU")}, "占 5% 的 CPU"},
		{"在 %s 中", []any{"后端代码/a.xml"}, "在 后端代码/a.xml 中"},
		{"在 %s 中", []any{Verbatim("后端代码")}, "在 后端代码 中"},
		{"在%s中", []any{Verbatim("retries")}, "在 retries 中"},
		{"在%s中", []any{"retries"}, "在retries中"},
		{"由 %s 决定", []any{word("")}, "由  决定"},
		{"由 %s 决定", []any{[]Text{word("次数"), word("DA101")}}, "由次数、DA101 决定"},
		{"%s：%s", []any{word("失败"), Errorf("没有")}, "失败：没有"},
	} {
		if got := T(tc.format, tc.args...).In(Chinese); got != tc.want {
			t.Errorf("%q: got %q, want %q", tc.format, got, tc.want)
		}
	}
	if got := Names([]string{"a", "b"}); got.In(Chinese) != "a、b" || got.In(English) != "a, b" {
		t.Errorf("%q, %q", got.In(Chinese), got)
	}
}
