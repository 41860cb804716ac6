// Command run runs real Dubbo releases on the cases, compares what they did
// with what the auditor predicts, and keeps the records with -update.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/conformance"
	"github.com/dubboaudit/dubboaudit/conformance/harness"
	"github.com/dubboaudit/dubboaudit/conformance/random"
	"github.com/dubboaudit/dubboaudit/dubbo"
)

// options are the flags.
type options struct {
	names, dir, cache string
	update, fixed     bool
	seed              uint64
	references        int
	smallest          int
}

func main() {
	var o options
	versions := flag.String("version", "", "releases, by commas")
	flag.StringVar(&o.names, "case", "", "cases, by commas; all that the release can run")
	flag.BoolVar(&o.update, "update", false, "write the records")
	flag.BoolVar(&o.fixed, "fixed", false, "run cases before and after the safe fixes")
	flag.StringVar(&o.dir, "dir", "conformance", "the folder of the records")
	flag.StringVar(&o.cache, "cache", "", "folder for class paths and logs; default: the user's cache folder")
	flag.Uint64Var(&o.seed, "seed", 0, "draw configurations from this seed instead of running the cases")
	flag.IntVar(&o.references, "references", 200, "with -seed: how many references to draw")
	flag.IntVar(&o.smallest, "shrink", 4, "with -seed: how many disagreements to make small; each takes several rounds")
	flag.Parse()
	if *versions == "" {
		flag.Usage()
		os.Exit(2)
	}
	ok, err := run(strings.Split(*versions, ","), o)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func run(versions []string, o options) (bool, error) {
	if o.cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return false, err
		}
		o.cache = filepath.Join(user, "dubboaudit-conformance")
	}
	agreed := true
	var list []*harness.Harness
	for _, text := range versions {
		v, err := dubbo.ParseVersion(text)
		if err != nil {
			return false, err
		}
		h := &harness.Harness{Version: v, Cache: o.cache, Log: os.Stderr}
		cases, err := o.choose(v)
		if err != nil {
			return false, err
		}
		if err := h.Resolve(cases); err != nil {
			return false, err
		}
		list = append(list, h)
	}
	if err := isolate(); err != nil {
		return false, err
	}
	for _, h := range list {
		ok, err := o.one(h)
		if err != nil {
			return false, fmt.Errorf("%s: %w", h.Version, err)
		}
		agreed = agreed && ok
	}
	return agreed, nil
}

// one runs one release.
func (o *options) one(h *harness.Harness) (bool, error) {
	switch {
	case o.seed != 0:
		return o.differential(h)
	case o.fixed:
		return o.pairs(h)
	}
	return o.replay(h)
}

// choose returns the cases to run: those drawn, or the named ones, or all, that
// apply to a release.
func (o *options) choose(v dubbo.Version) ([]*conformance.Case, error) {
	if o.seed != 0 {
		return turn(random.Draw(o.seed, v, o.references))
	}
	if o.fixed {
		pairs, err := o.choosePairs(v)
		return sides(pairs), err
	}
	all, err := conformance.Cases()
	return slices.DeleteFunc(all, func(c *conformance.Case) bool {
		return !c.AppliesTo(v) || o.names != "" && !strings.Contains(","+o.names+",", ","+c.Name+",")
	}), err
}

// replay runs the cases of the repository.
func (o *options) replay(h *harness.Harness) (bool, error) {
	cases, err := o.choose(h.Version)
	if err != nil || len(cases) == 0 {
		return true, err
	}
	records, wrong, err := settled(h, cases)
	if err != nil {
		return false, err
	}
	fmt.Printf("%s: %d cases, %d records, disagreement in %d cases\n", h.Version, len(cases), len(records), len(wrong))
	if o.update {
		return len(wrong) == 0, conformance.Write(o.dir, h.Version.Text, records)
	}
	return len(wrong) == 0, nil
}

// runs is how often a case that disagrees is run: a loaded machine can stretch a
// call beyond its timeout.
const runs = 3

// settled runs cases and returns the records with the cases that disagree.
// These are run again, with less beside them, and the last run counts.
func settled(h *harness.Harness, cases []*conformance.Case) ([]*conformance.Record, []*conformance.Case, error) {
	var records []*conformance.Record
	wrong := cases
	for n := 0; n < runs && len(wrong) > 0; n++ {
		fresh, err := h.Run(wrong)
		if err != nil {
			return nil, nil, err
		}
		records = slices.DeleteFunc(records, func(r *conformance.Record) bool {
			return slices.ContainsFunc(fresh, func(s *conformance.Record) bool { return s.Case == r.Case })
		})
		records = append(records, fresh...)
		wrong = disagree(h, wrong, fresh)
	}
	return records, wrong, nil
}

// disagree returns the cases that disagree.
func disagree(h *harness.Harness, cases []*conformance.Case, records []*conformance.Record) []*conformance.Case {
	return slices.DeleteFunc(slices.Clone(cases), func(c *conformance.Case) bool { return len(differences(h, c, records, os.Stdout)) == 0 })
}

// differences prints the disagreements of a case and returns their records.
func differences(h *harness.Harness, c *conformance.Case, records []*conformance.Record, out io.Writer) []*conformance.Record {
	model, problems, err := c.Model(h.Version)
	if err != nil {
		panic(err) // the files of a case are in memory: nothing can fail
	}
	for _, p := range problems {
		fmt.Fprintf(out, "%s %s: %v\n", h.Version, c.Name, p)
	}
	var list []*conformance.Record
	for _, rec := range records {
		if rec.Case != c.Name || conformance.Left(rec) != "" {
			continue
		}
		if msg := conformance.Compare(rec, model); msg != "" {
			fmt.Fprintf(out, "%s: %s [%s %v]\n", rec.Key(), msg, rec.Outcome, rec.Clusters)
			list = append(list, rec)
		}
	}
	return list
}

// inside marks the process that runs in a network namespace of its own.
const inside = "CONFORMANCE_NAMESPACE"

// isolate starts the program again in a network namespace that has only the
// loopback interface, where the system allows that.
func isolate() error {
	if os.Getenv(inside) != "" {
		return nil
	}
	if exec.Command("unshare", "-rn", "ip", "link", "set", "lo", "up").Run() != nil {
		fmt.Fprintln(os.Stderr, "no network namespace is allowed here: using the loopback addresses of the host")
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command("unshare", append([]string{"-rn", "sh", "-c", `ip link set lo up && exec "$0" "$@"`, self}, os.Args[1:]...)...)
	cmd.Env = append(os.Environ(), inside+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = cmd.Run()
	if cmd.ProcessState == nil {
		return err
	}
	os.Exit(cmd.ProcessState.ExitCode())
	return nil
}
