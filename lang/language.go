package lang

import (
	"cmp"
	"strings"
	"unicode"

	"golang.org/x/text/language"
)

// Language is a language of the catalogue. The zero value says things in
// English, as English does.
type Language string

// The languages, and one for tests: Pseudo says everything in wide letters, so
// that what stays as it was is not in the catalogue, or is a name or value.
const (
	English  Language = "en"
	Chinese  Language = "zh"
	Japanese Language = "ja"
	Pseudo   Language = "qps"
)

// Languages lists those that a reader can choose.
var Languages = []Language{English, Chinese, Japanese}

var matcher = language.NewMatcher([]language.Tag{language.English, language.SimplifiedChinese, language.Japanese})

// Parse reads the name of a language as people write it: "zh", "zh-CN",
// "ja_JP.UTF-8".
func Parse(name string) (Language, error) {
	if name == string(Pseudo) {
		return Pseudo, nil
	}
	if l, ok := match(name); ok {
		return l, nil
	}
	return English, Errorf("unknown language %q: there are en, zh and ja", name)
}

// Environment is the language that the variables of the locale ask for, English
// where they ask for none of ours.
func Environment(getenv func(string) string) Language {
	l, _ := match(cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG")))
	return l
}

// match finds the language of a locale's name.
func match(name string) (Language, bool) {
	name, _, _ = strings.Cut(name, ".")
	name, _, _ = strings.Cut(name, "@")
	tag, err := language.Parse(name)
	if err != nil {
		return English, false
	}
	_, i, confidence := matcher.Match(tag)
	return Languages[i], confidence > language.No
}

// lookup finds the phrase of a key. One that is missing is better said in
// English than not at all.
func (l Language) lookup(key string) string {
	switch l {
	case Chinese, Japanese:
		return cmp.Or(catalogues[l]()[key], key)
	case Pseudo:
		return widened(key)
	}
	return key
}

// widened writes the letters of a format wide, its verbs aside.
func widened(format string) string {
	var b strings.Builder
	verb := false
	for _, r := range format {
		switch {
		case verb:
			verb = !unicode.IsLetter(r) && r != '%'
		case r == '%':
			verb = true
		case r > ' ' && r <= '~':
			r += '！' - '!'
		}
		b.WriteRune(r)
	}
	return b.String()
}
