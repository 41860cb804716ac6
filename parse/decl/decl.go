// Package decl is the common language of the readers: what one file declares,
// with places, and nothing resolved. Placeholders stay "${x}", constants stay
// names, imports stay paths.
package decl

import "github.com/dubboaudit/dubboaudit/parse/source"

// Unit is what a reader makes of one file. A reader fills the part of its
// format and leaves the others empty.
type Unit struct {
	File *source.File
	// XML holds the elements below <beans>, in order, those of nested
	// <beans> included (see Element.Profiles).
	XML []*Element
	// Docs holds the documents of a .properties or YAML file.
	Docs []*Document
	// Java is a compilation unit, or a class file as if it were its source.
	Java *JavaFile
	// Build is a build file of Maven or Gradle, or a Dubbo jar.
	Build *BuildFile
	// Mapper is a mapper file of MyBatis or iBatis.
	Mapper *Mapper
	// Schema is what a .sql file or a changelog says about tables.
	Schema *Schema
	// Clusters are the names that an extension file of Dubbo registers.
	Clusters []string
	// Problems is what the reader could not understand; the rest of the
	// unit is still good.
	Problems []source.Problem
}

// Form tells how a configuration was written. Its values are part of the JSON
// output of explain.
type Form string

// The forms.
const (
	FormXML        Form = "xml"        // <dubbo:reference>
	FormBean       Form = "bean"       // <bean class="...ReferenceBean">
	FormAnnotation Form = "annotation" // @DubboReference
	FormAPI        Form = "api"        // new ReferenceConfig<>()
	FormBoot       Form = "boot"       // dubbo.consumer.* in application.yml
)

// Element is a configuration element of Dubbo or Spring in an XML file. A
// <bean> whose class is one of Dubbo's config classes is presented as the
// Dubbo element it stands for, with Form FormBean.
type Element struct {
	// Tag is the local name for elements of Dubbo's namespaces ("reference",
	// "consumer", "method", "parameter", ...), "bean" for other beans,
	// "import", "property-placeholder", "property-source".
	Tag  string
	Form Form
	// Namespace is the namespace URI as written.
	Namespace string
	Attrs     []Attr
	Children  []*Element
	Parent    *Element
	// Class is the class name of a bean.
	Class string
	// Profiles holds the profile attributes of the <beans> elements around,
	// outermost first: all of them must match. Each is as written
	// ("dev,!test").
	Profiles []string
	// Text is the trimmed character data, where it is the value (a
	// <value>text</value> of a bean property, for example).
	Text string
	At   source.Span // the start tag
}

// Attr is one attribute, or one <property> of a bean presented as a Dubbo
// element. The name is local; Namespace is "" for plain ones. The value has
// entities expanded and white space trimmed.
type Attr struct {
	Namespace, Name, Value string
	NameAt, ValueAt        source.Span // ValueAt: inside the quotes
}

// Attr returns the last plain attribute of that name, or nil.
func (e *Element) Attr(name string) *Attr {
	for i := len(e.Attrs) - 1; i >= 0; i-- {
		if a := &e.Attrs[i]; a.Name == name && a.Namespace == "" {
			return a
		}
	}
	return nil
}

// Value returns the value of a plain attribute, "" when there is none.
func (e *Element) Value(name string) string {
	if a := e.Attr(name); a != nil {
		return a.Value
	}
	return ""
}

// Document is one document of a .properties or YAML file.
type Document struct {
	// OnProfile is the raw value of spring.profiles or
	// spring.config.activate.on-profile, "" where there is none.
	OnProfile string
	// Props is in file order with duplicates kept. YAML is flattened as
	// Spring does it: "a.b[0].c".
	Props []Property
}

// Property is one key with its value. The value keeps placeholders and Maven
// tokens ("@x@") as written.
type Property struct {
	Key, Value     string
	KeyAt, ValueAt source.Span
	// Tag is YAML's resolved type ("!!str", "!!int", "!!bool", ...), "" in
	// .properties: some versions lose numbers and booleans.
	Tag string
}
