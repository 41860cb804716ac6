package build

import (
	"path"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// script is a Gradle script, Groovy or Kotlin, as far as it is literal.
type script struct {
	file     *source.File
	dir      string
	settings bool
	scopes   []*scope
	// What settings scripts declare.
	rootName text
	includes []text          // ":a:b"
	dirs     map[string]text // projectDir by project path
	catalogs map[string]text // version catalog files by accessor
}

// The targets of a scope: the script's own project, it and all below, all
// below, or "project:" with a path. What stands under a condition on
// projects that is not literal belongs to nobody.
const (
	targetOwn    = ""
	targetAll    = "all"
	targetBelow  = "below"
	targetNobody = "nobody"
)

// scope is what a script declares for some projects.
type scope struct {
	target  string
	props   map[string]text
	deps    []gradleDep
	applies []text // other scripts
}

// gradleDep is one dependency notation. Exactly one of coordinates, ref and
// project is set.
type gradleDep struct {
	conf                     string
	group, artifact, version text
	ref                      text // catalog alias or variable: "${libs.dubbo}"
	project                  string
	// bom is set for platform(...) and mavenBom, managed for constraints.
	bom, managed bool
	exclusions   []string
	at           source.Span
}

func parseScript(f *source.File) (*script, []source.Problem) {
	s := &script{file: f, dir: path.Dir(f.Path), dirs: map[string]text{}, catalogs: map[string]text{}}
	kind, _ := Is(f.Path)
	s.settings = kind == KindGradleSettings
	src := string(f.Text)
	l := lex(src)
	p := parser{script: s, src: src, toks: l.toks}
	p.block(s.scope(targetOwn), inTop)
	if len(p.problems) == 0 {
		p.problems = p.cutOff(l)
	}
	return s, p.problems
}

// scope returns the scope of a target, made on first use.
func (s *script) scope(target string) *scope {
	for _, sc := range s.scopes {
		if sc.target == target {
			return sc
		}
	}
	sc := &scope{target: target, props: map[string]text{}}
	s.scopes = append(s.scopes, sc)
	return sc
}
