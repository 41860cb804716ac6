package retrylayer

import (
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/parse/java"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// FuzzCode reads the statements of whatever the reader of declarations takes
// for a method: every node lies in its parent, and nothing panics.
func FuzzCode(f *testing.F) {
	for _, body := range []string{
		"for (int i = 0; i < 3; i++) { try { return a.b(c); } catch (E e) { if (i == 2) throw e; } finally { } }",
		"do x.y(() -> { new A() { void m() { } }; }, z -> z); while (n < 3);",
		"if (a) b(); else if (c) d(); else { e(); } switch (x) { case 1 -> y(); default: z(); }",
		strings.Repeat("{", 2000), strings.Repeat("a->", 2000), strings.Repeat("new A(){", 900), "for(", "try", "catch", "x -> (",
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		file, problem := source.New("A.java", []byte("class A { void m() {"+body+"} }"), "")
		if problem != nil {
			return
		}
		c := newCode(file)
		for _, typ := range java.Parse(file).Java.Types {
			for _, m := range typ.Methods {
				if n := c.method(m); n != nil {
					checkNode(t, c, n)
					for i := range c.toks {
						n.at(i)
					}
				}
			}
		}
	})
}

func checkNode(t *testing.T, c *code, n *node) {
	if n.lo < 0 || n.hi > len(c.toks)+1 || n.lo > n.hi {
		t.Errorf("node %d-%d of %d tokens", n.lo, n.hi, len(c.toks))
	}
	for _, k := range n.kids {
		if k.parent != n || k.lo < n.lo {
			t.Errorf("node %d-%d is no part of %d-%d", k.lo, k.hi, n.lo, n.hi)
		}
		checkNode(t, c, k)
	}
}
