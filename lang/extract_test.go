package lang_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// message is a key of the catalogue: a phrase of the sources.
type message struct {
	key, one string
	places   []string
}

// formats tells which argument is a phrase, by the name of the function of this
// package. Functions that hand their own format over are found by themselves.
var formats = map[string]int{"T": 0, "Say": 0, "Errorf": 0, "N": 2}

// tables are the struct literals whose strings are phrases: what T is later
// given is not a constant there.
var tables = map[string][]string{
	"finding.Info":  {"Summary", "Doc", "Versions", "Guards", "Proof", "Fix"},
	"cobra.Command": {"Short", "Long"},
}

// flags are the methods that register a flag of the command; their last
// argument is a phrase.
var flags = regexp.MustCompile(`^(Bool|Duration|DurationSlice|Int|IntSlice|String|StringArray|Uint64)(Var)?$`)

// dynamic are the functions that may ask for a phrase that stands in a table.
var dynamic = []string{"finding.Info.In", "main.translate"}

// extractor finds the phrases of the module.
type extractor struct {
	fset  *token.FileSet
	files map[string][]*ast.File // by folder
	found map[string]*message
	list  []*message // in the order of the sources
	wrong []string
}

// extract reads the sources below the module's root.
func extract(t *testing.T) ([]*message, []string) {
	t.Helper()
	x := &extractor{fset: token.NewFileSet(), files: map[string][]*ast.File{}, found: map[string]*message{}}
	if err := fs.WalkDir(os.DirFS(".."), ".", x.parse); err != nil {
		t.Fatal(err)
	}
	for _, folder := range slices.Sorted(maps.Keys(x.files)) {
		x.folder(folder)
	}
	return x.list, x.wrong
}

func (x *extractor) parse(name string, d fs.DirEntry, err error) error {
	switch {
	case err != nil:
		return err
	case d.IsDir() && (d.Name() == "testdata" || name != "." && strings.HasPrefix(d.Name(), ".")):
		return fs.SkipDir
	case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
		return nil
	}
	file, err := parser.ParseFile(x.fset, filepath.Join("..", name), nil, parser.SkipObjectResolution)
	x.files[path.Dir(name)] = append(x.files[path.Dir(name)], file)
	return err
}

// folder finds the phrases of a package.
func (x *extractor) folder(folder string) {
	wrappers := map[string]int{}
	for _, f := range x.files[folder] {
		for n := range ast.Preorder(f) {
			name, kind, body := function(n)
			if i := formatParameter(kind); i >= 0 && handsOver(body) {
				wrappers[name] = i
			}
		}
	}
	for _, f := range x.files[folder] {
		for _, d := range f.Decls {
			x.declaration(f, d, wrappers)
		}
	}
}

func (x *extractor) declaration(f *ast.File, d ast.Decl, wrappers map[string]int) {
	inside := f.Name.Name + "." + declared(d)
	for n := range ast.Preorder(d) {
		switch n := n.(type) {
		case *ast.CallExpr:
			x.call(n, wrappers, inside)
		case *ast.CompositeLit:
			x.table(n)
		}
	}
}

// call finds the phrase of a call.
func (x *extractor) call(call *ast.CallExpr, wrappers map[string]int, inside string) {
	receiver, name := called(call)
	at, ok := wrappers[name]
	if flags.MatchString(name) && len(call.Args) > 2 && strings.HasPrefix(x.place(call), "cmd/") {
		at, ok = len(call.Args)-1, true
	}
	if i, ours := formats[name]; ours && (receiver == "lang" || name == "Say" || strings.HasPrefix(inside, "lang.")) {
		at, ok = i, true
	}
	if !ok || len(call.Args) <= at || call.Ellipsis.IsValid() && isIdent(call.Args[at], "format") {
		return
	}
	key, constant := literal(call.Args[at])
	if !constant {
		if !slices.Contains(dynamic, inside) {
			x.wrong = append(x.wrong, x.place(call)+": the format is not a literal")
		}
		return
	}
	one := ""
	if name == "N" {
		one, _ = literal(call.Args[1])
	}
	x.add(key, one, call)
}

