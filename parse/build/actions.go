package build

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// act does what a call asks for, its closure aside.
func (p *parser) act(s *scope, in context, c chain) {
	if len(c.call) == 0 {
		return
	}
	switch in {
	case inDependencies, inConstraints:
		p.depend(s, in, c)
		return
	case inImports:
		if c.last == "mavenBom" {
			p.notation(s, gradleDep{bom: true, at: c.at}, c.call[0].expr)
		}
		return
	case inManaged:
		if c.last == "dependency" {
			p.notation(s, gradleDep{managed: true, at: c.at}, mapOrFirst(c.call))
		}
		return
	}
	switch {
	case c.name == "set" && (c.ext || in == inExt) && len(c.call) == 2 && c.call[0].kind == textExpr:
		setProps(s, c.call[0].text.s, c.call[1].expr, 0)
	case c.last == "include" && p.script.settings:
		p.include(c.call)
	case c.last == "apply":
		if from, ok := named(c.call, "from"); ok {
			s.applies = append(s.applies, lastText(from))
		}
	case in == inTop && (c.name == "group" || c.name == "version"):
		setProps(s, c.name, c.call[0].expr, 0)
	}
}

func (p *parser) include(args []arg) {
	for _, a := range args {
		switch a.kind {
		case textExpr:
			p.script.includes = append(p.script.includes, a.text)
		case listExpr:
			p.include(a.args)
		}
	}
}

// keepContext are blocks that only choose or repeat.
var keepContext = map[string]bool{
	"if": true, "else": true, "afterEvaluate": true, "try": true, "run": true, "with": true,
}

// enter reads the closure behind a call.
func (p *parser) enter(s *scope, in context, c chain, from int) {
	switch {
	case keepContext[c.last]:
		p.block(s, in)
	case in == inDependencies && c.last == "constraints":
		p.block(s, inConstraints)
	case in == inDependencies, in == inConstraints:
		p.closure(s, from)
	case in == inManagement && c.last == "imports":
		p.block(s, inImports)
	case in == inManagement && c.last == "dependencies":
		p.block(s, inManaged)
	case in == inManaged && c.last == "dependencySet":
		p.entries(s, c)
	case in == inCatalogs:
		p.catalogBlock(c)
	case c.name == "" && c.expr.name != "project":
		p.block(p.script.scope(targetNobody), inOther)
	default:
		p.enterProject(s, in, c)
	}
}

// enterProject reads the blocks of a project or a settings script.
func (p *parser) enterProject(s *scope, in context, c chain) {
	nobody := p.script.scope(targetNobody)
	switch c.last {
	case "buildscript":
		p.block(s, inBuildscript)
	case "allprojects":
		p.block(p.script.scope(targetAll), inTop)
	case "subprojects":
		p.block(p.script.scope(targetBelow), inTop)
	case "project", "configure":
		p.block(p.script.scope(projectTarget(c)), inTop)
	case "ext", "extra":
		p.block(s, inExt)
	case "dependencyManagement":
		p.block(s, inManagement)
	case "dependencyResolutionManagement":
		p.block(nobody, in)
	case "versionCatalogs":
		p.block(nobody, inCatalogs)
	case "dependencies":
		if in == inTop {
			p.block(s, inDependencies)
			return
		}
		p.block(nobody, inDependencies)
	default:
		p.block(s, inOther)
	}
}

// projectTarget returns the target of project(":x") { } and configure(...) { }.
func projectTarget(c chain) string {
	if c.last == "project" {
		if at := literal(c.call); at != "" {
			return "project:" + projectPath(at)
		}
		return targetNobody
	}
	if len(c.call) == 1 && c.call[0].kind == textExpr {
		switch c.call[0].text.s {
		case "${subprojects}":
			return targetBelow
		case "${allprojects}":
			return targetAll
		}
	}
	if len(c.call) == 1 && c.call[0].kind == callExpr && c.call[0].name == "project" {
		if at := literal(c.call[0].args); at != "" {
			return "project:" + projectPath(at)
		}
	}
	return targetNobody
}

