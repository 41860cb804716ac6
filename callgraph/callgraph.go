// Package callgraph follows calls from the implementation of a service to what
// it does in the end: the SQL it runs, the messages it sends, the services and
// stores it asks. What cannot be followed stays unknown and is told.
package callgraph

import (
	"strings"
	"sync"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/parse/sql"
)

// Kind is where an effect takes place.
type Kind string

// The kinds.
const (
	SQL     Kind = "sql"     // a relational store
	Redis   Kind = "redis"   // a key-value store
	Message Kind = "message" // a broker, a mail server
	HTTP    Kind = "http"    // another system, by HTTP
	Remote  Kind = "remote"  // a Dubbo service without source
	File    Kind = "file"    // a file that is written
)

// Effect is something that a method does, at the end of a chain of calls.
type Effect struct {
	Kind Kind
	// Does is what it does: for Redis, EffectInsert adds each time,
	// EffectUpdate sets a value. EffectNone is not known.
	Does decl.Effect
	// Table is the table that is written or read, "" when not known.
	Table string
	// Relative is the column that an update works out from its old value.
	Relative string
	// Guard is the column whose condition keeps a second run of the update
	// away.
	Guard string
	// Caught is set where a caller catches the violation of a unique key,
	// and Unique is a key of the table, from its DDL.
	Caught bool
	Unique *decl.UniqueKey
	// Lookup is a call before the effect that keeps a second run away from
	// it: "selectByNo", "" for none. Keeps tells how.
	Lookup   string
	LookupAt source.Span
	Keeps    Keeps
	// Unseen is a call before the effect that may be such a lookup, in a class
	// file, which keeps no conditions; "" for none.
	Unseen string
	// asked are the tables and keys that the lookup reads, as far as known;
	// attempt is set where it sets a key that must not be there.
	asked   []string
	attempt bool
	// store names the key of a call on a key-value store.
	store string
	// Given are the fields that hold a key of the row where the caller gives
	// them: a second row under it is refused. "" for none. GivenBy tells what
	// refuses, and where.
	Given   string
	GivenBy GivenKey
	// given are the keys that the caller may give, as far as the methods on
	// the way tell.
	given []key
	// surely is set where each method on the way does it in any case, or ends
	// before; below where those do that the first one calls.
	surely, below bool
	// Replaces is set for an INSERT beside a DELETE of the same table in the
	// same method: the old rows are replaced.
	Replaces bool
	// hides is set for an UPDATE that marks rows as deleted.
	hides bool
	// Computed is set where a method on the way works out a value from one
	// that it read.
	Computed bool
	// Summed is a property that a method on the way sets to its own value and
	// something more, or less: "balance"; "" for none.
	Summed string
	// SetsState is set where a method on the way fills a state and no number.
	SetsState bool
	// Ranks is set for an addition to a score in a ranking.
	Ranks bool
	// Vague is set where the statement is not known, only its kind.
	Vague bool
	// Alternative is set where the effect is one of several
	// implementations or overloads.
	Alternative bool
	// Text names it: "INSERT into orders", "RocketMQTemplate.syncSend".
	Text lang.Text
	At   source.Span
	// plain is Text without the condition of Guard, zero where there is none.
	plain lang.Text
	// Path are the methods on the way, the first one the implementation.
	Path []Step
}

// Keeps is how a call keeps a second run away from what stands behind it.
type Keeps uint8

// The ways: the method ends early
const (
	Found   Keeps = iota // where a row is there
	Claimed              // where an update by state has changed no row
	Stated               // in some state of what was found, which is set afterwards
	Taken                // where nothing is there, as what was found is deleted afterwards
)

// GivenKey is the key under which a row stands that the caller names.
type GivenKey struct {
	// Primary tells a primary key from another unique one, Key is its
	// declaration, nil where only the code tells.
	Primary bool
	Key     *decl.UniqueKey
	// At is the INSERT that is refused, or what runs it.
	At source.Span
	// Other is set where the effect is not that INSERT: it stands behind it,
	// or is undone with it in one transaction.
	Other bool
}

// Step is one method on the way: "OrderServiceImpl.create", with the call in
// it that leads on.
type Step struct {
	Method string
	At     source.Span
	// Decl is the method's declaration and Type the type that has it; nil for
	// a call that could not be followed.
	Decl *decl.Method
	Type *decl.Type
}

// What is Text without the condition of Guard: "UPDATE of orders".
func (e *Effect) What() lang.Text {
	if e.plain.IsZero() {
		return e.Text
	}
	return e.plain
}

// Chain writes the way to an effect in one line.
func (e *Effect) Chain() string {
	names := make([]string, len(e.Path))
	for i, s := range e.Path {
		names[i] = s.Method
	}
	return strings.Join(names, " -> ")
}

