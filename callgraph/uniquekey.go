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
				if old := keys[name]; !k.Generated && (old == nil || old.Primary) {
					keys[name] = k
				}
			}
		}
	}
	return keys
}
