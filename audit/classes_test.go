package audit_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/dubboaudit/dubboaudit/audit"
)

var update = flag.Bool("update", false, "compile the classes of the cases, with javac")

// classCase is a case of testdata/rules in which some Java is only there as
// class files. These are kept in a jar beside the case.
type classCase struct {
	name    string
	classes string // the compiled files, without folders and extension
	// named is set where javac keeps the names of an interface's parameters
	// (-parameters, as Spring Boot's build has it).
	named bool
	// want replaces that of the case where class files keep less, with why.
	want, why string
}

// Why the want of a class case differs from that of its source.
const (
	noNames      = "the class file of an interface keeps no names of parameters, so that no key is seen"
	noConditions = "a class file keeps no conditions, so that it is not known whether the lookup before the INSERT ends a second execution"
)

var classCases = []classCase{
	{name: "DA101/sql-relative", classes: "OrderService OrderServiceImpl OrderMapper"},
	{name: "DA101/sql-insert-behind-read", classes: "OrderService OrderServiceImpl OrderMapper",
		want: "DA101 com.acme.OrderService#getOrder error low", why: noConditions},
	{name: "DA101/sql-guarded", classes: "OrderService OrderServiceImpl OrderMapper"},
	{name: "DA101/sql-only-reads", classes: "OrderService OrderServiceImpl OrderMapper"},
	{name: "DA101/sql-unknown-call", classes: "OrderService OrderServiceImpl OrderMapper"},
	{name: "DA101/sql-insert-if-absent", classes: "OrderService OrderServiceImpl OrderMapper",
		want: "DA101 com.acme.OrderService#createOrder error low", why: noConditions},
	{name: "DA101/sql-duplicate-caught", classes: "OrderService OrderServiceImpl OrderMapper"},
	{name: "DA101/sql-in-annotation", classes: "OrderService OrderServiceImpl OrderMapper"},
	{name: "DA101/sql-in-annotation-reads", classes: "OrderService OrderServiceImpl OrderMapper"},
	{name: "DA101/sql-generic-mapper", classes: "OrderService OrderServiceImpl OrderMapper Order"},
	{name: "DA101/sql-in-code", classes: "OrderService OrderServiceImpl"},
	{name: "DA101/future", classes: "OrderService"},
	{name: "DA101/confined", classes: "OrderService OrderWeb"},
	{name: "DA102/sql-insert-behind-read", classes: "OrderService OrderServiceImpl OrderMapper"},
	{name: "DA102/sql-only-reads", classes: "OrderService OrderServiceImpl OrderMapper"},
	{name: "DA102/money", classes: "OrderService"},
	{name: "DA102/read", classes: "OrderService"},
	{name: "DA102/provider", classes: "OrderService OrderServiceImpl"},
	{name: "DA105/annotation", classes: "OrderService Gateway"},
	{name: "DA105/instance", classes: "OrderService Gateway"},
	{name: "DA105/one-layer", classes: "OrderService Gateway"},
	{name: "DA105/other-exception", classes: "OrderService Gateway"},
	{name: "DA105/loop-in-caller", classes: "OrderService Gateway"},
	{name: "DA106/lambda", classes: "OrderService Numbers",
		want: "DA106 com.acme.OrderService#createOrder warning low", why: noNames},
	{name: "DA106/lambda", classes: "OrderService Numbers", named: true},
	{name: "DA106/before", classes: "OrderService", want: "DA101 com.acme.OrderService#createOrder related\nDA105 com.acme.OrderService#createOrder error", why: noNames},
	{name: "DA106/before", classes: "OrderService", named: true},
	{name: "DA106/service", classes: "OrderService StockService OrderServiceImpl",
		want: "DA106 com.acme.StockService#reduceStock warning low", why: noNames},
	{name: "DA106/service", classes: "OrderService StockService OrderServiceImpl", named: true},
	{name: "DA106/annotation", classes: "OrderService Gateway Numbers CreateOrder"},
	{name: "DA106/annotation-before", classes: "OrderService Gateway Numbers CreateOrder"},
	{name: "DA107/chain", classes: "OrderService StockService OrderServiceImpl", named: true},
	{name: "DA107/waits", classes: "OrderService StockService OrderServiceImpl", named: true},
	{name: "DA108/participant", classes: "AccountAction Payments"},
	{name: "DA108/global", classes: "OrderService Payments", named: true},
	{name: "DA108/fenced", classes: "AccountAction"},
	{name: "DA108/once", classes: "AccountAction Payments"},
	{name: "DA202/caller", classes: "OrderService StockService OrderServiceImpl"},
	{name: "DA202/fits", classes: "OrderService StockService OrderServiceImpl"},
	{name: "DA409/273", classes: "OrderService A B"},
	{name: "DA409/equal", classes: "OrderService A B"},
	{name: "DA602/missing", classes: "OrderService"},
	{name: "DA602/inherited", classes: "OrderService BaseService"},
	{name: "DA603/overloads", classes: "OrderService"},
	{name: "DA603/one", classes: "OrderService"},
	{name: "DA606/interface", classes: "OrderService Billing"},
	{name: "DA606/setter", classes: "OrderService Billing"},
}

