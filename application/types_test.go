package application_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/dubboaudit/dubboaudit/application"
)

const typesTree = `
-- one/pom.xml --
<project><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>one</artifactId><version>1</version></project>
-- one/src/main/java/com/acme/UserService.java --
package com.acme;
import com.acme.base.BaseService;
public interface UserService extends BaseService<User, Query>, java.io.Serializable {
  User find(String name);
  int insert(User u);
  static void helper() {}
  private void hidden() {}
  boolean equals(Object o);
  String toString();
  interface Nested { void inner(); }
}
-- one/src/main/java/com/acme/JarService.java --
package com.acme;
import com.jar.IService;
public interface JarService extends IService<User> { void own(); }
-- one/src/main/java/com/acme/Client.java --
package com.acme;
import org.apache.dubbo.config.annotation.DubboReference;
class Client { @DubboReference UserService users; @DubboReference JarService jar; @DubboReference UserService.Nested nested; }
-- two/src/main/java/com/acme/base/BaseService.java --
package com.acme.base;
public interface BaseService<T, Q> { int insert(T t); int update(T t, Q q); void update(T t); default void all() {} }
-- two/src/main/java/com/acme/annotation/BaseService.java --
package com.acme.annotation;
public @interface BaseService { }
-- three/src/main/java/com/acme/UserService.java --
package com.acme;
public interface UserService { void copy(); }
`

func TestTypes(t *testing.T) {
	apps, _ := assemble(t, txtar.Parse([]byte(typesTree)))
	if len(apps) != 1 {
		t.Fatalf("%d applications", len(apps))
	}
	types := apps[0].Types
	tests := []struct {
		fqn, methods string
		complete     bool
	}{
		{"com.acme.UserService", "find/1 insert/1 update/2 update/1 all/0", true},
		{"com.acme.JarService", "own/0", false},
		{"com.acme.UserService.Nested", "inner/0", true},
		{"com.acme.UserService$Nested", "inner/0", true},
		{"com.acme.Absent", "", false},
	}
	for _, tt := range tests {
		methods, complete := types.Methods(types.Lookup(tt.fqn))
		if got := methodNames(methods); got != tt.methods || complete != tt.complete {
			t.Errorf("%s: %q, complete %v", tt.fqn, got, complete)
		}
	}
	var found []string
	for _, c := range apps[0].Configs {
		found = append(found, c.Interface.Value+" "+strings.Join(strings.Fields(c.At.File.Path)[:1], ""))
		if c.Type == nil {
			t.Errorf("%s has no type", c.Interface.Value)
		}
	}
	want := []string{
		"com.acme.UserService one/src/main/java/com/acme/Client.java",
		"com.acme.JarService one/src/main/java/com/acme/Client.java",
		"com.acme.UserService.Nested one/src/main/java/com/acme/Client.java",
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Error(diff)
	}
}

func methodNames(list []application.TypeMethod) string {
	var names []string
	for _, m := range list {
		names = append(names, m.Name+"/"+string(rune('0'+len(m.Params))))
	}
	return strings.Join(names, " ")
}
