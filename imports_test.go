package dubboaudit_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/dubboaudit/dubboaudit/"

// mayImport is the direction of the data flow as a table: what each folder may
// import of this module. "x/..." stands for x and all below it. So rules cannot
// see how anything is written, and readers cannot see what Dubbo makes of it.
// Everybody may import lang: what is said to people is born everywhere.
// A folder of ours that has no row fails the test; rows may come before their
// folders.
var mayImport = map[string][]string{
	"lang":             {},
	"parse":            {"parse/..."},
	"parse/source":     {},
	"parse/decl":       {"parse/source"},
	"parse/springxml":  {"parse/source", "parse/decl"},
	"parse/properties": {"parse/source", "parse/decl"},
	"parse/yaml":       {"parse/source", "parse/decl"},
	"parse/java":       {"parse/source", "parse/decl"},
	"parse/class":      {"parse/source", "parse/decl"},
	"parse/mapper":     {"parse/source", "parse/decl"},
	"parse/sql":        {"parse/source", "parse/decl"},
	"parse/build":      {"parse/source", "parse/decl"},
	"parse/deploy":     {"parse/source", "parse/decl"},
	"dubbo":            {},
	"application":      {"parse/source", "parse/decl", "dubbo"},
	"effective":        {"parse/source", "parse/decl", "dubbo", "application"},
	"callgraph":        {"parse/source", "parse/decl", "parse/mapper", "parse/sql", "application"},
	"retrylayer":       {"parse/source", "parse/decl", "parse/java", "application"},
	"idempotency":      {"parse/source", "parse/decl", "dubbo", "callgraph"},
	"rules/finding":    {"parse/source", "dubbo"},
	"rules":            {"rules/finding", "parse/source", "dubbo", "application", "effective", "retrylayer", "idempotency"},
	"simulate":         {"dubbo", "effective"},
	"trace":            {"parse/source", "parse/decl", "dubbo", "application", "effective", "callgraph", "retrylayer", "idempotency"},
	"fix":              {"parse/source", "rules/finding"},
	"report":           {"parse/source", "rules/finding", "application", "effective", "idempotency", "dubbo", "simulate", "trace"},
	"report/html":      {"report", "parse/source", "rules/finding", "effective", "idempotency", "simulate"},
	"audit/policy":     {"parse/source", "rules/finding", "dubbo"},
	"audit/revision":   {},
	"audit":            {"audit/...", "parse/...", "application", "callgraph", "dubbo", "effective", "retrylayer", "idempotency", "rules/...", "simulate", "trace", "fix", "report"},
	"lsp":              {"audit", "audit/policy", "parse/source", "rules/finding", "report"},
	"cmd/dubboaudit":   {"lsp", "audit/...", "application", "dubbo", "rules/...", "fix", "simulate", "report/..."},
	"conformance":      {"..."},
	"conformance/...":  {"..."},
	"precision":        {"audit", "effective", "idempotency", "rules", "rules/finding"},
	"precision/run":    {"precision"},
}

func TestImports(t *testing.T) {
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			checkImports(t, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkImports(t *testing.T, name string) {
	t.Helper()
	folder := path.Dir(name)
	allowed, ok := row(folder)
	if !ok {
		t.Errorf("%s: folder %s has no row in the import table", name, folder)
		return
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		if ours, ok := strings.CutPrefix(imported, module); ok && ours != "lang" && !allows(allowed, ours) {
			t.Errorf("%s: %s may not import %s", name, folder, ours)
		}
	}
}

// row returns the row of a folder: its own, or the nearest "x/..." above.
func row(folder string) ([]string, bool) {
	if r, ok := mayImport[folder]; ok {
		return r, true
	}
	for dir := folder; dir != "."; dir = path.Dir(dir) {
		if r, ok := mayImport[dir+"/..."]; ok {
			return r, true
		}
	}
	return nil, false
}

func allows(allowed []string, folder string) bool {
	return slices.ContainsFunc(allowed, func(a string) bool {
		below, all := strings.CutSuffix(a, "...")
		return a == folder || all && strings.HasPrefix(folder+"/", below)
	})
}

// TestImportTable keeps the two promises that the table exists for.
func TestImportTable(t *testing.T) {
	for folder, allowed := range mayImport {
		if strings.HasPrefix(folder, "rules") && (allows(allowed, "parse/decl") || allows(allowed, "parse/springxml")) {
			t.Errorf("%s sees what readers make", folder)
		}
		if strings.HasPrefix(folder, "parse/") && (allows(allowed, "dubbo") || allows(allowed, "effective")) {
			t.Errorf("%s sees what Dubbo does", folder)
		}
	}
}
