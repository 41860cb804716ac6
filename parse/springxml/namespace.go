package springxml

import "strings"

// The namespaces that matter.
const (
	beansURI   = "http://www.springframework.org/schema/beans"
	contextURI = "http://www.springframework.org/schema/context"
	utilURI    = "http://www.springframework.org/schema/util"
	pURI       = "http://www.springframework.org/schema/p"
	cURI       = "http://www.springframework.org/schema/c"
	xmlURI     = "http://www.w3.org/XML/1998/namespace"

	alibabaURI = "http://code.alibabatech.com/schema/dubbo"
	apacheURI  = "http://dubbo.apache.org/schema/dubbo"
	// undeclaredURI stands for the prefix "dubbo" where it is not declared:
	// Spring refuses the file, but what it means is plain.
	undeclaredURI = "dubbo"
)

// externalSources are the elements, by namespace and name, that bring
// property values from a configuration server.
var externalSources = map[[2]string]bool{
	{"http://www.ctrip.com/schema/apollo", "config"}:      true,
	{"http://nacos.io/schema/nacos", "property-source"}:   true,
	{"http://nacos.io/schema/nacos", "global-properties"}: true,
}

func isDubbo(uri string) bool {
	return uri == alibabaURI || uri == apacheURI || uri == undeclaredURI
}

// isBeansURI reports whether Spring takes the namespace for its own: files
// with a DTD have none.
func isBeansURI(uri string) bool { return uri == beansURI || uri == "" }

// bindings are the namespace declarations in force, innermost last.
type bindings []binding

type binding struct{ prefix, uri string }

// lookup returns the namespace bound to a prefix.
func (b bindings) lookup(prefix string) (string, bool) {
	for i := len(b) - 1; i >= 0; i-- {
		if b[i].prefix == prefix {
			return b[i].uri, true
		}
	}
	switch prefix {
	case "":
		return "", true
	case "xml":
		return xmlURI, true
	case "xmlns":
		return "http://www.w3.org/2000/xmlns/", true
	}
	return "", false
}

// isDeclaration reports whether an attribute declares a namespace.
func isDeclaration(space, name string) bool {
	return space == "xmlns" || space == "" && name == "xmlns"
}

// hyphenate turns a bean property name into the attribute name that Dubbo's
// XML has for it (StringUtils.camelToSplitName).
func hyphenate(property string) string {
	switch property {
	case "isDefault":
		return "default"
	case "interfaceClass", "interfaceName":
		return "interface"
	case "registries", "registryIds":
		return "registry"
	case "protocols", "protocolIds":
		return "protocol"
	}
	if strings.IndexFunc(property, isUpper) < 0 {
		return property
	}
	var b strings.Builder
	for i, c := range property {
		if !isUpper(c) {
			b.WriteRune(c)
			continue
		}
		if i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(c + 'a' - 'A')
	}
	return b.String()
}

func isUpper(c rune) bool { return 'A' <= c && c <= 'Z' }
