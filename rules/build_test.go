package rules

import (
	"fmt"
	"strings"
	"time"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/retrylayer"
)

// world is a model in the making.
type world struct {
	effective.Model
	verdicts map[*effective.Call]idempotency.Verdict
	ways     map[*effective.Call][]*retrylayer.Way
	keys     map[*effective.Call][]retrylayer.Key
}

func (w *world) look() Look {
	return Look{
		Verdict: w.verdict,
		Ways:    func(c *effective.Call, _ bool) []*retrylayer.Way { return w.ways[c] },
		Keys:    func(c *effective.Call, _ *retrylayer.Way) []retrylayer.Key { return w.keys[c] },
	}
}

// way adds a way to a call.
func (w *world) way(c *effective.Call, way *retrylayer.Way) {
	if len(c.CalledAt) == 0 {
		c.CalledAt = []source.Span{placed("Gateway.java", c.Method)}
	}
	if w.ways == nil {
		w.ways = map[*effective.Call][]*retrylayer.Way{}
	}
	w.ways[c] = append(w.ways[c], way)
}

// deployed adds an application on a version, "" for an unknown one.
func (w *world) deployed(name, version string) *effective.App {
	a := &effective.App{App: &application.App{Name: name, Root: name}}
	if version != "" {
		a.App.Version = application.Version{Version: dubbo.MustVersion(version), Origin: "pom", Artifact: "org.apache.dubbo:dubbo"}
		a.App.Versions = []application.Version{a.App.Version}
	}
	w.Apps = append(w.Apps, a)
	return a
}

const orders = "com.acme.OrderService"

// file makes a source file; every text gets a place of its own.
func file(path, text string) *source.File {
	f, problem := source.New(path, []byte(text), "")
	if problem != nil {
		panic(problem)
	}
	return f
}

// span finds a text in a file.
func span(f *source.File, text string) source.Span {
	i := strings.Index(string(f.Text), text)
	if i < 0 {
		panic(fmt.Sprintf("%q is not in %s", text, f.Path))
	}
	return source.Span{File: f, Lo: i, Hi: i + len(text)}
}

// placed is a span in a file of that content alone.
func placed(path, text string) source.Span { return span(file(path, text), text) }

// set makes a setting written at a place of its own.
func set(name, value string) *application.Setting {
	f := file(name+".xml", fmt.Sprintf("%s=%q", name, value))
	return &application.Setting{Name: name, Raw: value, Value: value, Known: true, NameAt: span(f, name), At: span(f, value+`"`)}
}

// config makes a config object of alternating names and values.
func config(tag string, form decl.Form, pairs ...string) *application.Config {
	c := &application.Config{Tag: tag, Form: form, At: placed(tag+".xml", "<dubbo:"+tag+"/>")}
	for i := 0; i+1 < len(pairs); i += 2 {
		c.Settings = append(c.Settings, set(pairs[i], pairs[i+1]))
	}
	return c
}

// refers adds an XML reference whose check is on.
func refers(a *effective.App, iface string) *effective.Reference {
	text := fmt.Sprintf("<dubbo:reference id=\"x\" interface=%q/>", iface)
	c := &application.Config{Tag: "reference", Form: decl.FormXML, ID: "x", At: placed(fmt.Sprintf("%s/%d.xml", a.Root, len(a.References)), text)}
	c.Interface = &application.Setting{Name: "interface", Raw: iface, Value: iface, Known: true}
	r := &effective.Reference{App: a, Config: c}
	r.Check = byDefaultValue(true)
	r.Lazy = byDefaultValue(false)
	r.URL = byDefaultValue("")
	a.References = append(a.References, r)
	a.App.Configs = append(a.App.Configs, c)
	return r
}

// annotated turns a reference into an annotation with arguments.
func annotated(r *effective.Reference, args string) *effective.Reference {
	r.Form, r.Annotation = decl.FormAnnotation, "org.apache.dubbo.config.annotation.DubboReference"
	if r.App.Version.Before("2.7.0") {
		r.Annotation = "com.alibaba.dubbo.config.annotation.Reference"
	}
	r.At = placed("A.java", "@DubboReference"+args)
	return r
}

func byDefaultValue[T any](v T) effective.Value[T] {
	return effective.Value[T]{V: v, Known: true, From: effective.Origin{Level: effective.Default}}
}

// given is a value that somebody wrote.
func given[T any](v T, level effective.Level) effective.Value[T] {
	raw := fmt.Sprint(v)
	if d, ok := any(v).(time.Duration); ok {
		raw = fmt.Sprint(d.Milliseconds())
	}
	return effective.Value[T]{V: v, Known: true, Raw: raw, From: effective.Origin{Level: level, At: placed(string(level)+".xml", raw)}}
}

