package effective

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// calls fills a reference's calls: one for each method of the interface, else
// for each method called on it or configured, else one named "*". Methods that
// nobody gives a setting of their own are alike, so they are settled once.
func (r *resolver) calls(ref *Reference) {
	alike := map[bool]*Call{} // by whether the method returns a future
	for _, c := range methodsOf(ref) {
		plain := !r.hasOwnSettings(c)
		if done := alike[returnsFuture(c)]; plain && done != nil {
			c.adopt(done)
		} else {
			r.settle(c)
		}
		if plain {
			alike[returnsFuture(c)] = c
		}
		ref.Calls = append(ref.Calls, c)
	}
}

// adopt takes over everything that was worked out for another method of the
// same reference.
func (c *Call) adopt(done *Call) {
	own := *c
	*c = *done
	c.Method, c.Signature, c.CalledAt = own.Method, own.Signature, own.CalledAt
	c.Decl, c.DeclType, c.Overloads = own.Decl, own.DeclType, own.Overloads
}

func (r *resolver) hasOwnSettings(c *Call) bool {
	if r.urls[c.Ref].url.methods[c.Method] {
		return true
	}
	if s := c.Ref.SharedWith; s != nil && r.urls[s].url.methods[c.Method] {
		return true
	}
	if strings.Contains(c.Ref.URL.V, c.Method+".") {
		return true
	}
	return slices.ContainsFunc(c.Ref.Providers, func(s *Service) bool { return s.url.methods[c.Method] })
}

func returnsFuture(c *Call) bool {
	return c.Decl != nil && strings.HasSuffix(c.Decl.Return.Name, "CompletableFuture")
}

func methodsOf(ref *Reference) []*Call {
	var out []*Call
	byName := map[string]*Call{}
	add := func(name string) *Call {
		c := byName[name]
		if c == nil {
			c = &Call{Ref: ref, Method: name, Signature: name}
			byName[name] = c
			out = append(out, c)
		}
		return c
	}
	complete := false
	if ref.Type != nil {
		var methods []application.TypeMethod
		methods, complete = ref.App.Types.Methods(ref.Type)
		for _, m := range methods {
			c := add(m.Name)
			if c.Decl == nil {
				c.Decl, c.DeclType, c.Signature = m.Method, m.Type, signature(ref.App.Types, m)
			}
			c.Overloads = append(c.Overloads, m.Method)
		}
	}
	for _, site := range ref.Config.Calls {
		if c := byName[site.Method]; c != nil || !complete {
			c = add(site.Method)
			c.CalledAt = append(c.CalledAt, site.At)
		}
	}
	for _, m := range ref.Methods {
		if name := m.Value("name"); !complete && name != "" && name != "*" {
			add(name)
		}
	}
	if len(out) == 0 {
		add("*")
	}
	return out
}

// Uncalled reports whether other methods are called through the reference,
// but not this one, as far as found; or none, where its class hands it on or
// nobody uses it.
func (c *Call) Uncalled() bool {
	return len(c.CalledAt) == 0 && (len(c.Ref.Config.Calls) > 0 || c.Ref.HandedOn || c.Ref.Unused)
}

// Never reports whether the call cannot happen: the reference stays in its
// class, which calls other methods of it, or none.
func (c *Call) Never() bool { return c.Uncalled() && c.Ref.Confined }

// signature is "createOrder(com.acme.Order, String)": types qualified, but for
// those of java.lang.
func signature(types *application.Types, m application.TypeMethod) string {
	var file *decl.JavaFile
	if u := types.FileOf(m.Type); u != nil {
		file = u.Java
	}
	params := make([]string, len(m.Params))
	for i, p := range m.Params {
		params[i] = qualified(types, file, m.Type, p.Type).String()
	}
	return m.Name + "(" + strings.Join(params, ", ") + ")"
}

func qualified(types *application.Types, file *decl.JavaFile, in *decl.Type, t decl.TypeRef) decl.TypeRef {
	if file != nil && !primitive[t.Name] && !slices.Contains(in.TypeParams, t.Name) {
		t.Name = strings.TrimPrefix(types.Resolve(t.Name, file, in), "java.lang.")
	}
	args := make([]decl.TypeRef, len(t.Args))
	for i, a := range t.Args {
		args[i] = qualified(types, file, in, a)
	}
	t.Args = args
	return t
}

var primitive = map[string]bool{"boolean": true, "byte": true, "char": true, "short": true, "int": true, "long": true, "float": true, "double": true, "?": true}

// query is what answers for one call.
func (r *resolver) query(c *Call) *query {
	s := r.urls[c.Ref]
	if shared := c.Ref.SharedWith; shared != nil {
		s = r.shared(c, s, r.urls[shared])
	}
	q := &query{resolver: r, call: c, side: s, providers: c.Ref.Providers}
	q.path()
	return q
}

// settle works out the effective settings of one call.
func (r *resolver) settle(c *Call) {
	q := r.query(c)
	c.Retries = intValue(q.loop("retries", strconv.Itoa(dubbo.DefaultRetries)))
	c.Mock = mockValue(q.loop("mock", ""))
	c.Forks = intValue(q.loop("forks", strconv.Itoa(dubbo.DefaultForks)))
	c.Timeout = timeoutValue(q.invoker("timeout", strconv.FormatInt(dubbo.DefaultTimeout.Milliseconds(), 10)))
	c.Loadbalance = stringValue(q.invoker("loadbalance", dubbo.DefaultLoadbalance))
	c.Async = boolValue(q.invoker("async", "false"))
	c.Mode = q.mode()
	c.Cluster = q.cluster()
	q.executions()
	c.Unsure = q.unsure()
}

// mockValue turns "false" and its kin into no mock.
func mockValue(e *entry) Value[string] {
	v := stringValue(e)
	if v.Known && (v.V == "false" || v.V == "0" || v.V == "null" || v.V == "N/A") {
		v.V = ""
	}
	return v
}

// shared is the first reference's side, with this one's own settings as losers.
func (r *resolver) shared(c *Call, own, first *side) *side {
	q := dubbo.QuirkByID(dubbo.SharedReference)
	out := &side{bean: first.bean, consumer: first.consumer, url: &params{m: first.url.m, lost: map[string][]Loser{}, methods: first.url.methods}}
	for k, l := range first.url.lost {
		out.url.lost[k] = l
	}
	for k, e := range own.url.m {
		if f := first.url.m[k]; f == nil || f.from.At != e.from.At {
			if e.from.Level == AtReference || e.from.Level == AtMethod {
				out.url.lost[k] = append(out.url.lost[k][:len(out.url.lost[k]):len(out.url.lost[k])],
					e.loser(q.ID, q.Reason.Then(lang.T("; the first one is %s", place(c.Ref.SharedWith)))))
			}
		}
	}
	return out
}

func place(ref *Reference) string {
	if !ref.At.Valid() {
		return ref.Name()
	}
	return ref.At.File.Path + ":" + strconv.Itoa(ref.At.Start().Line)
}
