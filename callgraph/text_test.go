package callgraph

import "testing"

func TestLocal(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"{ Order x = find(); ", "Order"},
		{"{ List<Map<String, Order>> x = find(); ", "List"},
		{"{ for (com.acme.Order x : all) { ", "com.acme.Order"},
		{"{ if (o instanceof Order x) { ", "Order"},
		{"{ Order y; x = y; ", ""},
		{"{ return x; ", ""},
		{"{ if (A.x == 1) ", ""},
	} {
		if got := local(tt.text, 0, len(tt.text), "x"); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestBlank(t *testing.T) {
	const text = `a("}\"", '}') // }
/* } */ b; "open`
	got := blank(text)
	if len(got) != len(text) {
		t.Fatalf("%d bytes of %d", len(got), len(text))
	}
	for i := range len(got) {
		if got[i] == '}' {
			t.Errorf("a brace stays at %d: %q", i, got)
		}
	}
}

func TestTested(t *testing.T) {
	for _, tt := range []struct {
		call                tested
		ahead               string
		endsEarly, encloses bool
	}{
		{tested{}, `find(); `, false, false},
		{tested{at: 4}, `x = find(); if (x != null) { return x; } `, true, false},
		{tested{at: 4}, `x = find(); if (x == null) { throw e; } `, false, false},
		{tested{at: 4}, `x = find(); if (x == null) { `, false, true},
		{tested{at: 4}, `x = find(); if (x != null) { a(); } else { `, false, true},
		{tested{at: 4}, `x = find(); if (x.isEmpty()) { a(); } `, false, false},
		{tested{at: 4}, `if (exists(no)) { return; } `, true, false},
		{tested{at: 5}, `if (!exists(no)) { `, false, true},
		{tested{at: 5, sets: true}, `if (!setIfAbsent(no)) { return; } `, true, false},
		{tested{at: 4, claims: true}, `n = updateState(); if (n != 1) return; `, true, false},
		{tested{at: 4, claims: true}, `n = updateState(); if (n == 1) { `, false, true},
		{tested{at: 4}, `x = find(); if (!CollectionUtils.isEmpty(x)) { throw e; } `, true, false},
		{tested{at: 4}, `x = find(); if (CollectionUtils.isEmpty(x)) { throw e; } `, false, false},
		{tested{at: 4}, `x = find(); if (ObjectUtil.isNull(x)) { `, false, true},
		{tested{at: 4}, `x = find(); notify(x); if (isNotEmpty(x)) { return; } `, true, false},
		{tested{at: 15}, `if (null != m.find(no)) { return; } `, true, false},
		{tested{at: 17}, `if (isEmpty(m.find(no))) { `, false, true},
		{tested{at: 18}, `if (!isEmpty(m.find(no))) { throw e; } `, true, false},
		{tested{at: 4}, `x = find(); if (x.size()!=0) { throw e; } `, true, false},
		{tested{at: 4}, `x = find(); if (a.x > 0 || xx > 0) { throw e; } `, false, false},
		{tested{at: 32}, `x = run(id, () -> { a(); return find(no); }); if (x) { throw e; } `, true, false},
		{tested{at: 18}, `x = run(id, () -> find(no)); if (x) { throw e; } `, true, false},
		{tested{at: 28}, `run(id, () -> { x(); y = 1; find(no); }); if (y) { throw e; } `, false, false},
		{tested{at: 4}, `x = find(); if (x != null && x.size() < 1) { return; } `, false, false},
		{tested{at: 4}, `x = find(); if (x != null) { if (many(x)) { throw e; } `, false, false},
		{tested{at: 9, inverse: true}, `if (!free(no)) { throw e; } `, true, false},
		{tested{at: 8, inverse: true}, `if (free(no)) { throw e; } `, false, false},
		{tested{at: 900}, `x`, false, false},
	} {
		if got := tt.call.endsEarly(tt.call.conditions(tt.ahead)); got != tt.endsEarly {
			t.Errorf("%q ends early: %v", tt.ahead, got)
		}
		if got := tt.call.encloses(tt.call.conditions(tt.ahead)); got != tt.encloses {
			t.Errorf("%q encloses: %v", tt.ahead, got)
		}
	}
}

// FuzzText runs all that reads text between calls: it must not panic.
func FuzzText(f *testing.F) {
	f.Add(`Order x = a.find("no").get(); if (x != null) { return; } else { "`, 12)
	f.Add(`List<A<B>> x : "a" + b + "c")`, 3)
	f.Fuzz(func(t *testing.T, text string, at int) {
		if len(blank(text)) != len(text) {
			t.Error("blank changes the length")
		}
		local(text, 0, at, "x")
		before(text, at)
		literals(text)
		for _, call := range []tested{{at: at}, {at: at, sets: true}, {at: at, claims: true}} {
			list := call.conditions(text)
			call.endsEarly(list)
			call.encloses(list)
			call.misses(list)
			call.throws(text)
			call.answers(text)
		}
	})
}

func TestWorksOut(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"a.setBalance(a.getBalance() - n);", true},
		{"b = get(); x = a.getAmount().add(n);", true},
		{"get(); n +=", true},
		{"a.getCost().negate()", true},
		{"get(); a.setName(b); c.add(b)", false},
		{"a.setBalance(n); b - c", false},
		{"a.setTotal(n)", false},
		{"n += 1", false}, // nothing is read
	} {
		if got := worksOut(tt.text); got != tt.want {
			t.Errorf("%q: %v", tt.text, got)
		}
	}
}
