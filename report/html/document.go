package html

import (
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/report"
)

// document is what the page shows. It stands in the page as JSON. What many
// rows share (a setting with its losers, a snippet, a picture) stands once and
// is meant by its index; -1 means none.
type document struct {
	Version   string         `json:"version"`
	Root      string         `json:"root"`
	Summary   report.Summary `json:"summary"`
	Apps      []app          `json:"apps"`
	Rules     []rule         `json:"rules"`
	Findings  []item         `json:"findings"`
	Refs      []reference    `json:"refs"`
	Calls     []call         `json:"calls"`
	Settings  []setting      `json:"settings"`
	Verdicts  []verdict      `json:"verdicts"`
	Snippets  []snippet      `json:"snippets"`
	Fixes     []change       `json:"fixes"`
	Timelines []string       `json:"timelines"` // SVG
	Graph     graph          `json:"graph"`
	Open      []open         `json:"open"`
	Problems  []problem      `json:"problems"`
}

type app struct {
	Name string `json:"name"`
	// Label is the name, and the folder where several have it.
	Label      string   `json:"label"`
	Root       string   `json:"root"`
	Dubbo      string   `json:"dubbo"` // "" where it is not known
	Origin     string   `json:"origin"`
	References int      `json:"references"`
	Services   int      `json:"services"`
	Fails      []string `json:"fails"`
}

type rule struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Summary string `json:"summary"`
	Fix     string `json:"fix"`
}

type item struct {
	Rule       int       `json:"rule"`
	Severity   int       `json:"severity"`   // 1 note, 2 warning, 3 error
	Confidence int       `json:"confidence"` // 1 low, 2 medium, 3 high
	Message    string    `json:"message"`
	Subject    string    `json:"subject"`
	App        string    `json:"app"`
	Place      string    `json:"place"`
	Snippet    int       `json:"snippet"`
	Related    []related `json:"related"`
	Fixes      []int     `json:"fixes"`
	Call       int       `json:"call"`
	Suppressed string    `json:"suppressed"`
}

type related struct {
	Text    string `json:"text"`
	Snippet int    `json:"snippet"`
}

type reference struct {
	App   int    `json:"app"`
	Name  string `json:"name"` // the interface, with group and version
	Place string `json:"place"`
}

type call struct {
	Ref      int      `json:"ref"`
	Method   string   `json:"method"`
	CalledAt []string `json:"calledAt"`
	Core     []int    `json:"core"` // settings: retries, timeout, cluster, check
	More     []int    `json:"more"` // settings that somebody wrote
	Runs     int      `json:"runs"` // executions; -1 where not decided
	MaxRuns  int      `json:"maxRuns"`
	WorstMs  int64    `json:"worstMs"` // 0 where not known
	Sees     string   `json:"sees"`
	Mode     string   `json:"mode"`
	Fails    string   `json:"fails"`
	Unsure   []string `json:"unsure"`
	Verdict  int      `json:"verdict"`
	Timeline int      `json:"timeline"`
	Assumed  []string `json:"assumed"` // settings that the timeline has by default
	Findings int      `json:"findings"`
}

type setting struct {
	Name    string   `json:"name"`
	Value   string   `json:"value"` // "?" where not decided
	Number  *int64   `json:"number"`
	Unknown string   `json:"unknown"`
	Origin  string   `json:"origin"`
	Place   string   `json:"place"`
	Via     []string `json:"via"`
	Lost    []loser  `json:"lost"`

	why     lang.Text // Unknown, before it was said
	written bool      // somebody wrote it somewhere
}

type loser struct {
	Value  string `json:"value"`
	Origin string `json:"origin"`
	Place  string `json:"place"`
	Reason string `json:"reason"`
}

type verdict struct {
	Text     string   `json:"text"`
	Kind     string   `json:"kind"`
	Evidence []string `json:"evidence"`
}

// snippet is a piece of a file. Each line is cut into parts, of which every
// second one is marked.
type snippet struct {
	Place string `json:"place"`
	Lines []line `json:"lines"`
}

type line struct {
	N     int      `json:"n"`
	Parts []string `json:"parts"`
}

type change struct {
	Title string `json:"title"`
	Safe  bool   `json:"safe"`
	Diff  string `json:"diff"` // unified, "" where it cannot be shown
}

// open is a reason why something could not be decided, and for whom.
type open struct {
	What   string   `json:"what"`
	Why    string   `json:"why"`
	Count  int      `json:"count"`
	Places []string `json:"places"` // the first ones
}

type problem struct {
	Kind  string `json:"kind"`
	Place string `json:"place"`
	Text  string `json:"text"`
	Minor bool   `json:"minor"`
}
