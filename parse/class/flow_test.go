package class_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/class"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// cases opens the kept classes of a case of testdata/rules.
func cases(t *testing.T, name string) *class.Archives {
	return class.NewArchives(os.DirFS("../../testdata/rules"), []string{name + ".jar"})
}

func method(t *testing.T, u *decl.Unit, name string) *decl.Method {
	for _, m := range u.Java.Types[0].Methods {
		if m.Name == name {
			return m
		}
	}
	t.Fatalf("%s has no %s", u.File.Path, name)
	return nil
}

// TestFlow follows values through variables and calls.
func TestFlow(t *testing.T) {
	u := cases(t, "DA106/annotation").Type("com.acme.Gateway")[0]
	m := method(t, u, "create")
	var calls []string
	for i := range m.Calls {
		calls = append(calls, m.Calls[i].At.Text())
	}
	if diff := cmp.Diff([]string{"setItem", "next", "setRequestNo", "createOrder"}, calls); diff != "" {
		t.Fatalf("calls (-want +got):\n%s", diff)
	}
	want := &decl.Flow{Recv: decl.Source{Name: "command"}, Args: []decl.Source{{Name: "item", Param: 1}}}
	if diff := cmp.Diff(want, m.Calls[0].Flow); diff != "" {
		t.Errorf("setItem (-want +got):\n%s", diff)
	}
	want.Args = []decl.Source{{Calls: []int{1}}}
	if diff := cmp.Diff(want, m.Calls[2].Flow); diff != "" {
		t.Errorf("setRequestNo (-want +got):\n%s", diff)
	}
	for _, text := range []string{"orders.createOrder(command)", "@org.springframework.retry.annotation.Retryable(maxAttempts = 4) java.lang.String create(java.lang.String item)"} {
		if !strings.Contains(string(u.File.Text), text) {
			t.Errorf("the listing lacks %q:\n%s", text, u.File.Text)
		}
	}
	if at := m.Annotations[0].Arg("maxAttempts").At.Text(); at != "4" {
		t.Errorf("the place of the argument is %q", at)
	}
	m = method(t, cases(t, "DA105/other-exception").Type("com.acme.Gateway")[0], "handled")
	if diff := cmp.Diff([]string{"java.lang.Exception"}, m.Calls[0].Flow.Catches); diff != "" {
		t.Errorf("handlers (-want +got):\n%s", diff)
	}
}

func TestAnnotated(t *testing.T) {
	if diff := cmp.Diff([]string{"com.acme.A", "com.acme.B"}, cases(t, "DA409/equal").Annotated()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := cases(t, "DA602/missing").Annotated(); got != nil {
		t.Errorf("an interface without annotation: %v", got)
	}
}
