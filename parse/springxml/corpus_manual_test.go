package springxml

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

func TestManual(t *testing.T) {
	root := os.Getenv("CORPUS")
	if root == "" {
		t.Skip()
	}
	var files, rel, elems, refs, probs int
	var bytesAll, bytesRel int64
	var tRel, tParse time.Duration
	tags := map[string]int{}
	filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".xml") {
			return nil
		}
		raw, err := os.ReadFile(p)
		if err != nil {
			return nil
		}
		files++
		bytesAll += int64(len(raw))
		t0 := time.Now()
		ok := Relevant(raw)
		tRel += time.Since(t0)
		if !ok {
			if strings.Contains(string(raw), "<dubbo:") { fmt.Println("MISSED", p) }
			return nil
		}
		if strings.HasSuffix(p, "pom.xml") { fmt.Println("POM", p) }
		rel++
		bytesRel += int64(len(raw))
		t0 = time.Now()
		f, pr := source.New(p, raw, DeclaredEncoding(raw))
		if pr != nil { fmt.Println("ENC", pr) }
		u := Parse(f)
		tParse += time.Since(t0)
		for _, pr := range u.Problems {
			probs++
			fmt.Println("PROBLEM", pr.Minor, pr)
		}
		n := 0
		var walk func(es []*decl.Element)
		walk = func(es []*decl.Element) {
			for _, e := range es {
				elems++
				tags[string(e.Form)+" "+e.Tag]++
				if e.Tag == "reference" && e.Form == decl.FormXML { refs++; n++ }
				walk(e.Children)
			}
		}
		walk(u.XML)
		// comments stripped count
		s := string(f.Text)
		for {
			i := strings.Index(s, "<!--")
			if i < 0 { break }
			j := strings.Index(s[i:], "-->")
			if j < 0 { break }
			s = s[:i] + s[i+j+3:]
		}
		if want := strings.Count(s, "<dubbo:reference"); want != n { fmt.Println("REFDIFF", p, want, n) }
		return nil
	})
	fmt.Println("files", files, "bytes", bytesAll, "relevant", rel, bytesRel, "elems", elems, "refs", refs, "problems", probs, "prefilter", tRel, "parse", tParse)
	for k, v := range tags { fmt.Println(v, k) }
}
