package dubbo

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// schemaText is the attribute table. It is data kept by hand: a new release
// adds its attributes as lines, or moves a last tag. Its head says where the
// rows come from.
//
//go:embed schema.tsv
var schemaText string

// newestSchema is the newest tag in the table: an attribute that it has is
// taken to be in every later version.
const newestSchema = "3.3.1"

// Attr is one attribute of an XML element or an annotation ("@Reference").
type Attr struct {
	Element, Name string
	// Apache is set for the namespace dubbo.apache.org and the package
	// org.apache.dubbo; the other is alibabatech.com and com.alibaba.
	Apache   bool
	Versions Range
	// Gaps are tags inside Versions without the attribute.
	Gaps []string
}

var schema = sync.OnceValue(func() map[string][]Attr {
	out := map[string][]Attr{}
	for line := range strings.Lines(schemaText) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(f) < 5 {
			continue
		}
		a := Attr{Element: f[0], Name: f[1], Apache: f[2] == "apache", Versions: Range{f[3], f[4]}}
		if a.Versions.To == newestSchema {
			a.Versions.To = ""
		}
		if len(f) > 5 {
			a.Gaps = strings.Split(f[5], ",")
		}
		out[a.Element] = append(out[a.Element], a)
	}
	return out
})

// Attrs returns the attributes of an XML element or annotation over all
// versions and both namespaces; nil for an unknown one.
func Attrs(element string) []Attr { return schema()[element] }

// AttrIn reports whether the element has the attribute in a known version.
func AttrIn(element, name string, apache bool, v Version) bool {
	for _, a := range Attrs(element) {
		if a.Name == name && a.Apache == apache && a.Versions.Contains(v) && !slices.Contains(a.Gaps, v.Base) {
			return true
		}
	}
	return false
}

// KnownAttr reports whether any version has the attribute on the XML element.
func KnownAttr(element, name string) bool {
	return slices.ContainsFunc(Attrs(element), func(a Attr) bool { return a.Name == name })
}

// annotated lists the annotations that stand for an element.
var annotated = map[string][]string{
	"reference": {"@Reference", "@DubboReference"},
	"service":   {"@Service", "@DubboService"},
	"method":    {"@Method"},
	"argument":  {"@Argument"},
}

// KnownProperty reports whether a bean property of the element exists in any
// version, by XML attribute or annotation attribute, written in kebab, camel
// or snake case.
func KnownProperty(element, name string) bool {
	return knownProperties()[element+" "+fold(name)]
}

// knownProperties holds "element name", the name folded.
var knownProperties = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for element, attrs := range schema() {
		for _, a := range attrs {
			out[element+" "+fold(a.Name)] = true
		}
	}
	for element, annotations := range annotated {
		for _, annotation := range annotations {
			for _, a := range Attrs(annotation) {
				out[element+" "+fold(a.Name)] = true
			}
		}
	}
	return out
})

// knownMistakes are wrong names that stand too far from the right one for a
// distance: Dubbo's own documentation wrote retry="2".
var knownMistakes = map[string]string{"retry": "retries", "retrytimes": "retries", "retrycount": "retries"}

// NearestAttr returns the attribute of the XML element that a wrong name most
// likely means, "" when none is near.
func NearestAttr(element, name string) string {
	want := fold(name)
	if right := knownMistakes[want]; right != "" && KnownAttr(element, right) {
		return right
	}
	names := make([]string, 0, len(Attrs(element)))
	for _, a := range Attrs(element) {
		names = append(names, a.Name)
	}
	return Nearest(name, names)
}

// Nearest returns the name that a wrong word most likely means, "" when none
// is near. Case, hyphens, underscores and dots do not count.
func Nearest(word string, names []string) string {
	want := fold(word)
	best, bestDist := "", nearLimit(want)+1
	for _, name := range names {
		if d := distance(want, fold(name)); d < bestDist {
			best, bestDist = name, d
		}
	}
	return best
}

// nearLimit is how many slips of the pen still mean the same word: one in a
// short word, two in a long one.
func nearLimit(word string) int {
	switch {
	case len(word) < 4:
		return 0
	case len(word) < 8:
		return 1
	}
	return 2
}

// fold drops case, hyphens, underscores and dots.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// distance is the Damerau-Levenshtein distance in its restricted form:
// insertions, deletions, substitutions, and swaps of neighbours count one.
func distance(a, b string) int {
	if d := len(a) - len(b); d > 2 || d < -2 {
		return 3
	}
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
