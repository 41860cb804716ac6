package idempotency

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// mappings are the annotations that bind a method to one HTTP verb: JAX-RS
// and Spring MVC.
var mappings = map[string]string{
	"GET": "GET", "HEAD": "HEAD", "OPTIONS": "GET", "PUT": "PUT", "DELETE": "DELETE", "POST": "POST", "PATCH": "PATCH",
	"GetMapping": "GET", "PutMapping": "PUT", "DeleteMapping": "DELETE", "PostMapping": "POST", "PatchMapping": "PATCH",
	"GetExchange": "GET", "PutExchange": "PUT", "DeleteExchange": "DELETE", "PostExchange": "POST", "PatchExchange": "PATCH",
}

// http reads the HTTP verb of the interface's method. It decides where the
// name does not: people query by POST and create by GET, so against a clear
// name it is only mentioned.
func (d *draft) http() {
	if d.decl == nil {
		return
	}
	for _, a := range d.decl.Annotations {
		verb := httpVerb(a)
		if verb == "" {
			continue
		}
		d.add(Evidence{Kind: "http", Text: lang.Verbatim("HTTP " + verb), At: a.At})
		kind := httpKind(verb)
		switch {
		case kind == d.Kind:
			d.confidence = min(d.confidence+1, high)
		case d.Kind == Unknown && kind == Write:
			d.becomes(Write, B, medium)
		case d.Kind == Unknown:
			d.becomes(kind, NoStrength, medium)
		}
		return
	}
}

func httpKind(verb string) Kind {
	switch verb {
	case "GET", "HEAD":
		return Read
	case "PUT", "DELETE":
		return Idempotent
	}
	return Write
}

// httpVerb returns the verb of a mapping annotation, "" for any other one and
// for a mapping of several verbs.
func httpVerb(a *decl.Annotation) string {
	name := simple(a.Name)
	if v := mappings[name]; v != "" {
		return v
	}
	if name != "RequestMapping" && name != "Mapping" && name != "HttpExchange" {
		return ""
	}
	e := a.Arg("method")
	if e != nil && e.Kind == decl.ArrayExpr && len(e.Elems) == 1 {
		e = e.Elems[0]
	}
	if e == nil || e.Kind != decl.NameExpr && e.Kind != decl.StringExpr {
		return ""
	}
	verb := strings.ToUpper(simple(e.Text))
	if mappings[verb] == "" {
		return ""
	}
	return mappings[verb]
}
