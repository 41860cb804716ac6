package report

import (
	"fmt"
	"io"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
)

type jsonExplanation struct {
	SchemaVersion string    `json:"schemaVersion"`
	Applications  []jsonApp `json:"applications"`
}

type jsonApp struct {
	Name         string          `json:"name"`
	Root         string          `json:"root"`
	DubboVersion jsonVersion     `json:"dubboVersion"`
	References   []jsonReference `json:"references"`
}

type jsonVersion struct {
	Value    *string   `json:"value"`
	Origin   *string   `json:"origin"`
	Location *location `json:"location"`
}

type jsonReference struct {
	ID                    string       `json:"id"`
	Interface             string       `json:"interface"`
	Group                 string       `json:"group"`
	Version               string       `json:"version"`
	Form                  string       `json:"form"`
	Location              *location    `json:"location"`
	Test                  bool         `json:"test"`
	Check                 jsonSetting  `json:"check"`
	StartsWithoutProvider *bool        `json:"startsWithoutProvider"`
	Fails                 *jsonFailure `json:"fails"`
	Methods               []jsonMethod `json:"methods"`
}

type jsonMethod struct {
	Name        string         `json:"name"`
	Signature   string         `json:"signature"`
	CalledAt    []*location    `json:"calledAt"`
	Idempotency jsonVerdict    `json:"idempotency"`
	Retries     jsonSetting    `json:"retries"`
	TimeoutMs   jsonSetting    `json:"timeoutMs"`
	Cluster     jsonSetting    `json:"cluster"`
	Loadbalance jsonSetting    `json:"loadbalance"`
	Async       jsonSetting    `json:"async"`
	Mock        jsonSetting    `json:"mock"`
	Forks       jsonSetting    `json:"forks"`
	Mode        string         `json:"mode"`
	Executions  jsonExecutions `json:"executions"`
	WorstCaseMs *int64         `json:"worstCaseMs"`
	CallerSees  *string        `json:"callerSees"`
	Fails       *jsonFailure   `json:"fails"`
	Unsure      []string       `json:"unsure"`
}

type jsonVerdict struct {
	Verdict    string         `json:"verdict"`
	Strength   *string        `json:"strength"`
	Money      bool           `json:"money"`
	Key        *string        `json:"key"`
	Confidence string         `json:"confidence"`
	Evidence   []jsonEvidence `json:"evidence"`
}

type jsonEvidence struct {
	Kind     string    `json:"kind"`
	Text     string    `json:"text"`
	Location *location `json:"location"`
}

type jsonSetting struct {
	Value    any         `json:"value"`
	Origin   string      `json:"origin"`
	Location *location   `json:"location"`
	Key      *string     `json:"key"`
	Via      []*location `json:"via"`
	Unknown  *string     `json:"unknown"`
	Proof    *jsonProof  `json:"proof"`
	Shadowed []jsonLoser `json:"shadowed"`
}

type jsonLoser struct {
	Value    any        `json:"value"`
	Origin   string     `json:"origin"`
	Location *location  `json:"location"`
	Reason   string     `json:"reason"`
	Proof    *jsonProof `json:"proof"`
}

type jsonExecutions struct {
	Value *int       `json:"value"`
	Max   *int       `json:"max"`
	When  string     `json:"when"`
	Proof *jsonProof `json:"proof"`
}

func writeExplainJSON(w io.Writer, r *Report) error {
	if r.Explain == nil {
		return fmt.Errorf("explain: the report has no explanation")
	}
	apps := r.Explain.Model.Apps
	x := &explainJSON{r.Explain, r.Options.Lang}
	return encode(w, jsonExplanation{SchemaVersion: schemaVersion, Applications: []jsonApp{}},
		stream{key: "applications", n: len(apps), at: func(i int) any { return x.app(apps[i]) }})
}

// explainJSON makes the JSON of an explanation, its texts in a language.
type explainJSON struct {
	*Explanation
	lang lang.Language
}

func (x *explainJSON) app(a *effective.App) jsonApp {
	j := jsonApp{Name: a.Name, Root: a.Root, References: []jsonReference{},
		DubboVersion: jsonVersion{orNull(a.Version.Text), orNull(a.Version.Origin), locate(a.Version.At)}}
	for _, ref := range a.References {
		j.References = append(j.References, x.reference(ref))
	}
	return j
}

func (x *explainJSON) reference(r *effective.Reference) jsonReference {
	j := jsonReference{ID: r.ID, Interface: r.Name(), Group: r.Group, Version: r.Version, Form: string(r.Form),
		Location: locate(r.At), Test: r.Test, Check: x.setting(checkOf(r)),
		StartsWithoutProvider: startsWithoutProvider(r), Fails: newJSONFailure(x.lang, r.Fails, r), Methods: []jsonMethod{}}
	for _, c := range r.Calls {
		j.Methods = append(j.Methods, x.method(c))
	}
	return j
}

func (x *explainJSON) method(c *effective.Call) jsonMethod {
	core, more := coreSettings(c), moreSettings(c)
	j := jsonMethod{Name: c.Method, Signature: c.Signature, CalledAt: locateAll(c.CalledAt),
		Idempotency: x.verdict(x.Verdict(c)),
		Retries:     x.setting(core[0]), TimeoutMs: x.setting(core[1]), Cluster: x.setting(core[2]),
		Loadbalance: x.setting(more[0]), Async: x.setting(more[1]), Mock: x.setting(more[2]),
		Forks: x.setting(more[3]), Mode: string(c.Mode),
		Executions: jsonExecutions{When: x.lang.Say("every attempt times out"), Proof: newJSONProof(executionsOf(c).proof())},
		CallerSees: orNull(c.CallerSees.In(x.lang)), Fails: newJSONFailure(x.lang, c.Fails, c.Ref), Unsure: []string{}}
	for _, doubt := range c.Unsure {
		j.Unsure = append(j.Unsure, doubt.In(x.lang))
	}
	if c.Executions.Known {
		most := max(c.MaxExecutions, c.Executions.V)
		j.Executions.Value, j.Executions.Max = &c.Executions.V, &most
	}
	if c.WorstCase > 0 {
		ms := c.WorstCase.Milliseconds()
		j.WorstCaseMs = &ms
	}
	return j
}

func (x *explainJSON) verdict(v idempotency.Verdict) jsonVerdict {
	j := jsonVerdict{Verdict: string(v.Kind), Money: v.Money, Key: orNull(v.Key), Confidence: v.Confidence,
		Strength: orNull(strength(v)), Evidence: []jsonEvidence{}}
	for _, e := range v.Evidence {
		j.Evidence = append(j.Evidence, jsonEvidence{e.Kind, e.Text.In(x.lang), locate(e.At)})
	}
	return j
}

func strength(v idempotency.Verdict) string {
	return [...]string{"", "B", "A"}[min(v.Strength, idempotency.A)]
}

func (x *explainJSON) setting(s setting) jsonSetting {
	j := jsonSetting{Value: s.value, Origin: string(s.from.Level), Location: locate(s.from.At), Key: orNull(s.from.Key),
		Via: locateAll(s.from.Via), Unknown: orNull(s.unknown.In(x.lang)), Proof: newJSONProof(s.proof()), Shadowed: []jsonLoser{}}
	for _, l := range s.shadowed {
		j.Shadowed = append(j.Shadowed, jsonLoser{s.parse(l.Raw), string(l.From.Level), locate(l.From.At), l.Reason.In(x.lang), newJSONProof(s.proofAgainst(l))})
	}
	return j
}