// packings put the classes of a module into its folder.
var packings = []struct {
	name string
	put  func(fsys fstest.MapFS, dir string, classes map[string][]byte)
}{
	{"folder", func(fsys fstest.MapFS, dir string, classes map[string][]byte) {
		for name, data := range classes {
			fsys[dir+"WebRoot/WEB-INF/classes/"+name] = &fstest.MapFile{Data: data}
		}
	}},
	{"jar", func(fsys fstest.MapFS, dir string, classes map[string][]byte) {
		fsys[dir+"lib/shop.jar"] = &fstest.MapFile{Data: archive(classes)}
	}},
	{"fat jar", func(fsys fstest.MapFS, dir string, classes map[string][]byte) {
		fsys[dir+"lib/app.jar"] = &fstest.MapFile{Data: archive(map[string][]byte{"BOOT-INF/lib/shop.jar": archive(classes)})}
	}},
	{"war", func(fsys fstest.MapFS, dir string, classes map[string][]byte) {
		war := map[string][]byte{}
		for name, data := range classes {
			war["WEB-INF/classes/"+name] = data
		}
		fsys[dir+"lib/app.war"] = &fstest.MapFile{Data: archive(war)}
	}},
}

// TestRulesInClassFiles runs cases of testdata/rules again with sources
// replaced by class files, in each packing.
func TestRulesInClassFiles(t *testing.T) {
	for _, c := range classCases {
		for _, p := range packings {
			name := c.name
			if c.named {
				name += " named"
			}
			t.Run(name+"/"+p.name, func(t *testing.T) {
				fsys, want := readCase(t, filepath.Join(caseDir, c.name+".txtar"))
				if c.why != "" {
					want = strings.FieldsFunc(c.want, func(r rune) bool { return r == '\n' })
				}
				for dir, classes := range c.take(t, fsys) {
					p.put(fsys, dir, classes)
				}
				r, err := audit.Run(context.Background(), fsys, audit.Options{AllowEmpty: true})
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range r.Problems {
					t.Errorf("problem: %v", p)
				}
				for _, f := range r.Findings {
					for _, fix := range f.Fixes {
						for _, e := range fix.Edits {
							if e.At.File.Listing {
								t.Errorf("%s would change %s", f.Rule.ID, e.At.File.Path)
							}
						}
					}
				}
				asked := map[string]bool{path.Dir(c.name): true}
				for _, line := range want {
					asked[strings.Fields(line)[0]] = true
				}
				if diff := cmp.Diff(want, lines(r.Findings, asked)); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
			})
		}
	}
}

// Each of these rules has cases of both kinds.
func TestClassCases(t *testing.T) {
	for _, id := range strings.Fields("DA101 DA102 DA105 DA106 DA107 DA108 DA202 DA409 DA602 DA603 DA606") {
		firing, silent := 0, 0
		for _, c := range classCases {
			if path.Dir(c.name) != id {
				continue
			}
			want := c.want
			if c.why == "" {
				_, list := readCase(t, filepath.Join(caseDir, c.name+".txtar"))
				want = strings.Join(list, "\n")
			}
			if strings.Contains(want, id+" ") {
				firing++
			} else {
				silent++
			}
		}
		if firing == 0 || silent == 0 {
			t.Errorf("%s has %d firing and %d silent cases in class files", id, firing, silent)
		}
	}
}

