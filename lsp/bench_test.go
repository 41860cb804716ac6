package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// project is a workspace of 3,000 files: 20 services with 10 interfaces, each
// implemented, exported, referenced by another service and called there (which
// makes a finding of most), and more code that has nothing to do with Dubbo.
func project() fstest.MapFS {
	disk := fstest.MapFS{}
	write := func(name, format string, args ...any) {
		disk[name] = &fstest.MapFile{Data: fmt.Appendf(nil, format, args...)}
	}
	const services, interfaces = 20, 10
	for s := range services {
		dir := fmt.Sprintf("service%02d", s)
		src := dir + "/src/main/java/com/acme/" + dir
		write(dir+"/pom.xml", `<project><groupId>com.acme</groupId><artifactId>%s</artifactId><version>1</version><dependencies>
<dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId><version>2.7.15</version></dependency></dependencies></project>`, dir)
		xml := `<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo">` + "\n<dubbo:consumer timeout=\"${wait:800}\"/>\n"
		for i := range interfaces {
			write(fmt.Sprintf("%s/Service%d.java", src, i), "package com.acme.%s;\npublic interface Service%d {\n    void createOrder%d(String item);\n    String findOrder(long id);\n    void payOrder(long id);\n}\n", dir, i, i)
			write(fmt.Sprintf("%s/Service%dImpl.java", src, i), "package com.acme.%s;\npublic class Service%dImpl implements Service%d {\n    public void createOrder%d(String item) {}\n    public String findOrder(long id) { return null; }\n    public void payOrder(long id) {}\n}\n", dir, i, i, i)
			other := fmt.Sprintf("service%02d", (s+1)%services)
			write(fmt.Sprintf("%s/Client%d.java", src, i), "package com.acme.%s;\nimport com.acme.%s.Service%d;\nclass Client%d {\n    private Service%d service;\n    void run() { service.createOrder%d(\"a\"); service.payOrder(1); }\n}\n", dir, other, i, i, i, i)
			xml += fmt.Sprintf("<dubbo:reference id=\"r%d\" interface=\"com.acme.%s.Service%d\"/>\n", i, other, i)
			xml += fmt.Sprintf("<dubbo:service interface=\"com.acme.%s.Service%d\" ref=\"s%d\" timeout=\"2000\"/>\n", dir, i, i)
			xml += fmt.Sprintf("<bean id=\"s%d\" class=\"com.acme.%s.Service%dImpl\"/>\n", i, dir, i)
		}
		write(dir+"/src/main/resources/spring.xml", "%s</beans>\n", xml)
		write(dir+"/src/main/resources/application.properties", "wait=700\n")
		for i := range 117 {
			write(fmt.Sprintf("%s/model/Item%d.java", src, i), "package com.acme.%s.model;\npublic class Item%d {\n%s}\n", dir, i,
				strings.Repeat("    private String name; public String getName() { return name; }\n", 40))
		}
	}
	return disk
}

// BenchmarkKeystroke types into a file of a project of 3,000 files: the time
// from the change to its diagnostics. Beside the mean stands the fastest, which
// other work of the machine does not slow down.
func BenchmarkKeystroke(b *testing.B) {
	disk := project()
	b.Logf("%d files", len(disk))
	for _, file := range []string{
		"service07/src/main/resources/spring.xml", "service07/src/main/java/com/acme/service07/Service3.java",
		"service07/src/main/java/com/acme/service07/Client3.java", "service07/src/main/resources/application.properties",
	} {
		b.Run(file[strings.LastIndex(file, "/")+1:], func(b *testing.B) {
			c := start(b, disk)
			defer c.finish()
			uri := "file:///root/" + file
			text, _ := json.Marshal(string(disk[file].Data))
			c.play(`0 initialize {"rootUri":"file:///root","capabilities":{}}`, nil)
			c.play("initialized {}", nil)
			c.play(fmt.Sprintf(`textDocument/didOpen {"textDocument":{"uri":%q,"version":0,"text":%s}}`, uri, text), nil)
			c.published(0)
			n, fastest := 0, time.Hour
			for b.Loop() {
				n++
				begin := time.Now()
				c.play(fmt.Sprintf(`textDocument/didChange {"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":0}},"text":"\n"}]}`, uri, n), nil)
				c.published(n)
				fastest = min(fastest, time.Since(begin))
			}
			b.ReportMetric(float64(fastest.Microseconds())/1000, "fastest-ms")
			c.transcript.Reset()
		})
	}
}

// published waits for the diagnostics of a version.
func (c *client) published(version int) {
	c.t.Helper()
	for body := range c.messages {
		var m struct {
			Method string
			Params struct{ Version *int }
		}
		if json.Unmarshal(body, &m) == nil && m.Method == "textDocument/publishDiagnostics" && m.Params.Version != nil && *m.Params.Version == version {
			return
		}
	}
	c.t.Fatalf("no diagnostics of version %d", version)
}
