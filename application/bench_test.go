package application_test

import (
	"context"
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/parse"
	"github.com/dubboaudit/dubboaudit/parse/build"
)

// BenchmarkAssemble puts 200 applications together that share one library.
func BenchmarkAssemble(b *testing.B) {
	const pom = `<project><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>%s</artifactId><version>1</version>
<dependencies><dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo-spring-boot-starter</artifactId><version>3.2.14</version></dependency>%s</dependencies></project>`
	const lib = `<dependency><groupId>com.acme</groupId><artifactId>lib</artifactId><version>1</version></dependency>`
	const client = `package com.acme;
import org.apache.dubbo.config.annotation.DubboReference;
class Client%d { @DubboReference(group = "${g}", retries = 0) OrderService orders; void run() { orders.create(); } }`
	fsys := fstest.MapFS{}
	add := func(name, text string) { fsys[name] = &fstest.MapFile{Data: []byte(text)} }
	add("lib/pom.xml", fmt.Sprintf(pom, "lib", ""))
	add("lib/src/main/java/com/acme/OrderService.java", "package com.acme; public interface OrderService { void create(); }")
	add("lib/src/main/java/com/acme/Client0.java", fmt.Sprintf(client, 0))
	for i := 1; i <= 200; i++ {
		dir := fmt.Sprintf("app%d", i)
		add(dir+"/pom.xml", fmt.Sprintf(pom, dir, lib))
		add(dir+"/src/main/resources/application.yml", "g: x\ndubbo.consumer.check: false\nspring.application.name: "+dir+"\n")
		add(dir+fmt.Sprintf("/src/main/java/com/acme/Client%d.java", i), fmt.Sprintf(client, i))
	}
	res, err := parse.Tree(context.Background(), parse.Root{FS: fsys}, parse.Options{})
	if err != nil {
		b.Fatal(err)
	}
	modules, _ := build.Resolve(res.Units, build.Options{})
	b.ReportAllocs()
	for b.Loop() {
		apps, _ := application.Assemble(application.Input{Units: res.Units, Modules: modules, Sources: res.Index})
		if len(apps) != 200 {
			b.Fatal(len(apps))
		}
	}
}
