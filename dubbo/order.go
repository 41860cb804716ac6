package dubbo

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
)

// Layer is one place that an attribute of a config object can come from.
type Layer uint8

// The layers. "ID" ones use the prefix with the object's id; "Fill" ones only
// fill what the layers before leave open, from the general prefixes.
const (
	BeanLayer  Layer = iota // the written attribute: XML, annotation, API, Boot-bound bean
	OuterLayer              // the value of the consumer or provider config (3.x, references and services)
	JVMID                   // -D with the id
	JVM                     // -D
	EnvID                   // environment variable with the id
	Env                     // environment variable
	EnvIfBean               // environment variable, where the bean sets the key too
	CenterID                // config centre with the id
	Center                  // config centre
	SpringID                // Spring environment with the id
	Spring                  // Spring environment (application.yml)
	FileID                  // dubbo.properties with the id
	File                    // dubbo.properties
	LegacyFile              // dubbo.service.invoke.timeout and its kin in dubbo.properties
	JVMFill                 // -D, general prefix
	EnvFill                 // environment variable, general prefix
	CenterFill              // config centre, general prefix
	SpringFill              // Spring environment, general prefix
	FileFill                // dubbo.properties, general prefix
)

// ObjectKind groups config objects by the way they read properties.
type ObjectKind uint8

// The kinds.
const (
	GeneralObject ObjectKind = iota // consumer, provider, registry, application, module, protocol
	EndObject                       // reference, service
	MethodObject                    // method
)

// Order is the order of layers, strongest first, for one kind of object.
type Order struct {
	Kind     ObjectKind
	Versions Range
	// WithID and Boot pick a row by whether the object has an id, and
	// whether Spring Boot bound it (general objects) or runs (the others);
	// nil fits both.
	WithID, Boot *bool
	Layers       []Layer
	Proof        lang.Text
}

var (
	yes = ptr(true)
	no  = ptr(false)
)

func ptr[T any](v T) *T { return &v }

