// Command run runs real Dubbo releases on the cases, compares what they did
// with what the auditor predicts, and keeps the records with -update.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
		if c.Versions.Contains(v) && (names == "" || strings.Contains(","+names+",", ","+c.Name+",")) {
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
	agreed, err := compare(cases, records)
	if err != nil {
		return false, err
	}
	if update {
		return agreed, conformance.Write(dir, h.Version.Text, records)
	}
	return agreed, nil
}

// compare prints every disagreement and the count.
func compare(cases []*conformance.Case, records []*conformance.Record) (bool, error) {
	wrong := 0
	for _, c := range cases {
		if conformance.Excluded[c.Name] != "" {
			continue
		}
		for _, rec := range records {
			if rec.Case != c.Name {
				continue
			}
			model, _, err := c.Model(dubbo.MustVersion(rec.Version))
			if err != nil {
				return false, err
			}
			if msg := conformance.Compare(rec, model); msg != "" {
				wrong++
				fmt.Printf("%s: %s [%s]\n", rec.Key(), msg, rec.Outcome)
			}
		}
	}
	fmt.Printf("%s: %d of %d agree\n", records[0].Version, len(records)-wrong, len(records))
	return wrong == 0, nil
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