// take removes the sources from the tree and returns their classes by the
// folder of the module.
func (c *classCase) take(t *testing.T, fsys fstest.MapFS) map[string]map[string][]byte {
	sources := fstest.MapFS{}
	for _, name := range strings.Fields(c.classes) {
		found := false
		for p, f := range fsys {
			if path.Base(p) == name+".java" {
				sources[p], found = f, true
				delete(fsys, p)
			}
		}
		if !found {
			t.Fatalf("the case has no %s.java", name)
		}
	}
	modules := map[string]map[string][]byte{}
	for name, data := range c.compiled(t, sources, fsys) {
		outer, _, _ := strings.Cut(strings.TrimSuffix(name, ".class"), "$")
		for p := range sources {
			if dir, below, _ := strings.Cut(p, "src/main/java/"); below == outer+".java" {
				if modules[dir] == nil {
					modules[dir] = map[string][]byte{}
				}
				modules[dir][name] = data
			}
		}
	}
	return modules
}

// compiled returns the kept classes, which -update makes.
func (c *classCase) compiled(t *testing.T, sources, others fstest.MapFS) map[string][]byte {
	jar := filepath.Join(caseDir, c.name+".jar")
	if c.named {
		jar = filepath.Join(caseDir, c.name+"-named.jar")
	}
	sum := sumOf(sources)
	classes, kept := unzip(t, jar)
	if kept == sum {
		return classes
	}
	if !*update {
		t.Fatalf("%s is not of these sources; compile them by: go test ./audit -run ClassFiles -update", jar)
	}
	classes = c.compile(t, sources, others)
	if err := os.WriteFile(jar, archiveWith(sum, classes), 0o644); err != nil {
		t.Fatal(err)
	}
	return classes
}

// compile runs javac over the sources, with the stubs and the case's other
// sources to look at.
func (c *classCase) compile(t *testing.T, sources, others fstest.MapFS) map[string][]byte {
	dir, out := t.TempDir(), t.TempDir()
	write := func(name string, data []byte) string {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	stubs, err := os.ReadFile("testdata/stubs.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse(stubs).Files {
		write(f.Name, f.Data)
	}
	for name, f := range others {
		if _, below, ok := strings.Cut(name, "src/main/java/"); ok {
			write(below, f.Data)
		}
	}
	args := []string{"-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-Xlint:-options", "--release", "8", "-sourcepath", dir, "-d", out}
	if c.named {
		args = append(args, "-parameters")
	}
	wanted := map[string]bool{}
	for _, name := range slices.Sorted(keys(sources)) {
		_, below, _ := strings.Cut(name, "src/main/java/")
		args = append(args, write(below, sources[name].Data))
		wanted[strings.TrimSuffix(below, ".java")] = true
	}
	if text, err := exec.Command("javac", args...).CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, text)
	}
	classes := map[string][]byte{}
	err = fs.WalkDir(os.DirFS(out), ".", func(p string, d fs.DirEntry, err error) error {
		outer, _, _ := strings.Cut(strings.TrimSuffix(p, ".class"), "$")
		if err != nil || d.IsDir() || !wanted[outer] {
			return err
		}
		classes[p], err = os.ReadFile(filepath.Join(out, p))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return classes
}

func keys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// sumOf tells by which sources a jar was made.
func sumOf(sources fstest.MapFS) string {
	h := sha256.New()
	for _, name := range slices.Sorted(keys(sources)) {
		fmt.Fprintf(h, "%s %d\n%s", name, len(sources[name].Data), sources[name].Data)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func archive(files map[string][]byte) []byte { return archiveWith("", files) }

func archiveWith(comment string, files map[string][]byte) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.SetComment(comment)
	for _, name := range slices.Sorted(keys(files)) {
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write(files[name])
		}
		if err != nil {
			panic(err)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// unzip returns the classes of a jar and its comment.
func unzip(t *testing.T, name string) (map[string][]byte, string) {
	z, err := zip.OpenReader(name)
	if err != nil {
		return nil, ""
	}
	defer z.Close()
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return files, z.Comment
}
