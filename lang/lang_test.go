package lang_test

import (
	"errors"
	"io/fs"
	"testing"

	"github.com/dubboaudit/dubboaudit/lang"
)

func TestText(t *testing.T) {
	inner := lang.T("runs %d times", 3)
	for _, tc := range []struct {
		text         lang.Text
		wide, wanted string
	}{
		{lang.Text{}, "", ""},
		{lang.T(""), "", ""},
		{lang.T("100%"), "１００%", "100%"},
		{lang.T("%s: %d%%", "pay", 5), "pay： 5%", "pay: 5%"},
		{lang.T("it %s", inner), "ｉｔ ｒｕｎｓ 3 ｔｉｍｅｓ", "it runs 3 times"},
		{lang.T("it %s", []lang.Text{inner, lang.T("fails")}), "ｉｔ ｒｕｎｓ 3 ｔｉｍｅｓ， ｆａｉｌｓ", "it runs 3 times, fails"},
		{lang.N(1, "1 place", "%d places"), "1 ｐｌａｃｅｓ", "1 place"},
		{lang.N(2, "1 place", "%d places"), "2 ｐｌａｃｅｓ", "2 places"},
		{lang.N(1, "one of %s", "%d of %s", "web"), "1 ｏｆ web", "one of web"},
		{lang.Verbatim("retries"), "retries", "retries"},
		{inner.Then(lang.T("; fails")), "ｒｕｎｓ 3 ｔｉｍｅｓ； ｆａｉｌｓ", "runs 3 times; fails"},
		{lang.List(lang.T("a"), lang.Text{}, lang.T("b")), "ａ， ｂ", "a, b"},
	} {
		if got := tc.text.String(); got != tc.wanted {
			t.Errorf("got %q, want %q", got, tc.wanted)
		}
		if got := tc.text.In(""); got != tc.wanted {
			t.Errorf("got %q without a language, want %q", got, tc.wanted)
		}
		if got := tc.text.In(lang.Pseudo); got != tc.wide {
			t.Errorf("got %q, want %q", got, tc.wide)
		}
	}
	if got := inner.String(); got != "runs 3 times" {
		t.Errorf("Then changed its receiver: %q", got)
	}
}

func TestErrorf(t *testing.T) {
	err := lang.Errorf("reading %s: %v", "a.xml", lang.Errorf("gone: %v", fs.ErrNotExist))
	if got := err.Error(); got != "reading a.xml: gone: file does not exist" {
		t.Error(got)
	}
	if got := lang.Pseudo.Of(err); got != "ｒｅａｄｉｎｇ a.xml： ｇｏｎｅ： file does not exist" {
		t.Error(got)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		t.Error("the cause is lost")
	}
}

func TestParse(t *testing.T) {
	for name, want := range map[string]lang.Language{"en": lang.English, "zh": lang.Chinese, "zh_CN.UTF-8": lang.Chinese, "zh-TW": lang.Chinese, "ja": lang.Japanese, "ja_JP.eucJP": lang.Japanese, "en_US": lang.English} {
		if got, err := lang.Parse(name); got != want || err != nil {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "xx", "klingon", "fr"} {
		if got, err := lang.Parse(name); err == nil {
			t.Errorf("%q: %s", name, got)
		}
	}
}

func TestEnvironment(t *testing.T) {
	for _, tc := range []struct {
		all, messages, lang string
		want                lang.Language
	}{
		{"", "", "", lang.English},
		{"C", "", "zh_CN.UTF-8", lang.English},
		{"", "", "zh_CN.UTF-8", lang.Chinese},
		{"", "ja_JP", "zh_CN.UTF-8", lang.Japanese},
		{"zh_CN", "ja_JP", "en_US", lang.Chinese},
		{"", "", "fr_FR.UTF-8", lang.English},
		{"", "", "POSIX", lang.English},
	} {
		env := map[string]string{"LC_ALL": tc.all, "LC_MESSAGES": tc.messages, "LANG": tc.lang}
		if got := lang.Environment(func(k string) string { return env[k] }); got != tc.want {
			t.Errorf("%v: %s, want %s", tc, got, tc.want)
		}
	}
}
