package idempotency

import (
	"sync"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// Subject is what is judged: one method name of one interface, with whatever
// the audited trees hold about it.
type Subject struct {
	// Interface is the qualified name, Method the simple one.
	Interface, Method string
	// Decls are the declarations of that name; several are overloads, none
	// means that the source is missing.
	Decls []*decl.Method
	// Type is the interface that has Decls, nil when its source is missing.
	Type *decl.Type
	// ImplType is the implementation in the trees, nil when there is none.
	ImplType *decl.Type
	// Lookup finds the declaration of a type by its name as written in a
	// signature or a field of the type from; nil results are fine, and so
	// is a nil Lookup.
	Lookup func(name string, from *decl.Type) *decl.Type
	// Effects follows what the implementation does when a declaration is
	// called; nil results are fine, and so is a nil Effects.
	Effects func(*decl.Method) *callgraph.Result
}

// Judge judges methods. It is safe for concurrent use.
type Judge struct {
	lists Lists
	words lexicon
	// writes are the names of methods that were asked about, with whether they
	// are those of writes: implementations call the same ones again and again.
	writes sync.Map
}

func (j *Judge) writesByName(method string) bool {
	if known, ok := j.writes.Load(method); ok {
		return known.(bool)
	}
	writes := j.words.name(method).kind == Write
	j.writes.Store(method, writes)
	return writes
}

// theLexicon is the table of words, made when the first judge needs it.
var theLexicon = sync.OnceValue(newLexicon)

// NewJudge returns a judge with the user's lists, which Lists.Validate should
// have accepted: a malformed pattern matches nothing.
func NewJudge(lists Lists) *Judge {
	return &Judge{lists: lists, words: theLexicon()}
}

// Judge gives the verdict on a method. The confidence is
//
//   - high where the name begins with a verb that leaves no doubt and, for a
//     write, the source was there to look for a key; where the user's lists
//     say so; or where the HTTP verb of the interface agrees with the name;
//   - medium where the verb stands further behind, admits exceptions, or
//     where only an HTTP verb or an annotation decides;
//   - high or medium where what the implementation does decides: see effects;
//   - low where a noun, a verb that says little or a return type decides.
//
// Of overloads the most harmful one decides, as settings are by name. With a
// write, a key parameter or an annotation is reported and not subtracted: see
// Verdict.Mitigated.
func (j *Judge) Judge(s Subject) Verdict {
	if kind, pattern, ok := j.lists.match(s.Interface, s.Method); ok {
		v := Verdict{Kind: kind, Confidence: high.String()}
		if kind == Write {
			v.Strength = A
			v.Money = j.words.name(s.Method).money
		}
		v.Evidence = []Evidence{{Kind: "config", Text: lang.T("listed as %s: %s", string(kind), pattern)}}
		return v
	}
	name := j.words.name(s.Method)
	if len(s.Decls) == 0 {
		return j.draft(&s, nil, name).finish()
	}
	var worst Verdict
	for i, m := range s.Decls {
		if v := j.draft(&s, m, name).finish(); i == 0 || v.worse(worst) {
			worst = v
		}
	}
	return worst
}

// ByName gives the verdict that the names alone allow, as if no source were
// there: what the evidence adds is measured against it.
func (j *Judge) ByName(iface, method string) Verdict {
	return j.Judge(Subject{Interface: iface, Method: method})
}

// draft is a verdict in the making, on one declaration.
type draft struct {
	*Subject
	decl *decl.Method   // nil when the source is missing
	impl []*decl.Method // the implementation's methods that match decl
	Verdict
	confidence confidence
	judge      *Judge
	inserts    bool // the harm are rows that are inserted
}

func (j *Judge) draft(s *Subject, m *decl.Method, name nameVerdict) *draft {
	d := &draft{Subject: s, decl: m, confidence: name.confidence, judge: j}
	d.Kind, d.Strength, d.Money = name.kind, name.strength, name.money
	e := Evidence{Kind: "verb", Text: name.why}
	if m != nil {
		e.At = m.At
		d.impl = implementing(s.ImplType, m)
	}
	d.Evidence = []Evidence{e}
	return d
}

// witnesses look at what is there beside the name, in the order of their
// weight: each may change the draft and adds its evidence. Keys come last, as
// only a write needs one.
var witnesses = []func(*draft){
	(*draft).logs,
	(*draft).queries,
	(*draft).relative,
	(*draft).http,
	(*draft).effects,
	(*draft).annotations,
	(*draft).returns,
	(*draft).born,
	(*draft).keys,
}

func (d *draft) finish() Verdict {
	for _, w := range witnesses {
		w(d)
	}
	if d.Kind == Write && d.decl == nil {
		d.confidence = min(d.confidence, medium) // a key may be there
	}
	if d.Kind != Write {
		d.Strength, d.Money = NoStrength, false
	}
	d.Verdict.Confidence = d.confidence.String()
	return d.Verdict
}

// becomes replaces the kind by stronger evidence than the name.
func (d *draft) becomes(k Kind, s Strength, c confidence) {
	d.Kind, d.Strength, d.confidence = k, s, c
}

func (d *draft) add(e Evidence) { d.Evidence = append(d.Evidence, e) }

// implementing returns the methods of the implementation that may implement
// m: same name and number of parameters, else same name.
func implementing(impl *decl.Type, m *decl.Method) []*decl.Method {
	if impl == nil {
		return nil
	}
	var named, same []*decl.Method
	for _, x := range impl.Methods {
		if x.Name != m.Name {
			continue
		}
		named = append(named, x)
		if len(x.Params) == len(m.Params) {
			same = append(same, x)
		}
	}
	if len(same) > 0 {
		return same
	}
	return named
}
