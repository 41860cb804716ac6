package parse_test

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/dubboaudit/dubboaudit/parse"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// TestAhead: what a service calls is parsed before anybody asks, each file
// once, and counts only once it is asked for.
func TestAhead(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	fsys := fstest.MapFS{}
	write := func(name, text string) { fsys[name] = &fstest.MapFile{Data: []byte(text)} }
	write("a/com/acme/OrderServiceImpl.java", `package com.acme; import com.acme.dao.*; import com.acme.util.Ids; import org.apache.dubbo.config.annotation.DubboService;
@DubboService class OrderServiceImpl extends Base implements OrderService {
  private OrderDao dao; private StockService stock; private Unused unused; private OrderExample example;
  void create(Order order, Card card) { order.getId(); card.charge(); dao.insert(order); stock.take(Ids.next()); example.or(); }
}`)
	for name, text := range map[string]string{
		"Base": "class Base {}", "OrderService": "interface OrderService {}", "dao/OrderDao": "interface OrderDao {}", "StockService": "interface StockService {}",
		"StockServiceImpl": "class StockServiceImpl implements StockService { Deep deep; void take() { deep.go(); } }", "Deep": "class Deep {}",
		"util/Ids": "class Ids {}", "Order": "class Order {}", "Card": "class Card {}", "Unused": "class Unused {}", "OrderExample": "class OrderExample {}", "other/Base": "class Base {}",
	} {
		write("a/com/acme/"+name+".java", "package com.acme; "+text)
	}
	write("a/OrderDao.xml", `<mapper namespace="com.acme.dao.OrderDao"/>`)

	var mu sync.Mutex
	var parsed []string
	readers := parse.Readers()
	for i := range readers {
		if inner := readers[i].Parse; inner != nil {
			readers[i].Parse = func(f *source.File) *decl.Unit {
				mu.Lock()
				defer mu.Unlock()
				parsed = append(parsed, f.Path)
				return inner(f)
			}
		}
	}
	r, err := parse.Tree(context.Background(), parse.Root{FS: fsys}, parse.Options{Readers: readers})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a/OrderDao.xml", "a/com/acme/Base.java", "a/com/acme/Card.java", "a/com/acme/Deep.java", "a/com/acme/OrderService.java", "a/com/acme/OrderServiceImpl.java",
		"a/com/acme/StockService.java", "a/com/acme/StockServiceImpl.java", "a/com/acme/dao/OrderDao.java", "a/com/acme/util/Ids.java"}
	done := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(parsed) >= len(want)
	}
	stop := r.Index.Ahead(r.Units)
	for end := time.Now().Add(10 * time.Second); !done() && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	stop()
	slices.Sort(parsed)
	if !slices.Equal(parsed, want) {
		t.Errorf("parsed %v, want %v", parsed, want)
	}
	if n := len(r.Index.Loaded()); n != 0 {
		t.Errorf("%d units count before they are asked for", n)
	}
	r.Index.Type("com.acme.Deep")
	r.Index.Ahead(r.Units)() // a second one does nothing
	if n := len(r.Index.Loaded()); n != 1 || len(parsed) != len(want) {
		t.Errorf("%d units count after one was asked for, parsed %v", n, parsed)
	}
}

// TestAheadAtOnce asks while the background parses.
func TestAheadAtOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	fsys := fstest.MapFS{"A.java": {Data: []byte("class A extends dubbo implements B { B b; void a() { b.b(); } }")}, "B.java": {Data: []byte("interface B {}")},
		"BImpl.java": {Data: []byte("class BImpl implements B { void b() { C.c(); } }")}, "C.java": {Data: []byte("class C extends D {}")}, "D.java": {Data: []byte("class D {")}}
	for range 20 {
		r, err := parse.Tree(context.Background(), parse.Root{FS: fsys}, parse.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a := r.Index.Type("A")
		stop := r.Index.Ahead(a)
		for _, name := range []string{"B", "D", "C", "BImpl"} {
			if u := r.Index.Type(name); len(u) != 1 {
				t.Fatalf("%s: %d units", name, len(u))
			}
			r.Index.Mentioning(".", name)
		}
		stop()
		if n := len(r.Index.Loaded()); n != 5 {
			t.Fatalf("%d units loaded", n)
		}
	}
}