// Result is what an exploration found.
type Result struct {
	Effects []Effect
	// Unknown are calls that could not be followed, some of them.
	Unknown []Unfollowed
	// Complete is set where every call was followed.
	Complete bool
}

// Unfollowed is a call that could not be followed: its Method is written as in
// the code, "legacy.save".
type Unfollowed struct {
	Step
	// Path are the methods on the way, the last one with the call itself.
	Path []Step
}

// Sources is what the walk offers beside the types; parse.Index satisfies it.
type Sources interface {
	application.Sources
	// Mappers returns the mapper files of a mapper interface.
	Mappers(namespace string) []*decl.Unit
	// Schemas returns the files that declare tables.
	Schemas() []*decl.Unit
}

// Trees is what the graphs of all applications share. It is safe for
// concurrent use once Thorough is set.
type Trees struct {
	Sources
	// Thorough looks for the implementations of a type in all sources that
	// mention it where none is named after it: too slow for every type of an
	// audit, and right for the few of one trace.
	Thorough bool

	names   func() fileNames
	keys    func() map[string]*decl.UniqueKey
	allKeys func() map[string][]decl.UniqueKey
	sqls    memo[string, []sql.Statement]
	// insertKeys are the keys that the INSERTs of mapper files fill.
	insertKeys memo[*decl.Statement, []key]
}

// NewTrees returns the trees of a walk; nothing is read yet.
func NewTrees(sources Sources) *Trees {
	return &Trees{Sources: sources,
		names:   sync.OnceValue(func() fileNames { return namesOf(sources.Match("**/*.java")) }),
		keys:    sync.OnceValue(func() map[string]*decl.UniqueKey { return uniqueKeys(sources.Schemas()) }),
		allKeys: sync.OnceValue(func() map[string][]decl.UniqueKey { return keysByTable(sources.Schemas()) }),
	}
}

// Graph explores methods as one application sees them. It is safe for
// concurrent use; what it found it keeps. No answer depends on what was asked
// before, so that explorations may run side by side, in any order.
type Graph struct {
	types   *application.Types
	sources *Trees

	results memo[question, *Result]
	// settled are the methods that were looked into and do the same whatever
	// leads to them: no recursion and no bound was met below.
	settled  memo[node, *summary]
	refusals memo[refusing, refusal]
	named    memo[*decl.Type, []string]
	impls    memo[*decl.Type, []*decl.Type]
	lineages memo[*decl.Type, []class] // of types without arguments
	resolved memo[resolution, string]
	// entityKeys are the keys of the rows of an entity.
	entityKeys memo[*decl.Type, []key]
}

// question is what Explore is asked.
type question struct {
	impl   *decl.Type
	method string
	args   int
}

// node is a method of the class that runs it: an inherited method calls what
// the subclass overrides.
type node struct {
	method *decl.Method
	self   *decl.Type
}

type resolution struct {
	name string
	in   *decl.Type
}

// New returns a graph of the types of an application.
func New(types *application.Types, sources *Trees) *Graph {
	return &Graph{types: types, sources: sources}
}

// Explore follows what an implementation does when the method of that name is
// called with that number of arguments. The result is nil where it has no such
// method.
func (g *Graph) Explore(impl *decl.Type, method string, args int) *Result {
	if impl == nil {
		return nil
	}
	return g.results.get(question{impl, method, args}, func() *Result {
		return g.explore(class{fqn: impl.FQN, decl: impl}, method, args)
	})
}

func (g *Graph) explore(self class, method string, args int) *Result {
	found := g.find(self, method, args)
	if len(found) == 0 {
		return nil
	}
	x := &exploration{Graph: g, partial: map[node]*summary{}, active: map[node]int{}}
	if !found[0].method.HasBody {
		return x.ofFramework(self, found[0].method)
	}
	var r *Result
	for _, t := range found {
		one := x.summarize(&frame{owner: t.owner, self: self, method: t.method}).finished()
		if r == nil {
			r = one
			continue
		}
		r.Effects, r.Unknown = append(r.Effects, one.Effects...), append(r.Unknown, one.Unknown...)
		r.Complete = r.Complete && one.Complete
	}
	return r
}

// ofFramework is what a method does that a class inherits from one outside of
// the trees, such as MyBatis-Plus' ServiceImpl: nil where that is not known.
func (x *exploration) ofFramework(self class, m *decl.Method) *Result {
	w := x.into()
	f := &frame{owner: self, self: self, method: m}
	if !w.inherited(f, &decl.Call{Method: m.Name, Args: len(m.Params), At: self.decl.At}, self) {
		return nil
	}
	return w.sum.finished()
}
