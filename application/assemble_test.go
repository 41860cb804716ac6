package application_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse"
	"github.com/dubboaudit/dubboaudit/parse/build"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// TestAssemble runs the archives of testdata: the files of a tree, "options",
// and "want", the applications written down by dump.
func TestAssemble(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			apps, problems := assemble(t, ar)
			said(t, apps)
			got := dump(apps, problems)
			want := ""
			kept := ar.Files[:0]
			for _, f := range ar.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				kept = append(kept, f)
			}
			if *update {
				ar.Files = append(kept, txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(name, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// plainWords are lower-case words behind each other, as no names are.
var plainWords = regexp.MustCompile(`\b[a-z]+ [a-z]+ [a-z]+\b`)

// said looks for reasons that are no phrases.
func said(t *testing.T, apps []*application.App) {
	t.Helper()
	check := func(text lang.Text) {
		if words := plainWords.FindString(text.In(lang.Pseudo)); words != "" {
			t.Errorf("%q of %q is no phrase", words, text)
		}
	}
	for _, a := range apps {
		for _, u := range a.Unread {
			check(u.What)
		}
		for _, p := range a.Properties {
			check(p.Unknown)
		}
		for _, c := range a.Configs {
			check(c.Condition)
			for _, s := range slices.Concat(c.Settings, c.Params) {
				check(s.Unknown)
			}
		}
	}
}

func assemble(t testing.TB, ar *txtar.Archive) ([]*application.App, []source.Problem) {
	t.Helper()
	fsys := fstest.MapFS{}
	opt := application.Options{SysProps: map[string]string{}, Env: map[string]string{}, Properties: map[string]string{}}
	for _, f := range ar.Files {
		switch f.Name {
		case "options":
			parseOptions(t, &opt, string(f.Data))
		case "want":
		default:
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	res, err := parse.Tree(context.Background(), parse.Root{FS: fsys}, parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range res.Units {
		for _, p := range u.Problems {
			t.Errorf("problem in the test's own input: %v", p)
		}
	}
	modules, _ := build.Resolve(res.Units, build.Options{Profiles: opt.Profiles})
	return application.Assemble(application.Input{Units: res.Units, Modules: modules, Sources: res.Index, Options: opt})
}

func parseOptions(t testing.TB, opt *application.Options, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		key, value, _ := strings.Cut(rest, "=")
		switch word {
		case "profile":
			opt.Profiles = append(opt.Profiles, rest)
		case "set":
			opt.SysProps[key] = value
		case "setenv":
			opt.Env[key] = value
		case "property":
			opt.Properties[key] = value
		case "dubbo-version":
			opt.DubboVersion = rest
		case "force-dubbo-version":
			opt.ForceDubboVersion = rest
		case "include-tests":
			opt.IncludeTests = true
		default:
			t.Fatalf("option %q", line)
		}
	}
}

// dump writes applications down, a line for each thing, children indented.
func dump(apps []*application.App, problems []source.Problem) string {
	var b strings.Builder
	for _, a := range apps {
		fmt.Fprintf(&b, "app %s in %s", a.Name, a.Root)
		for _, v := range a.Versions {
			fmt.Fprintf(&b, ", %s (%s %s %s)", v.Text, v.Origin, v.Artifact, place(v.At))
		}
		b.WriteString("\n")
		for _, p := range a.Properties {
			fmt.Fprintf(&b, "  %s %s%s\n", p.Source, setting(&p.Setting), flags("test", p.Test))
		}
		for _, c := range a.Configs {
			dumpConfig(&b, c, "  ")
		}
		for _, u := range a.Unread {
			fmt.Fprintf(&b, "  unread %s at %s\n", u.What, place(u.At))
		}
		for _, at := range a.Inert {
			fmt.Fprintf(&b, "  inert at %s\n", place(at))
		}
	}
	for _, p := range problems {
		fmt.Fprintf(&b, "problem %v\n", p)
	}
	return b.String()
}

func dumpConfig(b *strings.Builder, c *application.Config, indent string) {
	fmt.Fprintf(b, "%s%s %s", indent, c.Form, c.Tag)
	for _, p := range [][2]string{{"id", c.ID}, {"field", c.Field}, {"impl", c.Impl}, {"composed", c.Composed}, {"condition", c.Condition.String()}} {
		if p[1] != "" {
			fmt.Fprintf(b, " %s=%q", p[0], p[1])
		}
	}
	if c.Outer != nil {
		fmt.Fprintf(b, " in=%s", c.Outer.Tag)
	}
	fmt.Fprintf(b, "%s%s at %s\n", flags("test", c.Test), flags("conditional", c.Conditional), place(c.At))
	if c.Interface != nil {
		fmt.Fprintf(b, "%s  interface %s%s\n", indent, setting(c.Interface), flags("found", c.Type != nil))
	}
	for _, s := range c.Settings {
		if s != c.Interface && s.Name != "id" {
			fmt.Fprintf(b, "%s  %s\n", indent, setting(s))
		}
	}
	for _, s := range c.Params {
		fmt.Fprintf(b, "%s  parameter %s\n", indent, setting(s))
	}
	for _, m := range c.Methods {
		dumpConfig(b, m, indent+"  ")
	}
	for _, call := range c.Calls {
		fmt.Fprintf(b, "%s  call %s/%d at %s\n", indent, call.Method, call.Args, place(call.At))
	}
}

func setting(s *application.Setting) string {
	text := s.Name + " = " + s.Value
	if !s.Known {
		text = s.Name + " unknown: " + s.Unknown.String()
	}
	if s.At.Valid() {
		text += " at " + place(s.At)
	}
	for _, via := range s.Via {
		text += " via " + place(via)
	}
	return text
}

func flags(name string, on bool) string {
	if on {
		return " " + name
	}
	return ""
}

func place(at source.Span) string {
	if !at.Valid() {
		return "-"
	}
	return fmt.Sprintf("%s:%d", at.File.Path, at.Start().Line)
}
