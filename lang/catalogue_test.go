package lang_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/leonelquinteros/gotext"
)

var update = flag.Bool("update", false, "write the frames of the catalogues: new phrases are empty, those nobody says are dropped")

// TestCatalogue: every phrase of the sources is there in each language, with
// its arguments, and nothing that nobody says.
func TestCatalogue(t *testing.T) {
	messages, wrong := extract(t)
	for _, w := range wrong {
		t.Error(w)
	}
	if len(messages) == 0 {
		t.Fatal("no phrases in the sources")
	}
	for _, l := range lang.Languages[1:] {
		t.Run(string(l), func(t *testing.T) {
			name := "po/" + string(l) + ".po"
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			have := entries(data)
			if *update {
				if err := os.WriteFile(name, frame(l, messages, have), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			check(t, messages, have)
		})
	}
}

func check(t *testing.T, messages []*message, have map[string]string) {
	t.Helper()
	said := map[string]bool{}
	for _, m := range messages {
		said[m.key] = true
		text := have[m.key]
		switch {
		case text == "":
			t.Errorf("%s: no translation of %q", m.places[0], m.key)
		case verbs(text) != verbs(m.key):
			t.Errorf("%s: the arguments of %q are %s, those of the translation %q are %s", m.places[0], m.key, verbs(m.key), text, verbs(text))
		case m.one != "" && shifted(m.one) != strings.TrimLeft(strings.TrimPrefix(verbs(m.key), "[1]%d"), " "):
			t.Errorf("%s: the arguments of %q and %q differ", m.places[0], m.one, m.key)
		}
	}
	for key := range have {
		if !said[key] {
			t.Errorf("nobody says %q", key)
		}
	}
}

// entries reads a catalogue as the program does.
func entries(data []byte) map[string]string {
	po := gotext.NewPo()
	po.Parse(data)
	out := map[string]string{}
	for key, tr := range po.GetDomain().GetTranslations() {
		if key != "" {
			out[key] = tr.Trs[0]
		}
	}
	return out
}

// frame writes a catalogue in the order of the sources.
func frame(l lang.Language, messages []*message, have map[string]string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "msgid \"\"\nmsgstr \"\"\n%s\n%s\n", quoted("Language: "+string(l)+"\n"), quoted("Content-Type: text/plain; charset=UTF-8\n"))
	for _, m := range messages {
		file, _, _ := strings.Cut(m.places[0], ":")
		fmt.Fprintf(&b, "\n#: %s\nmsgid %s\nmsgstr %s\n", file, quoted(m.key), quoted(have[m.key]))
	}
	return []byte(b.String())
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)

// quoted writes a string as gettext does, one line of it a line.
func quoted(s string) string {
	lines := strings.SplitAfter(s, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) < 2 {
		return `"` + escapes.Replace(s) + `"`
	}
	var b strings.Builder
	b.WriteString(`""`)
	for _, line := range lines {
		b.WriteString("\n\"" + escapes.Replace(line) + `"`)
	}
	return b.String()
}

var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[-+# 0]*[\d.]*([a-zA-Z%])`)

// verbs lists the arguments of a format by their number: "[1]%d [2]%s".
func verbs(format string) string { return list(format, 1) }

// shifted is the same for a format whose first argument is the second one.
func shifted(format string) string { return list(format, 2) }

func list(format string, next int) string {
	var out []string
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[2] == "%" {
			continue
		}
		n := cmp.Or(m[1], fmt.Sprint(next))
		out = append(out, "["+n+"]%"+m[2])
		fmt.Sscan(n, &next)
		next++
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}
