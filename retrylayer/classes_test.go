package retrylayer_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/dubboaudit/dubboaudit/retrylayer"
)

const gateway = `package com.acme;

import com.acme.ids.Ids;
import org.apache.dubbo.config.annotation.DubboReference;
import org.springframework.retry.annotation.*;

@EnableRetry
public class Gateway {
    @DubboReference
    private Ids.Orders orders;

    @Retryable
    public String create(String item) {
        return orders.createOrder(Ids.next("P"), item);
    }

    @Retryable
    public String again(String item) {
        return orders.createOrder(Ids.same(item), item);
    }
}
`

// A helper, the interface and its annotation may come from class files.
func TestClassFiles(t *testing.T) {
	fsys := fstest.MapFS{"pom.xml": {Data: []byte(pom)}, "Gateway.java": {Data: []byte(gateway)}}
	for _, name := range []string{"Ids", "Ids$Orders", "Ids$TwoPhaseBusinessAction"} {
		b, err := os.ReadFile("testdata/classes/com/acme/ids/" + name + ".class")
		if err != nil {
			t.Fatal(err)
		}
		fsys["web/classes/com/acme/ids/"+name+".class"] = &fstest.MapFile{Data: b}
	}
	got := tell(t, fsys)
	want := `Gateway.create: @Retryable x3 by its default every 1s;
  requestNo by UUID.randomUUID in Gateway.create, inside @Retryable
Gateway.again: @Retryable x3 by its default every 1s;
`
	if got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
	orders := assemble(t, fsys)[0].Types.Lookup("com.acme.ids.Ids.Orders")
	if orders == nil {
		t.Fatal("the interface was not found")
	}
	tr := retrylayer.TransactionOf(orders, orders.Methods[0])
	if tr == nil || !tr.Fenced || !strings.HasSuffix(tr.Method, "Orders.createOrder") {
		t.Errorf("the annotation of the class file: %+v", tr)
	}
}
