package java

import "testing"

func TestRelevant(t *testing.T) {
	for src, want := range map[string]bool{
		"": false,
		"import com.alibaba.dubbo.config.annotation.Reference; class A { @Reference B b; }": true,
		"import org.apache.dubbo.config.annotation.*; @Service class A {}":                  true,
		"class A { @org.apache.dubbo.config.annotation.DubboReference B b; }":               true,
		"@DubboService class A {}": true,
		"import org.apache.dubbo.config.annotation.Reference; class A { Reference r; }": false,
		"@EnableDubbo class A {}":                                                                                    true,
		"@EnableDubboConfig class A {}":                                                                              true,
		"@DubboComponentScan(\"com.acme\") class A {}":                                                               true,
		"import org.apache.dubbo.config.ReferenceConfig; class A { ReferenceConfig c; }":                             false,
		"import org.apache.dubbo.config.*; class A { Object c = new  ReferenceConfig<B>(); }":                        true,
		"class A { Object c = new com.alibaba.dubbo.config.ConsumerConfig(); }":                                      true,
		"import org.apache.dubbo.config.bootstrap.builders.*; class A { Object c = ReferenceBuilder.newBuilder(); }": true,
		"class A { Object c = new ReferenceConfig(); }":                                                              false,
		"package org.apache.dubbo.rpc; class A { @Reference B b; }":                                                  false,
		"@PropertySource(\"classpath:a.properties\") class A {}":                                                     true,
		"@org.springframework.context.annotation.ImportResource(\"a.xml\") class A {}":                               true,
		"class A { PropertySource<?> s; }":                                                                           false,
		"bbo":                                                                                                        false,
		"\xff\xfec\x00":                                                                                              true,
	} {
		if got := Relevant([]byte(src)); got != want {
			t.Errorf("Relevant(%q) = %v, want %v", src, got, want)
		}
	}
}
