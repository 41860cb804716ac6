package effective

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Level says where a value was set. The texts are part of the JSON output.
type Level string

// The levels.
const (
	Default        Level = "default"
	AtMethod       Level = "method"
	AtReference    Level = "reference"
	AtConsumer     Level = "consumer"
	AtModule       Level = "module"
	AtApplication  Level = "application"
	ProviderMethod Level = "provider-method"
	AtService      Level = "service"
	AtProvider     Level = "provider"
	AtRegistry     Level = "registry"
	AtURL          Level = "url"
	JVMProperty    Level = "jvm-property"
	Environment    Level = "environment"
	ConfigCenter   Level = "config-center"
	SpringEnv      Level = "spring-environment"
	DubboProps     Level = "dubbo-properties"
	AnnotationDef  Level = "annotation-default"
	VersionQuirk   Level = "version-quirk"
	GovernanceRule Level = "governance-rule"
)

// levelWords are the levels as people read them.
var levelWords = map[Level]lang.Text{
	Default: lang.T("default"), AtMethod: lang.T("method"), AtReference: lang.T("reference"), AtConsumer: lang.T("consumer"),
	AtModule: lang.T("module"), AtApplication: lang.T("application"), ProviderMethod: lang.T("provider-method"),
	AtService: lang.T("service"), AtProvider: lang.T("provider"), AtRegistry: lang.T("registry"), AtURL: lang.Verbatim("url"),
	JVMProperty: lang.T("jvm-property"), Environment: lang.T("environment"), ConfigCenter: lang.T("config-center"),
	SpringEnv: lang.T("spring-environment"), DubboProps: lang.Verbatim("dubbo-properties"),
	AnnotationDef: lang.T("annotation-default"), VersionQuirk: lang.T("version-quirk"), GovernanceRule: lang.T("governance-rule"),
}

// In names the level to people; so does a phrase that has it as an argument.
func (l Level) In(reader lang.Language) string {
	if words := levelWords[l]; !words.IsZero() {
		return words.In(reader)
	}
	return string(l)
}

// Origin is where a value came from.
type Origin struct {
	Level Level
	// At is the place, invalid for a built-in value.
	At source.Span
	// Key is the setting as it was named there: "retries",
	// "dubbo.consumer.retries", "slow.retries".
	Key string
	// Via are the places of placeholders and constants passed through, the
	// outermost first.
	Via []source.Span
	// Quirk is the row that made the value, for Level VersionQuirk.
	Quirk dubbo.QuirkID
}

// Loser is a value that somebody wrote and that has no effect.
type Loser struct {
	Raw string
	// Value is the text with placeholders and constants resolved, and without
	// the quotes of a Java literal; "" where it is not known.
	Value string
	From  Origin
	// Quirk is the row that defeats it; "" when it lost in the plain order
	// of levels (method over reference over consumer ...).
	Quirk dubbo.QuirkID
	// Reason says why, in words.
	Reason lang.Text
}

// Value is an effective setting with where it came from and what it beat.
type Value[T any] struct {
	V T
	// Known is false where the files do not tell; then V is the zero value,
	// and Unknown says what would decide it.
	Known   bool
	Unknown lang.Text
	// Raw is the winning text as written, "" for a default.
	Raw      string
	From     Origin
	Shadowed []Loser
}

// IsDefault reports whether nobody's setting reached the call.
func (v Value[T]) IsDefault() bool { return v.From.Level == Default }

// Lost returns the first loser defeated by the quirk, or nil.
func (v Value[T]) Lost(q dubbo.QuirkID) *Loser {
	for i := range v.Shadowed {
		if v.Shadowed[i].Quirk == q {
			return &v.Shadowed[i]
		}
	}
	return nil
}

// Text is the value as it reads without quotes, placeholders and constants,
// as far as that is known.
func (l Loser) Text() string {
	if l.Value != "" {
		return l.Value
	}
	return l.Raw
}
