package sql

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

func tables(s *decl.Schema) string {
	var b strings.Builder
	for _, t := range s.Tables {
		fmt.Fprintf(&b, "%s(%s) at %q", t.Name, strings.Join(t.Columns, ","), t.At.Text())
		if t.Created {
			b.WriteString(" created")
		}
		for _, k := range t.Keys {
			fmt.Fprintf(&b, "; %s(%s)", k.Name, strings.Join(k.Columns, ","))
			if k.Primary {
				b.WriteString(" primary")
			}
			if k.Generated {
				b.WriteString(" generated")
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestParseFile(t *testing.T) {
	tests := []struct{ text, want string }{
		{"-- orders\nCREATE TABLE IF NOT EXISTS `shop`.`t_order` (\n `id` bigint(20) NOT NULL AUTO_INCREMENT COMMENT 'the unique key',\n" +
			" `no` varchar(32) DEFAULT '' COMMENT 'no; really',\n PRIMARY KEY (`id`) USING BTREE,\n UNIQUE KEY `uk_no` (`no`(10), `id` DESC) USING BTREE,\n" +
			" KEY `idx` (`no`),\n CONSTRAINT `fk` FOREIGN KEY (`no`) REFERENCES `x` (`no`)\n) ENGINE=InnoDB;\nINSERT INTO t_order VALUES (1, 'create table x (a int)');",
			"t_order(id,no) at \"`shop`.`t_order`\" created; (id) primary generated; (id) primary; uk_no(no,id)\n"},
		{"create table t (id serial primary key, no text not null unique, a int default 1, constraint uk unique (a, no), unique (a), check (a > 0))",
			"t(id,no,a) at \"t\" created; (id) primary generated; (no); uk(a,no); (a)\n"},
		{"create table t (id number generated always as identity, k varchar2(10), constraint pk primary key (id, k))",
			"t(id,k) at \"t\" created; (id) primary generated; pk(id,k) primary\n"},
		{"CREATE TABLE [dbo].[Orders] ([Id] int IDENTITY(1,1), CONSTRAINT [PK] PRIMARY KEY CLUSTERED ([Id] ASC))\nGO",
			"Orders(Id) at \"[dbo].[Orders]\" created; (Id) primary generated; PK(Id) primary\n"},
		{"alter table t add unique key uk (a), add index i (b), drop column c; alter table t drop primary key; alter table only t add constraint pk primary key (id)",
			"t() at \"t\"; uk(a)\nt() at \"t\"; pk(id) primary\n"},
		{"alter table t add column no int unique; alter table t add (a int, b int);", "t(no) at \"t\"; (no)\nt(a,b) at \"t\"\n"},
		{"create unique index concurrently if not exists uk on shop.t using btree (lower(a), b desc); create index i on t (c)",
			"t() at \"shop.t\"; uk(lower,b)\n"},
		{"create view v as select 1; create procedure p() begin select 1; end; drop table t", ""},
		{"create table", ""}, {"create table t", "t() at \"t\" created\n"}, {"create table t (", "t() at \"t\" created\n"},
		{"alter table t add", ""}, {"create unique index", ""},
	}
	for _, test := range tests {
		f, _ := source.New("schema.sql", []byte(test.text), "")
		if diff := cmp.Diff(test.want, tables(ParseFile(f).Schema)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.text, diff)
		}
	}
}

func TestChangelog(t *testing.T) {
	const text = `<?xml version="1.0"?><databaseChangeLog><changeSet id="1">
<createTable tableName="t_order"><column name="id" autoIncrement="true" type="bigint"><constraints primaryKey="true"/></column>
<column name="no"><constraints unique="true" uniqueConstraintName="uk"/></column><column name="a"/></createTable>
<createTable tableName="t_item"><column name="a"><constraints primaryKey="true"/></column><column name="b"><constraints primaryKey="true"/></column></createTable>
<addUniqueConstraint tableName="t_order" columnNames="a, no" constraintName="uk2"/>
<createIndex tableName="t_order" indexName="i" unique="true"><column name="a"/><column name="id"/></createIndex>
<createIndex tableName="t_order" indexName="j"><column name="a"/></createIndex>
<sql>create unique index k on t_order (a);</sql></changeSet></databaseChangeLog>`
	const want = `t_order(id,no,a) at "<createTable tableName=\"t_order\">" created; (id) primary generated; uk(no)
t_item(a,b) at "<createTable tableName=\"t_item\">" created; (a,b) primary
t_order() at "<addUniqueConstraint tableName=\"t_order\" columnNames=\"a, no\" constraintName=\"uk2\"/>"; uk2(a,no)
t_order() at "<createIndex tableName=\"t_order\" indexName=\"i\" unique=\"true\">"; i(a,id)
t_order() at "t_order"; k(a)
`
	f, _ := source.New("changelog.xml", []byte(text), "")
	u := ParseChangelog(f)
	if diff := cmp.Diff(want, tables(u.Schema)); diff != "" || len(u.Problems) > 0 {
		t.Errorf("%v (-want +got):\n%s", u.Problems, diff)
	}
	f, _ = source.New("changelog.xml", []byte("<databaseChangeLog><createTable tableName='a'><column name='b'><"), "")
	if u := ParseChangelog(f); len(u.Problems) != 1 || !u.Problems[0].Minor || len(u.Schema.Tables) != 1 {
		t.Errorf("broken: %v, %s", u.Problems, tables(u.Schema))
	}
}

func TestChangelogYAML(t *testing.T) {
	var props []decl.Property
	for _, line := range strings.Split(`changes[0].createTable.tableName=t_order
changes[0].createTable.columns[0].column.name=id
changes[0].createTable.columns[0].column.autoIncrement=true
changes[0].createTable.columns[0].column.constraints.primaryKey=true
changes[0].createTable.columns[1].column.name=no
changes[0].createTable.columns[1].column.constraints.unique=true
changes[1].addUniqueConstraint.columnNames=a, b
changes[1].addUniqueConstraint.tableName=t_order
changes[2].createIndex.columns[0].column.name=c
changes[2].createIndex.tableName=t_order
changes[2].createIndex.unique=true
changes[3].sql.sql=create unique index k on t_order (a)`, "\n") {
		key, v, _ := strings.Cut("databaseChangeLog[0].changeSet."+line, "=")
		props = append(props, decl.Property{Key: key, Value: v})
	}
	docs := []*decl.Document{{Props: props}}
	const want = `t_order(id,no) at "" created; (id) primary generated; (no)
t_order() at ""; (a,b)
t_order() at ""; (c)
t_order() at ""; k(a)
`
	if diff := cmp.Diff(want, tables(Changelog(&source.File{}, docs))); diff != "" || !IsChangelog(docs) {
		t.Errorf("%v (-want +got):\n%s", IsChangelog(docs), diff)
	}
}

func FuzzParseFile(f *testing.F) {
	f.Add("create table t (id int primary key, unique (a)); alter table t add unique (b)")
	f.Add("<databaseChangeLog><createTable tableName='a'><column name='b'/></createTable></databaseChangeLog>")
	f.Fuzz(func(t *testing.T, text string) {
		for _, u := range []*decl.Unit{
			ParseFile(&source.File{Text: []byte(text)}), ParseChangelog(&source.File{Text: []byte(text)}),
		} {
			for _, table := range u.Schema.Tables {
				if s := table.At; s.Valid() && (s.Lo < 0 || s.Hi < s.Lo || s.Hi > len(text)) {
					t.Fatalf("a place outside of the text: %+v", s)
				}
			}
		}
	})
}