// table finds the phrases of a struct literal.
func (x *extractor) table(c *ast.CompositeLit) {
	sel, ok := c.Type.(*ast.SelectorExpr)
	if !ok {
		return
	}
	fields := tables[fmt.Sprintf("%s.%s", sel.X, sel.Sel)]
	for _, e := range c.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok || !slices.ContainsFunc(fields, func(f string) bool { return isIdent(kv.Key, f) }) {
			continue
		}
		list := []ast.Expr{kv.Value}
		if c, ok := kv.Value.(*ast.CompositeLit); ok {
			list = c.Elts
		}
		for _, v := range list {
			if key, ok := literal(v); ok {
				x.add(key, "", v)
			} else {
				x.wrong = append(x.wrong, x.place(v)+": a phrase of a table is not a literal")
			}
		}
	}
}

func (x *extractor) add(key, one string, n ast.Node) {
	if key == "" || key == "%s" {
		return
	}
	m := x.found[key]
	if m == nil {
		m = &message{key: key}
		x.found[key] = m
		x.list = append(x.list, m)
	}
	m.one = max(m.one, one)
	m.places = append(m.places, x.place(n))
}

func (x *extractor) place(n ast.Node) string {
	p := x.fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d", filepath.ToSlash(strings.TrimPrefix(p.Filename, "../")), p.Line)
}

// function tells name, signature and body of a declared function, or of one
// that a variable holds.
func function(n ast.Node) (string, *ast.FuncType, *ast.BlockStmt) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Name.Name, n.Type, n.Body
	case *ast.AssignStmt:
		if f, ok := n.Rhs[0].(*ast.FuncLit); ok {
			if id, ok := n.Lhs[0].(*ast.Ident); ok {
				return id.Name, f.Type, f.Body
			}
		}
	}
	return "", nil, nil
}

// formatParameter is the place of the parameter "format", -1 for none.
func formatParameter(f *ast.FuncType) int {
	if f == nil {
		return -1
	}
	i := 0
	for _, p := range f.Params.List {
		for _, name := range p.Names {
			if name.Name == "format" {
				return i
			}
			i++
		}
	}
	return -1
}

// handsOver reports whether a body calls something with its own format.
func handsOver(body *ast.BlockStmt) bool {
	if body == nil {
		return false
	}
	for n := range ast.Preorder(body) {
		if c, ok := n.(*ast.CallExpr); ok && slices.ContainsFunc(c.Args, func(e ast.Expr) bool { return isIdent(e, "format") }) {
			if receiver, _ := called(c); receiver != "fmt" {
				return true
			}
		}
	}
	return false
}

func called(c *ast.CallExpr) (receiver, name string) {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return "", f.Name
	case *ast.SelectorExpr:
		if id, ok := f.X.(*ast.Ident); ok {
			return id.Name, f.Sel.Name
		}
		return "", f.Sel.Name
	}
	return "", ""
}

// declared names a function with its receiver: "Info.In".
func declared(d ast.Decl) string {
	f, ok := d.(*ast.FuncDecl)
	if !ok {
		return ""
	}
	if f.Recv == nil {
		return f.Name.Name
	}
	typ := f.Recv.List[0].Type
	if p, ok := typ.(*ast.StarExpr); ok {
		typ = p.X
	}
	return fmt.Sprintf("%s.%s", typ, f.Name.Name)
}

func isIdent(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// literal is the value of a string literal, or of several with + between them.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		a, ok := literal(e.X)
		b, too := literal(e.Y)
		return a + b, ok && too && e.Op == token.ADD
	case *ast.ParenExpr:
		return literal(e.X)
	}
	return "", false
}
