package sql

// words makes a set.
func words(list ...string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, w := range list {
		set[w] = true
	}
	return set
}

var (
	// reserved are words that end a name: no table or column is called so
	// without quotes.
	reserved = words("select", "insert", "update", "delete", "from", "where", "set", "values", "into", "on",
		"join", "left", "right", "inner", "outer", "full", "cross", "natural", "using", "and", "or", "not", "in", "is",
		"null", "like", "between", "exists", "case", "when", "then", "else", "end", "as", "group", "order", "by",
		"having", "limit", "union", "returning", "for", "with", "distinct", "default", "do", "conflict", "duplicate",
		"matched", "output", "partition", "straight_join", "lock")
	// entity are reserved words that JPA entities are called.
	entity = words("order", "group", "case", "partition", "lock", "output", "default", "conflict")
	// keyword are the words behind which a bracket begins a name.
	keyword = words("select", "from", "where", "set", "into", "update", "join", "and", "or", "on", "by", "table",
		"delete", "insert", "as", "in", "not", "when", "then", "else", "case", "column", "key", "index", "constraint",
		"references", "exists", "only", "top", "")
	// endsConditions are the words that end a WHERE.
	endsConditions = words("order", "group", "limit", "returning", "for", "having", "union", "when", "window", "fetch",
		"offset", "output", "where", "set", "using", "lock", "intersect", "minus", "except", "option", "left", "inner",
		"right", "join", "select", "values")
	// accumulates are functions that make the new value from the old one.
	accumulates = words("concat", "concat_ws", "date_add", "date_sub", "adddate", "subdate", "timestampadd", "addtime",
		"subtime", "json_array_append", "json_array_insert", "array_append", "array_cat", "array_prepend", "add_months",
		"dateadd", "period_add", "bit_xor", "reverse", "incr", "power", "pow")
	arithmetic = map[string]bool{"+": true, "-": true, "*": true, "/": true, "%": true, "||": true, "^": true, "~": true, "!": true}
)
