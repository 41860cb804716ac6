package application_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

const pomOfClientAndServer = `
-- pom.xml --
<project><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>shop</artifactId><version>1</version>
<dependencies><dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId><version>3.2.0</version></dependency></dependencies></project>
-- src/main/java/com/acme/Orders.java --
package com.acme;
import org.apache.dubbo.config.annotation.DubboReference;
class Orders { @DubboReference OrderService orders; }
-- src/main/java/com/acme/OrderService.java --
package com.acme;
public interface OrderService { String createOrder(String item); }
-- src/main/java/com/acme/OrderServiceImpl.java --
package com.acme;
import org.apache.dubbo.config.annotation.DubboService;
@DubboService
class OrderServiceImpl implements OrderService { public String createOrder(String item) { return item; } }
-- src/main/java/com/acme/Client.java --
package com.acme;
class Client { public static void main(String[] args) { new AnnotationConfigApplicationContext(Orders.class).start(); } }
`

func TestMains(t *testing.T) {
	for name, tc := range map[string]struct {
		more string
		want int
	}{
		"client alone": {"", 1},
		"client and server": {`
-- src/main/java/com/acme/server/Server.java --
package com.acme.server;
@SpringBootApplication
public class Server { public static void main(String... args) { SpringApplication.run(Server.class, args); } }
`, 2},
		"a tool": {`
-- src/main/java/com/acme/Mappers.java --
package com.acme;
class Mappers { public static void main(String[] args) { new Generator().execute(); } }
`, 1},
		"a test": {`
-- src/test/java/com/acme/Server.java --
package com.acme;
class Server { public static void main(String[] args) { SpringApplication.run(Server.class, args); } }
`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			apps, _ := assemble(t, txtar.Parse([]byte(pomOfClientAndServer+tc.more)))
			if len(apps) != 1 || len(apps[0].Mains) != tc.want {
				t.Fatalf("%d applications, mains %v, want %d", len(apps), apps[0].Mains, tc.want)
			}
		})
	}
}
