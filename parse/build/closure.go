package build

import "strings"

// closure reads what stands in braces behind a dependency: exclusions, and a
// rich version (strictly, require, prefer).
func (p *parser) closure(s *scope, from int) {
	deps := s.deps[min(from, len(s.deps)):]
	depth := 1
	for p.pos < len(p.toks) && depth > 0 {
		t := p.peek()
		switch {
		case p.isPunct("{"):
			depth++
			p.pos++
		case p.isPunct("}"):
			depth--
			p.pos++
		case t.kind == nameToken:
			p.closureCall(deps)
		default:
			p.pos++
		}
	}
}

func (p *parser) closureCall(deps []gradleDep) {
	c := p.chain()
	if !c.called && !p.isPunct("{") && !p.isPunct("=") {
		c.call = p.commandArgs()
	}
	switch c.last {
	case "exclude":
		if x := exclusion(c.call); x != "" {
			for i := range deps {
				deps[i].exclusions = append(deps[i].exclusions, x)
			}
		}
	case "strictly", "require", "prefer", "version":
		if len(c.call) == 1 && c.call[0].kind == textExpr {
			for i := range deps {
				deps[i].version = c.call[0].text
			}
		}
	}
}

// exclusion returns "group:module" with "*" for what is not named.
func exclusion(args []arg) string {
	part := func(name string, i int) string {
		if e, ok := named(args, name); ok && e.kind == textExpr {
			return e.text.s
		}
		if i < len(args) && args[i].name == "" && args[i].kind == textExpr {
			return args[i].text.s
		}
		return "*"
	}
	group, module := part("group", 0), part("module", 1)
	if group == "*" && module == "*" {
		return ""
	}
	return group + ":" + module
}

// entries reads dependencySet(group: 'g', version: 'v') { entry 'a' }, in its
// older form with "g:v".
func (p *parser) entries(s *scope, c chain) {
	d := gradleDep{managed: true}
	if len(c.call) > 0 && c.call[0].name == "" && c.call[0].kind == textExpr {
		group, version, _ := strings.Cut(c.call[0].text.s, ":")
		d.group, d.version = text{group, c.call[0].text.at}, text{version, c.call[0].text.at}
	}
	if e, ok := named(c.call, "group"); ok {
		d.group = e.text
	}
	if e, ok := named(c.call, "version"); ok {
		d.version = e.text
	}
	for p.pos < len(p.toks) && !p.isPunct("}") {
		if p.peek().kind != nameToken {
			p.pos++
			continue
		}
		e := p.chain()
		if !e.called {
			e.call = p.commandArgs()
		}
		if e.last == "entry" && len(e.call) == 1 && e.call[0].kind == textExpr {
			d.artifact, d.at = e.call[0].text, e.call[0].text.at
			s.deps = append(s.deps, d)
		}
		if p.isPunct("{") {
			p.skipBlock()
		}
	}
	p.pos++
}

// catalogBlock reads create("libs") { from(files("x.versions.toml")) } of a
// settings script.
func (p *parser) catalogBlock(c chain) {
	name := literal(c.call)
	if name == "" {
		name = c.name
	}
	depth := 1
	for p.pos < len(p.toks) && depth > 0 {
		switch {
		case p.isPunct("{"):
			depth++
			p.pos++
		case p.isPunct("}"):
			depth--
			p.pos++
		case p.peek().kind == nameToken:
			e := p.chain()
			if e.last == "from" && len(e.call) == 1 && name != "" {
				p.script.catalogs[name] = lastText(e.call[0].expr)
			}
		default:
			p.pos++
		}
	}
}
