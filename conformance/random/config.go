// Package random draws small legal configurations, for one Dubbo release and
// from a seed, and turns each into a case that real Dubbo and the auditor read
// alike.
//
// A configuration is a list of choices, each on a line of its own. What it
// takes to show a disagreement is found by leaving choices out (Smaller).
package random

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/conformance"
)

// Form is the way in which the consumer is configured.
type Form string

// The forms.
const (
	XML        Form = "xml"        // elements of Spring XML
	Annotation Form = "annotation" // annotated fields and setters, the rest in XML
	Java       Form = "java"       // annotated Spring configuration
	API        Form = "api"        // config objects, no Spring
	Boot       Form = "boot"       // Spring Boot with the starter of the release
)

// Place is where a choice is written.
type Place string

// The places. Keys of methods begin with the method: "slow.retries".
const (
	Reference          Place = "reference"           // of a reference: an attribute
	Method             Place = "method"              // of a reference: an attribute of a method
	Parameter          Place = "parameter"           // of a reference: a parameter
	Consumer           Place = "consumer"            // of a consumer, "-" for the plain one: an attribute
	ConsumerParameter  Place = "consumer-parameter"  // of a consumer: a parameter
	Application        Place = "application"         // a parameter of the application
	Registry           Place = "registry"            // an attribute of the registry
	Service            Place = "service"             // of the reference that calls it: an attribute
	ServiceMethod      Place = "service-method"      // the same: an attribute of a method
	ServiceParameter   Place = "service-parameter"   // the same: a parameter
	Provider           Place = "provider"            // an attribute of the provider
	ProviderProperties Place = "provider-properties" // dubbo.properties of the provider
	Properties         Place = "properties"          // dubbo.properties of the consumer
	Sysprop            Place = "sysprop"             // -D on the consumer's command line
	Environment        Place = "environment"         // a variable of the consumer
	Center             Place = "center"              // content of a config center
	YAML               Place = "yaml"                // application.yml
	Profile            Place = "profile"             // application-fast.yml, the active profile's
)

// Choice is one setting at one place.
type Choice struct {
	Place Place
	// Of is the reference or consumer that it belongs to, else "-".
	Of, Key, Value string
}

// Ref is a reference of the configuration and the methods called on it.
type Ref struct {
	ID      string
	Methods []string
}

// Name is how the case calls it: the probe reads the methods off it.
func (r Ref) Name() string {
	if slices.Equal(r.Methods, []string{"slow"}) {
		return r.ID
	}
	return r.ID + "__" + strings.Join(r.Methods, "_")
}

// Config is a configuration.
type Config struct {
	Name    string
	Form    Form
	Refs    []Ref
	Choices []Choice
}

// Case turns the configuration into a case. Its provider, where it has one of
// its own, listens at port; cases that run side by side have different ones.
func (c *Config) Case(port int) (*conformance.Case, error) {
	return conformance.ParseCase(c.Name, []byte(c.archive(port)))
}

// String writes the configuration in lines that Parse reads.
func (c *Config) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "case %s %s\n", c.Name, c.Form)
	for _, r := range c.Refs {
		fmt.Fprintf(&b, "call %s %s\n", r.ID, strings.Join(r.Methods, " "))
	}
	for _, x := range c.Choices {
		fmt.Fprintf(&b, "%s %s %s %s\n", x.Place, x.Of, x.Key, x.Value)
	}
	return b.String()
}

// Parse reads configurations; lines of other kinds go to other.
func Parse(text string, other func(c *Config, line string) error) ([]*Config, error) {
	var out []*Config
	for n, line := range strings.Split(strings.TrimSpace(text), "\n") {
		words := strings.SplitN(line, " ", 4)
		var err error
		switch {
		case words[0] == "case" && len(words) == 3:
			out = append(out, &Config{Name: words[1], Form: Form(words[2])})
		case len(out) == 0:
			err = fmt.Errorf("no case before it")
		case words[0] == "call" && len(words) > 2:
			c := out[len(out)-1]
			c.Refs = append(c.Refs, Ref{words[1], strings.Fields(strings.Join(words[2:], " "))})
		case words[0] == "=":
			err = other(out[len(out)-1], line)
		case len(words) == 4:
			c := out[len(out)-1]
			c.Choices = append(c.Choices, Choice{Place(words[0]), words[1], words[2], words[3]})
		default:
			err = fmt.Errorf("not a choice")
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %s: %w", n+1, line, err)
		}
	}
	return out, nil
}

// at returns the choices of a place and an owner.
func (c *Config) at(p Place, of string) []Choice {
	var out []Choice
	for _, x := range c.Choices {
		if x.Place == p && x.Of == of {
			out = append(out, x)
		}
	}
	return out
}

// value returns the value of one choice, "" where there is none.
func (c *Config) value(p Place, of, key string) string {
	for _, x := range c.at(p, of) {
		if x.Key == key {
			return x.Value
		}
	}
	return ""
}

// uses reports whether there is a choice at one of the places.
func (c *Config) uses(places ...Place) bool {
	return slices.ContainsFunc(c.Choices, func(x Choice) bool { return slices.Contains(places, x.Place) })
}

// ownProvider reports whether the configuration says something about the
// provider's side, which then is an application of its own.
func (c *Config) ownProvider() bool {
	return c.uses(Service, ServiceMethod, ServiceParameter, Provider, ProviderProperties)
}

// service returns group and version of the service that a reference calls.
func (c *Config) service(ref string) (group, version string) {
	if other := c.value(Reference, ref, sameAs); other != "" {
		ref = other
	}
	if c.ownProvider() {
		return c.Name, ref
	}
	if c.value(Reference, ref, "url") != "" {
		return "std", "" // the first service of the standard provider, which has the plain path in every version
	}
	return "std", "a" + strings.TrimPrefix(ref, "r")
}

// Keys that are no attributes: they say how the reference is written.
const (
	sameAs   = "same-as"   // calls the service of another reference
	nestedIn = "nested-in" // stands inside this consumer's element
	setter   = "setter"    // is annotated at the setter
)

// isAttribute reports whether the choice is a setting of its own.
func (x Choice) isAttribute() bool { return x.Key != sameAs && x.Key != nestedIn && x.Key != setter }
