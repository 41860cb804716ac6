package class

import (
	"bytes"
	"slices"
	"strings"
)

// Annotated returns the qualified names of the top-level classes that use
// Dubbo's annotations, or of which a nested class does, sorted. The first
// question unpacks all classes that are not of well-known libraries.
func (a *Archives) Annotated() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list()
	var names []string
	a.look(func(name string) bool { return !OfLibrary(name) }, func(_ entry, name string, data []byte) {
		if UsesDubbo(data) {
			names = append(names, Outermost(name))
		}
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// descriptors are the packages of Dubbo's annotations as class files name
// them.
var descriptors = [][]byte{
	[]byte("Lorg/apache/dubbo/config/annotation/"), []byte("Lcom/alibaba/dubbo/config/annotation/"),
	[]byte("Lorg/apache/dubbo/config/spring/context/annotation/"), []byte("Lcom/alibaba/dubbo/config/spring/context/annotation/"),
	[]byte("Lcom/alibaba/dubbo/spring/boot/annotation/"),
}

// UsesDubbo reports whether the bytes of a class name an annotation of Dubbo.
func UsesDubbo(data []byte) bool {
	return bytes.Contains(data, []byte("dubbo/")) &&
		slices.ContainsFunc(descriptors, func(d []byte) bool { return bytes.Contains(data, d) })
}

// OfLibrary tells by its internal name a class of Dubbo itself or of a library
// that no application configures Dubbo in. It spares most of what is in a fat
// jar.
func OfLibrary(name string) bool {
	return slices.ContainsFunc(libraries, func(p string) bool { return strings.HasPrefix(name, p) })
}

var libraries = []string{
	"org/apache/", "org/springframework/", "com/alibaba/dubbo/", "com/alibaba/fastjson", "com/alibaba/druid/", "com/alibaba/nacos/",
	"com/alibaba/spring/", "com/alibaba/cloud/", "com/google/", "com/fasterxml/", "com/mysql/", "com/sun/", "io/netty/", "io/grpc/",
	"io/micrometer/", "io/opentelemetry/", "io/lettuce/", "io/seata/", "java/", "javax/", "jakarta/", "javassist/", "kotlin/", "kotlinx/",
	"groovy/", "scala/", "oracle/", "sun/", "ch/qos/", "net/bytebuddy/", "org/aspectj/", "org/bouncycastle/", "org/eclipse/", "org/h2/",
	"org/hibernate/", "org/jboss/", "org/junit/", "org/mybatis/", "org/redisson/", "org/slf4j/", "redis/clients/", "reactor/", "cn/hutool/",
}
