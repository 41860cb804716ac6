package report

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

func versionOf(r *effective.Reference) dubbo.Version { return r.App.Version.Version }

// proof says what it rests on that a quirk made the value; nil where none did.
func (s setting) proof() *dubbo.Proof {
	return effective.ProofOf(s.from.Quirk, s.name, s.from.Level, "", s.version)
}

// proofAgainst is the same for a value that a quirk defeated.
func (s setting) proofAgainst(l effective.Loser) *dubbo.Proof {
	return effective.ProofOf(l.Quirk, s.name, s.from.Level, l.From.Level, s.version)
}

// proofTextAgainst says it in words, nothing where no quirk defeated it.
func (s setting) proofTextAgainst(l effective.Loser) lang.Text {
	if p := s.proofAgainst(l); p != nil {
		return p.Text()
	}
	return lang.Text{}
}

// failureText is the message with what it rests on.
func failureText(f *effective.Failure, v dubbo.Version) lang.Text {
	if p := effective.ProofOf(f.Quirk, f.Setting, "", "", v); p != nil {
		return f.Msg.Then(aside(p.Text()))
	}
	return f.Msg
}

type jsonFailure struct {
	Setting  string     `json:"setting"`
	Message  string     `json:"message"`
	Location *location  `json:"location"`
	Proof    *jsonProof `json:"proof"`
}

type jsonProof struct {
	Kind     string   `json:"kind"`
	Versions []string `json:"versions"`
	Exact    bool     `json:"exact"`
	Cases    []string `json:"cases"`
	Source   []string `json:"source"`
}

func newJSONFailure(l lang.Language, f *effective.Failure, r *effective.Reference) *jsonFailure {
	if f == nil {
		return nil
	}
	return &jsonFailure{f.Setting, f.Msg.In(l), locate(f.At), newJSONProof(effective.ProofOf(f.Quirk, f.Setting, "", "", versionOf(r)))}
}

func newJSONProof(p *dubbo.Proof) *jsonProof {
	if p == nil {
		return nil
	}
	j := &jsonProof{Kind: string(p.Kind), Versions: append([]string{}, p.Versions...), Exact: p.Exact,
		Cases: append([]string{}, p.Cases...), Source: []string{}}
	for _, s := range p.Source {
		j.Source = append(j.Source, s.String())
	}
	return j
}
