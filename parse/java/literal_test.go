package java

import (
	"testing"
)

// TestValues reads the values an annotation's argument can have.
func TestValues(t *testing.T) {
	for src, want := range map[string]string{
		`0`: "int 0", `00`: "int 0", `0L`: "int 0", `1_000`: "int 1000", `0x7fff_ffff`: "int 2147483647",
		`0xFFFFFFFF`: "int -1", `-0xFFFFFFFF`: "int 1", `0xFFFFFFFFL`: "int 4294967295", `0b11`: "int 3", `017`: "int 15",
		`-1`: "int -1", `- 1`: "int -1", `-(1)`: "int -1", `+1`: "int 1", `- -1`: "int 1", `((1))`: "int 1",
		`2147483648`: "other", `-2147483648`: "int -2147483648", `9223372036854775807L`: "int 9223372036854775807",
		`2147483647 + 1`: "other", `60 * 1000`: "int 60000", `2 + 3 * 4 - 1`: "int 13", `(2 + 3) * 4`: "int 20",
		`7 / 2`: "int 3", `-7 % 3`: "int -1", `1 / 0`: "other", `1 << 4`: "int 16", `8 >> 1`: "other", `1 < 2`: "other",
		`(int) 5L`: "int 5", `(byte) 300`: "other", `(int) 1.5`: "other", `(double) 1`: "other", `(Integer) 5`: "int 5",
		`1.5f`: "float 1.5f", `-.5`: "float -.5", `1e3`: "float 1e3", `0x1p3`: "float 0x1p3", `0xe3`: "int 227",
		`true`: "true", `null`: "null", `!true`: "other", `~1`: "other", `a ? 1 : 2`: "other",
		`'a'`: `char "a"`, `'\n'`: `char "\a;"`, `'\''`: `char "'"`, `'"'`: `char "\22;"`, `'\u4e2d'`: `char "\4e2d;"`, `'\101'`: `char "A"`,
		`"a\tb\s\"\\\0"`: `string "a\9;b \22;\5c;\0;"`, `"\477"`: `string "'7"`, `"a" + "b"`: `concat [string "a", string "b"]`,
		`"a" + 1 + 2`: `concat [string "a", int 1, int 2]`, `1 + 2 + "a"`: `concat [int 3, string "a"]`,
		`"a" + ("b" + C)`: `concat [string "a", concat [string "b", name C]]`, `A.B`: "name A.B", `-A`: "neg [name A]",
		`a . /* x */ B`: "name a.B", `String.class`: "class String", `int[][].class`: "class int[][]", `a.b.C.class`: "class a.b.C",
		`{}`: "array[]", `{,}`: "array[]", `{1, {2}, }`: "array[int 1, array[int 2]]", `new String[] {"a"}`: `array[string "a"]`,
		`new String[3]`: "other", `@B`: "@B()", `@a.B(c = 1)`: "@a.B(c=int 1;)", `{@B, @B(1)}`: "array[@B(), @B(value=int 1;)]",
		`of(1, A)`: "call of[int 1, name A]", `List.of()`: "call List.of[]", `a().b()`: "call ?.b[]", `new A<B<C>>(1)`: "new A<B<C>>[int 1]",
		`x -> 1`: "other", `A::b`: "other", `a[0]`: "other", `a.b().c`: "other", `this.a`: "name this.a",
		"\"\"\"\n  a\n   b\"\"\"": `string "a\a; b"`, "\"\"\"\n  a \\\n  b\n  \"\"\"": `string "a b\a;"`, "\"\"\"  \r\n\ta\r\n\"\"\"": `string "\9;a\a;"`,
		"\"\"\"\n\n  \\\"\"\" \"a\"\n  \"\"\"": `string "\a;\22;\22;\22; \22;a\22;\a;"`,
	} {
		u := parseString("@A(" + src + ") class C {}")
		if len(u.Problems) > 0 {
			t.Errorf("%s: %v", src, u.Problems)
			continue
		}
		f := flattener{}
		if got := f.value(u.Java.Types[0].Annotations[0].Args[0].Value); got != want {
			t.Errorf("%s = %s, want %s", src, got, want)
		}
	}
}

// TestPlaces holds that places are those of the text as written, unicode
// escapes and other scripts before them notwithstanding.
func TestPlaces(t *testing.T) {
	u := parseString("class \\u0041b { String s = \"中\\uD83D\\uDE00\"; \\u0040Reference(retries = \"\\u0031\") B b; }")
	if len(u.Problems) > 0 {
		t.Fatal(u.Problems)
	}
	typ := u.Java.Types[0]
	a := typ.Fields[1].Annotations[0]
	for _, c := range []struct{ got, want string }{
		{typ.Name, "Ab"},
		{typ.At.Text(), `\u0041b`},
		{a.At.Text(), `\u0040Reference(retries = "\u0031")`},
		{a.NameAt.Text(), "Reference"},
		{a.Args[0].NameAt.Text(), "retries"},
		{a.Args[0].Value.At.Text(), `"\u0031"`},
		{a.Args[0].Value.Text, "1"},
		{typ.Fields[1].At.Text(), "b"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// TestTypeAt holds that a type's place covers it as written.
func TestTypeAt(t *testing.T) {
	u := parseString("class A { @X a.b . List<? extends C[], @Y D>.In<E> @Z [] f[]; }")
	if len(u.Problems) > 0 {
		t.Fatal(u.Problems)
	}
	f := u.Java.Types[0].Fields[0]
	if got, want := f.Type.String(), "a.b.List.In<E>[][]"; got != want {
		t.Errorf("type = %s, want %s", got, want)
	}
	if got, want := f.Type.At.Text(), "a.b . List<? extends C[], @Y D>.In<E> @Z []"; got != want {
		t.Errorf("at %q, want %q", got, want)
	}
}
