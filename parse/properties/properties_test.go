package properties

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// tests are texts with the keys and values that Java reads from them, one
// after the other. A malformed escape stays as written.
var tests = []struct {
	name, in string
	want     []string
	problem  string // the text that the problem points at
}{
	{"empty", "", []string{}, ""},
	{"equals sign", "a=1\n", []string{"a", "1"}, ""},
	{"colon", "a:1", []string{"a", "1"}, ""},
	{"blank", "a 1", []string{"a", "1"}, ""},
	{"tab and form feed", "a\t\f1", []string{"a", "1"}, ""},
	{"blanks around the sign", " a \t= 1", []string{"a", "1"}, ""},
	{"second sign is value", "a == 1", []string{"a", "= 1"}, ""},
	{"sign after blank", "a :=1", []string{"a", "=1"}, ""},
	{"trailing blanks stay", "a=1 \t\nb=2", []string{"a", "1 \t", "b", "2"}, ""},
	{"key alone", "a\nb=\nc :", []string{"a", "", "b", "", "c", ""}, ""},
	{"no key", "=1", []string{"", "1"}, ""},
	{"comments", "#a=1\n  ! b=2\nc=#3 ! x", []string{"c", "#3 ! x"}, ""},
	{"comment is not continued", "# a \\\nb=1", []string{"b", "1"}, ""},
	{"continuation", "a=1,\\\n   2,\\\r\n\t3", []string{"a", "1,2,3"}, ""},
	{"continued key", "dub\\\n  bo=1", []string{"dubbo", "1"}, ""},
	{"continuation is no comment", "a=1\\\n#2", []string{"a", "1#2"}, ""},
	{"empty continuation", "a=1\\\n\nb=2", []string{"a", "1", "b", "2"}, ""},
	{"lone backslash, then comment", "\\\n#x\nb=2", []string{"b", "2"}, ""},
	{"even backslashes", `a=C:\\dir\\` + "\nb=2", []string{"a", `C:\dir\`, "b", "2"}, ""},
	{"backslash at the end", `a=1\`, []string{"a", "1"}, ""},
	{"backslash and line end at the end", "a=1\\\n", []string{"a", "1"}, ""},
	{"only a backslash", `\`, []string{"", ""}, ""},
	{"escapes in the key", `a\=b\:c\ d=1`, []string{"a=b:c d", "1"}, ""},
	{"escapes in the value", `a=\t\n\r\f\q\"`, []string{"a", "\t\n\r\fq\""}, ""},
	{"escaped comment character", `\#a=1`, []string{"#a", "1"}, ""},
	{"unicode escapes", `\u0061=\u4e2d\u6587\uD83D\uDE00`, []string{"a", "中文😀"}, ""},
	{"half a surrogate pair", `a=\uD83Dx`, []string{"a", "\uFFFDx"}, ""},
	{"malformed escape", "a=x\\u12g4y\nb=1", []string{"a", `x\u12g4y`, "b", "1"}, `\u12g4`},
	{"malformed escape in the key", `\u=1`, []string{`\u`, "1"}, `\u`},
	{"short escape", `a=C:\users\u1`, []string{"a", `C:\users\u1`}, `\users`},
	{"line ends", "a=1\rb=2\r\nc=3\n\r\rd=4", []string{"a", "1", "b", "2", "c", "3", "d", "4"}, ""},
	{"duplicates in order", "a=1\nb=2\na=3", []string{"a", "1", "b", "2", "a", "3"}, ""},
	{"maven token", "dubbo.registry.address=@zk.url@", []string{"dubbo.registry.address", "@zk.url@"}, ""},
	{"placeholder", "a=${x:1}", []string{"a", "${x:1}"}, ""},
}

func TestParse(t *testing.T) {
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &source.File{Path: "x.properties", Text: []byte(tt.in)}
			u := Parse(f)
			if diff := cmp.Diff(tt.want, pairs(u)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			var problem string
			if len(u.Problems) > 0 {
				problem = u.Problems[0].At.Text()
			}
			if problem != tt.problem {
				t.Errorf("problem at %q, want %q", problem, tt.problem)
			}
			checkSpans(t, u)
		})
	}
}