// orders are tried from the top; the first that fits counts.
var orders = []Order{
	{GeneralObject, Range{"", "2.6.12"}, nil, yes, []Layer{JVMID, JVM, EnvIfBean, BeanLayer, FileID, File, LegacyFile},
		lang.T("measured: Spring Boot table, 2.6.2")},
	{GeneralObject, Range{"", "2.6.12"}, nil, no, []Layer{JVMID, JVM, BeanLayer, FileID, File, LegacyFile},
		lang.T("2.6.12 AbstractConfig:92-160; measured: sysprop-consumer-element and props-consumer* on 2.6.2, 2.6.12")},
	{GeneralObject, Range{"2.7.0", "2.7.2"}, nil, nil, []Layer{JVMID, JVM, CenterID, Center, BeanLayer, FileID, File},
		lang.T("2.7.0 AbstractConfig:552-557; measured: sysprop-consumer-element, env-consumer and bare-key on 2.7.2")},
	{GeneralObject, Range{"2.7.3", "2.7.5"}, nil, nil, []Layer{JVMID, JVM, EnvID, Env, CenterID, Center, BeanLayer, FileID, File},
		lang.T("2.7.3 Environment:117-121; measured: props-cluster on 2.7.3-2.7.5, sysprop-consumer*, env-consumer* on 2.7.5")},
	{GeneralObject, Range{"2.7.8", "2.7.23"}, nil, yes, []Layer{JVM, BeanLayer, Env, Center, File},
		lang.T("measured: Spring Boot table, 2.7.8 and 2.7.23")},
	{GeneralObject, Range{"2.7.6", "2.7.23"}, yes, nil, []Layer{JVMID, EnvID, CenterID, BeanLayer, FileID, JVM, Env, Center, File},
		lang.T("2.7.23 CompositeConfiguration:114-127; measured: sysprop-consumer-element on 2.7.8, 2.7.23")},
	{GeneralObject, Range{"2.7.6", "2.7.23"}, no, nil, []Layer{JVM, Env, Center, BeanLayer, File},
		lang.T("2.7.23 Environment:120-143; measured: sysprop-cluster on 2.7.8, Spring Boot table 2.7.6")},
	{GeneralObject, Range{"3.0.0", "3.2.99"}, nil, nil, []Layer{JVM, Center, Spring, BeanLayer, File},
		lang.T("3.2.16 Environment:227-243; measured: sysprop-consumer-element and Spring Boot table on 3.2.19 (env never read)")},
	{GeneralObject, Range{"3.3.0", ""}, nil, nil, []Layer{JVM, Env, Center, Spring, BeanLayer, File},
		lang.T("measured: sysprop-consumer-element and Spring Boot table on 3.3.6")},

	{EndObject, Range{"", "2.6.12"}, nil, nil, []Layer{JVMID, JVM, BeanLayer, SpringID, FileID, Spring, File},
		lang.T("2.6.12 AbstractConfig:92-160; measured: props-reference-* and sysprop-reference-* on 2.6.2, Spring Boot table")},
	{EndObject, Range{"2.7.0", "2.7.2"}, nil, nil, []Layer{JVMID, JVM, CenterID, Center, BeanLayer, SpringID, FileID, Spring, File},
		lang.T("2.7.0 ReferenceConfig:575; measured: sysprop-reference-interface on 2.7.2")},
	{EndObject, Range{"2.7.3", "2.7.5"}, nil, nil, []Layer{JVMID, JVM, EnvID, Env, CenterID, Center, BeanLayer, SpringID, FileID, Spring, File},
		lang.T("2.7.3 Environment:117-121; measured: sysprop-reference-*, env-reference on 2.7.5")},
	{EndObject, Range{"2.7.6", "2.7.23"}, yes, nil, []Layer{JVMID, EnvID, CenterID, BeanLayer, SpringID, FileID, JVM, Env, Center, Spring, File},
		lang.T("2.7.23 CompositeConfiguration:114-127; measured: sysprop-reference-interface on 2.7.8, 2.7.23, Spring Boot table 2.7.6")},
	{EndObject, Range{"2.7.6", "2.7.23"}, no, nil, []Layer{JVM, Env, Center, BeanLayer, Spring, File},
		lang.T("measured: Spring Boot table, 2.7.8 and 2.7.23")},
	{EndObject, Range{"3.0.0", "3.1.3"}, nil, nil, []Layer{JVM, Center, Spring, BeanLayer, OuterLayer, File},
		lang.T("3.0.0 ReferenceConfigBase:133-144; measured: props-reference-global, sysprop-reference-* on 3.1.3")},
	{EndObject, Range{"3.1.4", "3.1.6"}, nil, nil, []Layer{JVM, Center, Spring, JVMFill, CenterFill, SpringFill, BeanLayer, OuterLayer, File, FileFill},
		lang.T("measured: sysprop-reference-global on 3.1.4, 3.1.5 and 3.1.6 (-D beats the attribute), 3.1.3, 3.1.7-3.1.11 and 3.2.0 (it does not)")},
	{EndObject, Range{"3.1.7", "3.2.99"}, nil, nil, []Layer{JVM, Center, Spring, BeanLayer, JVMFill, CenterFill, SpringFill, OuterLayer, File, FileFill},
		lang.T("3.2.16 ReferenceConfigBase:132-170; measured: props-reference-*, sysprop-reference-* and Spring Boot table on 3.2.19")},
	{EndObject, Range{"3.3.0", ""}, nil, nil, []Layer{JVM, Env, Center, Spring, BeanLayer, JVMFill, EnvFill, CenterFill, SpringFill, OuterLayer, File, FileFill},
		lang.T("measured: props-reference-*, sysprop-reference-* and Spring Boot table on 3.3.6")},

	{MethodObject, Range{"", "2.6.12"}, nil, nil, []Layer{BeanLayer}, lang.T("2.6.12 AbstractConfig:92-160 is not applied to methods")},
	{MethodObject, Range{"2.7.0", "2.7.2"}, nil, nil, []Layer{JVM, Center, BeanLayer, File}, lang.T("2.7.0 MethodConfig:277; not measured")},
	{MethodObject, Range{"2.7.3", "2.7.23"}, nil, nil, []Layer{JVM, Env, Center, BeanLayer, File}, lang.T("2.7.4.1 AbstractInterfaceConfig:455-457; not measured")},
	{MethodObject, Range{"3.0.0", "3.2.99"}, nil, nil, []Layer{JVM, Center, Spring, BeanLayer, File}, lang.T("3.2.16 AbstractInterfaceConfig:290-335; measured: Spring Boot notes, 3.2.19")},
	{MethodObject, Range{"3.3.0", ""}, nil, nil, []Layer{JVM, Env, Center, Spring, BeanLayer, File}, lang.T("measured: Spring Boot notes, 3.3.6")},
}

// CenterBehindBean returns the order for a config centre without the highest
// priority, up to 2.7.23: what is written ranks over it. 3.x has the setting and
// never reads it. Measured: case center-consumer-low on 2.7.4.1 and 2.7.5
// against 3.1.11, 3.2.19 and 3.3.6.
func (o *Order) CenterBehindBean() *Order {
	center := func(l Layer) bool { return l == Center || l == CenterID }
	i := slices.Index(o.Layers, BeanLayer)
	var before, behind []Layer
	for _, l := range o.Layers[:i] {
		if center(l) {
			behind = append(behind, l)
		} else {
			before = append(before, l)
		}
	}
	low := *o
	low.Layers = slices.Concat(before, []Layer{BeanLayer}, behind, o.Layers[i+1:])
	return &low
}

// OrderOf returns the order of layers for an object in a version, nil for an
// unknown version.
func OrderOf(kind ObjectKind, v Version, hasID, boot bool) *Order {
	for i := range orders {
		o := &orders[i]
		if o.Kind == kind && o.Versions.Contains(v) &&
			(o.WithID == nil || *o.WithID == hasID) && (o.Boot == nil || *o.Boot == boot) {
			return o
		}
	}
	return nil
}
