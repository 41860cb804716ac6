package dubbo

// AnnotationDefault is the default of one annotation attribute over a range
// of versions. A written value equal to it is treated as not written
// (AnnotationDefaultDropped).
type AnnotationDefault struct {
	// Type is "Reference", "Service" or "Method": the annotation without
	// package and without "Dubbo" in front.
	Type string
	// Attr is the XML name of the attribute.
	Attr     string
	Versions Range
	Value    string
}

// annotationDefaults are read from the annotation classes of 31 tags and by
// javap from 27 jars; retries of Reference is measured (case annotation).
// Text attributes default to "" everywhere and have no row.
var annotationDefaults = []AnnotationDefault{
	{"Reference", "retries", Range{"", "2.6.3"}, "0"},
	{"Reference", "retries", Range{"2.6.4", "2.7.23"}, "2"},
	{"Reference", "retries", Range{"3.0.0", ""}, "-1"},
	{"Reference", "timeout", Range{"", "2.7.23"}, "0"},
	{"Reference", "timeout", Range{"3.0.0", ""}, "-1"},
	{"Reference", "check", Range{"", "2.5.5"}, "false"},
	{"Reference", "check", Range{"2.5.6", ""}, "true"},
	{"Reference", "init", Range{"", "2.7.23"}, "false"},
	{"Reference", "init", Range{"3.0.0", ""}, "true"},
	{"Reference", "injvm", Range{"", "2.7.0"}, "false"},
	{"Reference", "injvm", Range{"2.7.1", ""}, "true"},
	{"Reference", "lazy", Range{}, "false"},
	{"Reference", "async", Range{}, "false"},
	{"Reference", "sticky", Range{}, "false"},
	{"Reference", "sent", Range{}, "false"},
	{"Reference", "generic", Range{}, "false"},
	{"Reference", "stubevent", Range{}, "false"},
	{"Reference", "actives", Range{"", "2.7.23"}, "0"},
	{"Reference", "actives", Range{"3.0.0", ""}, "-1"},
	{"Reference", "connections", Range{"", "2.7.23"}, "0"},
	{"Reference", "connections", Range{"3.0.0", ""}, "-1"},
	{"Service", "retries", Range{"", "2.6.12"}, "0"},
	{"Service", "retries", Range{"2.7.0", "2.7.23"}, "2"},
	{"Service", "retries", Range{"3.0.0", ""}, "-1"},
	{"Service", "timeout", Range{"", "2.7.23"}, "0"},
	{"Service", "timeout", Range{"3.0.0", ""}, "-1"},
	{"Service", "async", Range{}, "false"},
	{"Service", "sent", Range{}, "false"},
	{"Service", "actives", Range{"", "2.7.23"}, "0"},
	{"Service", "actives", Range{"3.0.0", ""}, "-1"},
	{"Service", "executes", Range{"", "2.7.23"}, "0"},
	{"Service", "executes", Range{"3.0.0", ""}, "-1"},
	{"Service", "weight", Range{"", "2.7.23"}, "0"},
	{"Service", "weight", Range{"3.0.0", ""}, "-1"},
	{"Method", "retries", Range{}, "-1"},
	{"Method", "timeout", Range{}, "-1"},
	{"Method", "async", Range{}, "false"},
	{"Method", "sent", Range{}, "true"},
	{"Method", "sticky", Range{}, "false"},
	{"Method", "actives", Range{"", "2.7.23"}, "0"},
	{"Method", "actives", Range{"3.0.0", ""}, "-1"},
	{"Method", "executes", Range{"", "2.7.23"}, "0"},
	{"Method", "executes", Range{"3.0.0", ""}, "-1"},
	// return is always set by the binder, whatever is written.
}

// legacyServiceRetries: the com.alibaba @Service shipped inside 2.7.x keeps
// the old default until 3.0 (read from the 2.7.3 and 2.7.4.1 jars).
const legacyServicePackage = "com.alibaba.dubbo.config.annotation.Service"

// DefaultOf returns the default of an annotation's attribute in a version.
// The annotation is named in full; ok is false where the attribute has no
// value that can be dropped.
func DefaultOf(annotation, attr string, v Version) (value string, ok bool) {
	kind := annotationKind(annotation)
	if annotation == legacyServicePackage && attr == "retries" && v.AtLeast("2.7.0") && v.Before("3.0.0") {
		return "0", true
	}
	for _, d := range annotationDefaults {
		if d.Type == kind && d.Attr == attr && d.Versions.Contains(v) {
			return d.Value, true
		}
	}
	return "", false
}

func annotationKind(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '.' {
			name = name[i+1:]
			break
		}
	}
	switch name {
	case "DubboReference", "Reference":
		return "Reference"
	case "DubboService", "Service":
		return "Service"
	}
	return name
}
