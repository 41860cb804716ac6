// Command run runs real Dubbo releases on the cases, compares what they did
// with what the auditor predicts, and keeps the records with -update.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/conformance"
	"github.com/dubboaudit/dubboaudit/conformance/harness"
	"github.com/dubboaudit/dubboaudit/dubbo"
)

func main() {
	var (
		versions = flag.String("version", "", "releases, by commas")
		names    = flag.String("case", "", "cases, by commas; all that the release can run")
		update   = flag.Bool("update", false, "write the records")
		dir      = flag.String("dir", "conformance", "the folder of the records")
		cache    = flag.String("cache", "", "folder for class paths and logs; default: the user's cache folder")
	)
	flag.Parse()
	if *versions == "" {
		flag.Usage()
		os.Exit(2)
	}
	ok, err := run(*versions, *names, *dir, *cache, *update)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func run(versions, names, dir, cache string, update bool) (bool, error) {
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return false, err
		}
		cache = filepath.Join(user, "dubboaudit-conformance")
	}
	agreed := true
	var list []*harness.Harness
	for _, text := range strings.Split(versions, ",") {
		v, err := dubbo.ParseVersion(text)
		if err != nil {
			return false, err
		}
		h := &harness.Harness{Version: v, Cache: cache, Log: os.Stderr}
		cases, err := choose(v, names)
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
		ok, err := one(h, names, dir, update)
		if err != nil {
			return false, fmt.Errorf("%s: %w", h.Version, err)
		}
		agreed = agreed && ok
	}
	return agreed, nil
}

// choose returns the named cases, or all, that apply to a release.
func choose(v dubbo.Version, names string) ([]*conformance.Case, error) {
	all, err := conformance.Cases()
	if err != nil {
		return nil, err
	}
	var out []*conformance.Case
	for _, c := range all {
		if c.AppliesTo(v) && (names == "" || strings.Contains(","+names+",", ","+c.Name+",")) {
			out = append(out, c)
		}
	}
	return out, nil
}

func one(h *harness.Harness, names, dir string, update bool) (bool, error) {
	cases, err := choose(h.Version, names)
	if err != nil || len(cases) == 0 {
		return true, err
	}
	records, err := h.Run(cases)
	if err != nil {
		return false, err
	}
	wrong, err := compare(h, cases, records)
	if err != nil {
		return false, err
	}
	if len(wrong) > 0 {
		// A loaded machine can stretch a call beyond its timeout: once more,
		// with less beside it.
		if records, wrong, err = again(h, records, wrong); err != nil {
			return false, err
		}
	}
	fmt.Printf("%s: %d cases, %d records, disagreement in %d cases\n", h.Version, len(cases), len(records), len(wrong))
	if update {
		return len(wrong) == 0, conformance.Write(dir, h.Version.Text, records)
	}
	return len(wrong) == 0, nil
}

// again runs the cases with a disagreement a second time, which counts.
func again(h *harness.Harness, records []*conformance.Record, wrong []*conformance.Case) ([]*conformance.Record, []*conformance.Case, error) {
	second, err := h.Run(wrong)
	if err != nil {
		return nil, nil, err
	}
	records = slices.DeleteFunc(records, func(r *conformance.Record) bool {
		return slices.ContainsFunc(second, func(s *conformance.Record) bool { return s.Case == r.Case })
	})
	still, err := compare(h, wrong, second)
	return append(records, second...), still, err
}

// compare prints every disagreement and returns the cases that have one.
func compare(h *harness.Harness, cases []*conformance.Case, records []*conformance.Record) ([]*conformance.Case, error) {
	var wrong []*conformance.Case
	for _, c := range cases {
		model, problems, err := c.Model(h.Version)
		if err != nil {
			return nil, err
		}
		for _, p := range problems {
			fmt.Printf("%s %s: %v\n", h.Version, c.Name, p)
		}
		differs := false
		for _, rec := range records {
			if rec.Case != c.Name || conformance.Left(rec) != "" {
				continue
			}
			if msg := conformance.Compare(rec, model); msg != "" {
				differs = true
				fmt.Printf("%s: %s [%s %v]\n", rec.Key(), msg, rec.Outcome, rec.Clusters)
			}
		}
		if differs {
			wrong = append(wrong, c)
		}
	}
	return wrong, nil
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