// projectPath writes a project's path in one form: ":a:b".
func projectPath(s string) string {
	return ":" + strings.ReplaceAll(strings.Trim(s, ":/"), "/", ":")
}

// depend reads the arguments of a configuration: implementation(...).
func (p *parser) depend(s *scope, in context, c chain) {
	conf, args := c.last, c.call
	if (conf == "add" || conf == "addProvider") && len(args) > 1 && args[0].kind == textExpr {
		conf, args = args[0].text.s, args[1:]
	}
	d := gradleDep{conf: conf, managed: in == inConstraints, at: c.at}
	if _, ok := named(args, "name"); ok {
		p.notation(s, d, expr{kind: listExpr, args: args})
		return
	}
	if len(args) >= 2 && coordinatePart(args[0]) && coordinatePart(args[1]) { // Kotlin: ("g", "a", "v")
		d.group, d.artifact = args[0].text, args[1].text
		if len(args) > 2 && args[2].kind == textExpr {
			d.version = args[2].text
		}
		d.at = d.artifact.at
		s.deps = append(s.deps, d)
		return
	}
	for _, a := range args {
		if a.name == "" {
			p.notation(s, d, a.expr)
		}
	}
}

func coordinatePart(a arg) bool {
	return a.kind == textExpr && a.name == "" && a.raw != "" && !strings.Contains(a.raw, ":")
}

func mapOrFirst(args []arg) expr {
	if _, ok := named(args, "name"); ok {
		return expr{kind: listExpr, args: args}
	}
	return args[0].expr
}

// notation adds what one dependency notation says.
func (p *parser) notation(s *scope, d gradleDep, e expr) {
	switch e.kind {
	case textExpr:
		if name, ok := placeholder(e.text.s); ok && name != "" {
			d.ref, d.at = e.text, e.text.at
			s.deps = append(s.deps, d)
			return
		}
		if splitNotation(&d, e) {
			s.deps = append(s.deps, d)
		}
	case callExpr:
		switch e.name {
		case "platform", "enforcedPlatform":
			d.bom = true
			for _, a := range e.args {
				p.notation(s, d, a.expr)
			}
		case "project":
			if at := literal(e.args); at != "" {
				d.project = projectPath(at)
				s.deps = append(s.deps, d)
			}
		}
	case listExpr:
		if name, ok := named(e.args, "name"); ok && name.kind == textExpr {
			d.artifact, d.at = name.text, name.text.at
			group, _ := named(e.args, "group")
			version, _ := named(e.args, "version")
			d.group, d.version = group.text, version.text
			s.deps = append(s.deps, d)
			return
		}
		for _, a := range e.args {
			if a.name == "" {
				p.notation(s, d, a.expr)
			}
		}
	}
}

// splitNotation takes "group:artifact:version" apart. Places of the parts
// are known where the notation is one string.
func splitNotation(d *gradleDep, e expr) bool {
	whole, places := e.text.s, false
	if e.raw != "" && strings.Count(e.raw, ":") == strings.Count(whole, ":") {
		places = true
	}
	parts := strings.Split(whole, ":")
	if len(parts) < 2 || strings.ContainsAny(whole, " \n/") {
		return false
	}
	raw, at := strings.Split(e.raw, ":"), e.text.at.Lo
	for i, s := range parts {
		t := text{s, e.text.at}
		if places {
			t.at = source.Span{File: e.text.at.File, Lo: at, Hi: at + len(raw[i])}
			at += len(raw[i]) + 1
		}
		switch i {
		case 0:
			d.group = t
		case 1:
			d.artifact, d.at = t, t.at
		case 2:
			t.s, _, _ = strings.Cut(t.s, "@")
			t.s = strings.TrimSuffix(t.s, "!!") // Gradle's short form of strictly
			d.version = t
		}
	}
	return true
}
