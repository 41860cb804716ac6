package callgraph

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// UniqueKey returns a unique key of a table from the DDL in the trees; declared
// tells whether there is DDL of the table at all.
func (g *Graph) UniqueKey(table string) (key *decl.UniqueKey, declared bool) {
	key = g.sources.keys()[strings.ToLower(table)]
	if key != nil {
		return key, true
	}
	for _, u := range g.sources.Schemas() {
		if slices.ContainsFunc(u.Schema.Tables, func(t *decl.Table) bool { return strings.EqualFold(t.Name, table) }) {
			return nil, true
		}
	}
	return nil, false
}

// uniqueKeys returns a unique key for each table that has one which the
// database does not fill itself, by the table's name in lower case; the primary
// key only where there is no other.
func uniqueKeys(schemas []*decl.Unit) map[string]*decl.UniqueKey {
	keys := map[string]*decl.UniqueKey{}
	for _, u := range schemas {
		for _, t := range u.Schema.Tables {
			for i := range t.Keys {
				k, name := &t.Keys[i], strings.ToLower(t.Name)
				if old := keys[name]; !generated(t, k) && (old == nil || old.Primary) {
					keys[name] = k
				}
			}
		}
	}
	return keys
}

// keysByTable returns the keys of each table that the database does not fill
// itself, by the table's name in lower case.
func keysByTable(schemas []*decl.Unit) map[string][]decl.UniqueKey {
	keys := map[string][]decl.UniqueKey{}
	for _, u := range schemas {
		for _, t := range u.Schema.Tables {
			name := strings.ToLower(t.Name)
			for _, k := range t.Keys {
				known := slices.ContainsFunc(keys[name], func(o decl.UniqueKey) bool { return slices.Equal(o.Columns, k.Columns) })
				if !generated(t, &k) && len(k.Columns) > 0 && !known {
					keys[name] = append(keys[name], k)
				}
			}
		}
	}
	return keys
}

// generated reports whether the database fills a column of a key itself: the
// column may tell, and the key stand apart.
func generated(t *decl.Table, k *decl.UniqueKey) bool {
	return k.Generated || slices.ContainsFunc(t.Keys, func(o decl.UniqueKey) bool {
		return o.Generated && len(o.Columns) == 1 && slices.Contains(k.Columns, o.Columns[0])
	})
}