func undecidedValue[T any](why string) effective.Value[T] {
	return effective.Value[T]{Unknown: lang.T("%s", why)}
}

// beats adds a loser to a value.
func beats[T any](v effective.Value[T], raw string, level effective.Level, q dubbo.QuirkID) effective.Value[T] {
	reason := lang.T("it loses")
	if row := dubbo.QuirkByID(q); row != nil {
		reason = row.Reason
	}
	v.Shadowed = append(v.Shadowed, effective.Loser{Raw: raw, Quirk: q, Reason: reason,
		From: effective.Origin{Level: level, At: placed("lost-"+string(level)+".xml", raw)}})
	return v
}

// method adds a call with Dubbo's defaults; edit may change it before its
// executions are counted.
func (w *world) method(r *effective.Reference, name string, edit func(*effective.Call)) *effective.Call {
	c := &effective.Call{
		Ref: r, Method: name, Signature: name + "()", Mode: effective.Sync,
		Retries: byDefaultValue(2), Timeout: byDefaultValue(time.Second), Cluster: byDefaultValue("failover"),
		Loadbalance: byDefaultValue("random"), Async: byDefaultValue(false), Mock: byDefaultValue(""), Forks: byDefaultValue(2),
	}
	if name != unknownMethod {
		c.Decl = &decl.Method{Name: name, Return: decl.TypeRef{Name: "String"}}
	}
	if edit != nil {
		edit(c)
	}
	if !c.Executions.Known && c.Executions.Unknown.IsZero() && c.Fails == nil {
		c.Executions = effective.Value[int]{V: 1, Known: true}
		if c.Mode == effective.Sync && c.Cluster.V == "failover" {
			c.Executions = effective.Value[int]{V: max(1, c.Retries.V+1), Known: c.Retries.Known}
		}
	}
	c.MaxExecutions = max(c.MaxExecutions, c.Executions.V)
	c.WorstCase = time.Duration(c.Executions.V) * c.Timeout.V
	r.Calls = append(r.Calls, c)
	return c
}

// verdict judges by the first letters: create, pay and insert are certain
// writes, send a likely one, the rest reads.
func (w *world) verdict(c *effective.Call) idempotency.Verdict {
	if v, ok := w.verdicts[c]; ok {
		return v
	}
	v := idempotency.Verdict{Kind: idempotency.Read, Confidence: "high"}
	switch {
	case c.Method == unknownMethod:
		v.Kind, v.Confidence = idempotency.Unknown, "low"
	case strings.HasPrefix(c.Method, "create"), strings.HasPrefix(c.Method, "pay"), strings.HasPrefix(c.Method, "refresh"):
		v.Kind, v.Strength, v.Money = idempotency.Write, idempotency.A, strings.HasPrefix(c.Method, "pay")
	case strings.HasPrefix(c.Method, "send"):
		v.Kind, v.Strength = idempotency.Write, idempotency.B
	}
	return v
}

// judge changes the verdict on a call.
func (w *world) judge(c *effective.Call, edit func(*idempotency.Verdict)) {
	v := w.verdict(c)
	edit(&v)
	if w.verdicts == nil {
		w.verdicts = map[*effective.Call]idempotency.Verdict{}
	}
	w.verdicts[c] = v
}

// exports adds a service with published settings of alternating keys and
// values.
func exports(a *effective.App, iface string, pairs ...string) *effective.Service {
	c := config("service", decl.FormXML, pairs...)
	c.Interface = &application.Setting{Name: "interface", Raw: iface, Value: iface, Known: true}
	s := &effective.Service{App: a, Config: c, Published: map[string]map[string]effective.Published{"": {}}}
	for _, x := range c.Settings {
		s.Published[""][x.Name] = effective.Published{Setting: x, Level: effective.AtService}
	}
	a.Services = append(a.Services, s)
	a.App.Configs = append(a.App.Configs, c)
	return s
}

// property adds a property written in a file.
func property(a *effective.App, path, key, value string) *application.Property {
	text := key + "=" + value
	f := file(path, text)
	p := &application.Property{Source: application.SpringEnv, Setting: application.Setting{
		Name: key, Raw: value, Value: value, Known: true, NameAt: span(f, key), At: source.Span{File: f, Lo: len(key) + 1, Hi: len(text)}}}
	a.App.Properties = append(a.App.Properties, p)
	return p
}