// pairs returns all keys and values, one after the other.
func pairs(u *decl.Unit) []string {
	out := []string{}
	for _, d := range u.Docs {
		for _, p := range d.Props {
			out = append(out, p.Key, p.Value)
		}
	}
	return out
}

// checkSpans checks that the places of keys and values hold what the reader
// made of them.
func checkSpans(t *testing.T, u *decl.Unit) {
	t.Helper()
	last := 0
	for _, d := range u.Docs {
		for _, p := range d.Props {
			if p.KeyAt.Lo < last || p.KeyAt.Hi < p.KeyAt.Lo || p.ValueAt.Lo < p.KeyAt.Hi || p.ValueAt.Hi < p.ValueAt.Lo {
				t.Fatalf("%q: places out of order: %d-%d, %d-%d", u.File.Text, p.KeyAt.Lo, p.KeyAt.Hi, p.ValueAt.Lo, p.ValueAt.Hi)
			}
			last = p.ValueAt.Hi
			checkSpan(t, u.File, p.KeyAt, p.Key)
			checkSpan(t, u.File, p.ValueAt, p.Value)
		}
	}
}

func checkSpan(t *testing.T, f *source.File, at source.Span, want string) {
	t.Helper()
	raw := at.Text()
	if !strings.Contains(raw, `\`) {
		if raw != want {
			t.Errorf("%q: place holds %q, want %q", f.Text, raw, want)
		}
		return
	}
	// The raw text, read again as a value, means the same.
	again := pairs(Parse(&source.File{Text: []byte("k=\\\n" + raw)}))
	if len(again) != 2 || again[1] != want {
		t.Errorf("%q: place holds %q, which reads as %q, want %q", f.Text, raw, again, want)
	}
}

func TestSpansOfJoinedLines(t *testing.T) {
	text := "  dubbo.\\\n    consumer.timeout = 1\\\r\n\t00\\\n\n"
	p := Parse(&source.File{Text: []byte(text)}).Docs[0].Props[0]
	got := []string{p.Key, p.KeyAt.Text(), p.Value, p.ValueAt.Text()}
	want := []string{"dubbo.consumer.timeout", "dubbo.\\\n    consumer.timeout", "100", "1\\\r\n\t00"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDocuments(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"two", "a=1\n#---\nb=2", "[a] [b]"},
		{"exclamation mark and blanks", "a=1\n!--- \t\nb=2", "[a] [b]"},
		{"empty ones vanish", "#---\na=1\n#---\n#---\nb=2\n#---", "[a] [b]"},
		{"not at the start of the line", "a=1\n #---\nb=2", "[a b]"},
		{"more than three dashes", "a=1\n#----\nb=2", "[a b]"},
		{"text behind", "a=1\n#--- x\nb=2", "[a b]"},
		{"comment before", "a=1\n# x\n#---\nb=2", "[a b]"},
		{"other comment before", "a=1\n! x\n#---\nb=2", "[a] [b]"},
		{"comment, then blank line", "a=1\n# x\n\n#---\nb=2", "[a] [b]"},
		{"comment behind", "a=1\n#---\n# x\nb=2", "[a b]"},
		{"profile", "a=1\n#---\nspring.config.activate.on-profile=prod\na=2", "[a] prod[spring.config.activate.on-profile a]"},
		{"legacy profile", "spring.profiles=dev,!test\n", "dev,!test[spring.profiles]"},
		{"both", "spring.profiles=dev\nspring.config.activate.onProfile=prod", "prod[spring.profiles spring.config.activate.onProfile]"},
		{"profile list", "spring.profiles[0]=dev\nspring.profiles[1]=qa", "dev,qa[spring.profiles[0] spring.profiles[1]]"},
		{"no profile of its own", "spring.profiles.active=dev", "[spring.profiles.active]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, d := range Parse(&source.File{Text: []byte(tt.in)}).Docs {
				var keys []string
				for _, p := range d.Props {
					keys = append(keys, p.Key)
				}
				got = append(got, fmt.Sprintf("%s%v", d.OnProfile, keys))
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got %s, want %s", s, tt.want)
			}
		})
	}
}

func TestMinorProblems(t *testing.T) {
	for in, minor := range map[string]bool{
		`path=C:\users`: true,
		"path=C:\\users\ndubbo.consumer.retries=0": false,
	} {
		u := Parse(&source.File{Text: []byte(in)})
		if len(u.Problems) != 1 || u.Problems[0].Minor != minor {
			t.Errorf("%q: %v, want minor %v", in, u.Problems, minor)
		}
	}
}

func TestTooManyProperties(t *testing.T) {
	u := Parse(&source.File{Text: []byte(strings.Repeat("a\n", maxProps+5))})
	if len(u.Problems) != 1 || u.Problems[0].Kind != source.TooLarge || len(u.Docs[0].Props) != maxProps {
		t.Errorf("got %d properties, problems %v", len(u.Docs[0].Props), u.Problems)
	}
	if line := u.Problems[0].At.Start().Line; line != maxProps+1 {
		t.Errorf("problem on line %d", line)
	}
}

func TestRelevant(t *testing.T) {
	tests := []struct {
		path, raw string
		want      bool
	}{
		{"a/application-dev.properties", "", true},
		{"bootstrap.properties", "", true},
		{"conf/dubbo.properties", "", true},
		{"conf/rpc.properties", "spring.dubbo.x=1", true},
		{"conf/env.properties", "DUBBO_CONSUMER_RETRIES=0", true},
		{"conf/jdbc.properties", "url=x", false},
		{"conf/utf16.properties", "\xff\xfed\x00u\x00", true},
	}
	for _, tt := range tests {
		if got := Relevant(tt.path, []byte(tt.raw)); got != tt.want {
			t.Errorf("%s: got %v", tt.path, got)
		}
	}
}

func TestGolden(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.properties")
	if err != nil || len(inputs) == 0 {
		t.Fatal("no samples", err)
	}
	for _, in := range inputs {
		t.Run(filepath.Base(in), func(t *testing.T) {
			raw, err := os.ReadFile(in)
			if err != nil {
				t.Fatal(err)
			}
			f, _ := source.New(in, raw, "")
			got := dump(Parse(f))
			golden := strings.TrimSuffix(in, ".properties") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func dump(u *decl.Unit) string {
	var b strings.Builder
	fmt.Fprintf(&b, "encoding %s\n", u.File.Encoding)
	for _, d := range u.Docs {
		fmt.Fprintf(&b, "document, on profile %q\n", d.OnProfile)
		for _, p := range d.Props {
			k, v := p.KeyAt.Start(), p.ValueAt.Start()
			fmt.Fprintf(&b, "%d:%d %q = %d:%d %q\n", k.Line, k.Column, p.Key, v.Line, v.Column, p.Value)
		}
	}
	for _, p := range u.Problems {
		fmt.Fprintf(&b, "problem %d:%d %s minor=%v\n", p.At.Start().Line, p.At.Start().Column, p.Msg, p.Minor)
	}
	return b.String()
}

func FuzzParse(f *testing.F) {
	for _, tt := range tests {
		f.Add([]byte(tt.in))
	}
	f.Add([]byte("a=1\n#---\nspring.profiles=x\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		file, _ := source.New("x.properties", raw, "")
		u := Parse(file)
		checkSpans(t, u)
		for _, p := range u.Problems {
			_ = p.String()
		}
	})
}

func BenchmarkParse(b *testing.B) {
	text := strings.Repeat("# a comment of usual length\ndubbo.consumer.timeout = 3000\n"+
		"dubbo.registry.address=zookeeper://127.0.0.1:2181?backup=\\\n   127.0.0.2:2181\nmessage=\\u4e2d\\u6587\n\n", 500)
	f := &source.File{Path: "x.properties", Text: []byte(text)}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(f)
	}
}
