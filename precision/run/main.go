// Command run audits the labelled projects below a folder and prints how often
// the verdicts on their methods are right.
package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/dubboaudit/dubboaudit/precision"
)

func main() {
	trees := flag.String("trees", "", "the folder that holds the projects, checked out as OWNER/NAME")
	half := flag.String("half", "", "tuning, untouched, fresh, second, third or again; all")
	misses := flag.Bool("misses", false, "list what was judged wrongly")
	flag.Parse()
	if *trees == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*trees, precision.Half(*half), *misses); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(trees string, half precision.Half, misses bool) error {
	labels, err := precision.Labels()
	if err != nil {
		return err
	}
	projects := map[string][]precision.Label{}
	for _, l := range labels {
		if half == "" || l.Half == half {
			projects[l.Project] = append(projects[l.Project], l)
		}
	}
	var cases []precision.Case
	for _, name := range slices.Sorted(maps.Keys(projects)) {
		tree := os.DirFS(filepath.Join(trees, filepath.FromSlash(name)))
		found, err := precision.Measure(context.Background(), tree, projects[name])
		if err != nil {
			return err
		}
		cases = append(cases, found...)
	}
	for _, h := range precision.Halves {
		if half == "" || half == h {
			if err := precision.Write(os.Stdout, h, cases, misses); err != nil {
				return err
			}
		}
	}
	return nil
}
