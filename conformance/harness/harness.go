package harness

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dubboaudit/dubboaudit/conformance"
	"github.com/dubboaudit/dubboaudit/dubbo"
)

// Harness runs one release.
type Harness struct {
	Version dubbo.Version
	// Cache keeps class paths and logs between runs.
	Cache string
	// Log is told what happens.
	Log io.Writer

	plain, boot  []string            // class paths
	others       map[string][]string // of other releases, for the providers of some cases
	work, counts string
}

// batch is how many cases share a JVM, and hosts how many consumer JVMs run
// at the same time beside the provider's.
const (
	batch = 10
	hosts = 2
)

// settled is how long after its start a provider of 3.x is surely registered as
// an application: it does that in the background.
const settled = 3 * time.Second

// Resolve finds the jars of the release; only this needs the network.
func (h *Harness) Resolve(cases []*conformance.Case) error {
	if err := install(); err != nil {
		return err
	}
	h.work = filepath.Join(h.Cache, "work", h.Version.Text)
	h.counts = filepath.Join(h.work, "counts")
	var err error
	if _, err = h.resolve(zooKeeper); err != nil {
		return err
	}
	if h.plain, err = h.resolve(plain(h.Version)); err != nil {
		return err
	}
	if slices.ContainsFunc(cases, func(c *conformance.Case) bool { return c.Boot }) {
		if h.boot, err = h.resolve(boot(h.Version)); err != nil {
			return err
		}
	}
	h.others = map[string][]string{}
	for _, c := range cases {
		if c.Provider != "" && h.others[c.Provider] == nil {
			if h.others[c.Provider], err = h.resolve(plain(dubbo.MustVersion(c.Provider))); err != nil {
				return err
			}
		}
	}
	return nil
}

// Run runs the cases and returns what the release did. Resolve comes first.
func (h *Harness) Run(cases []*conformance.Case) ([]*conformance.Record, error) {
	began := time.Now()
	if err := h.stage(cases); err != nil {
		return nil, err
	}
	if err := writeFile(h.counts, ""); err != nil {
		return nil, err
	}
	fmt.Fprintf(h.Log, "%s: %d cases compiled after %.0f s\n", h.Version, len(cases), time.Since(began).Seconds())
	provider, err := h.startProviders(cases)
	if err != nil {
		return nil, err
	}
	defer provider.stop()
	fmt.Fprintf(h.Log, "%s: providers up after %.0f s\n", h.Version, time.Since(began).Seconds())
	var g errgroup.Group
	g.SetLimit(hosts)
	for i, list := range batches(cases) {
		g.Go(func() error { return h.runBatch("consumer"+strconv.Itoa(i), list) })
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	fmt.Fprintf(h.Log, "%s: calls done after %.0f s\n", h.Version, time.Since(began).Seconds())
	return h.records(cases)
}

// providers are the folders of a case's own providers.
var providers = []string{"provider", "provider2"}

// startProviders starts ZooKeeper, the standard provider and those of the
// cases, all before any consumer, so that nobody sees providers come and go.
func (h *Harness) startProviders(cases []*conformance.Case) (*jvm, error) {
	zk, err := h.resolve(zooKeeper)
	if err != nil {
		return nil, err
	}
	shared, err := conformance.Shared()
	if err != nil {
		return nil, err
	}
	std := h.side(shared, "standard")
	plan := []string{
		line("zookeeper", join(zk), filepath.Join(h.work, "zookeeper"), "2181", "2182", "2183"),
		line("libs", join(std.libs)),
		line("run", "standard", join(std.classpath), "probe.Provider"),
	}
	for _, c := range cases {
		for _, n := range c.Nodes {
			plan = append(plan, line("node", n.Port, n.Path, filepath.Join(h.work, c.Name, filepath.FromSlash(n.File))))
		}
		for _, part := range providers {
			if c.Has(part) {
				plan = append(plan, line("run", c.Name, join(h.side(c, part).classpath), "probe.Provider"))
			}
		}
	}
	j, err := h.start("provider", plan, noQos, nil, true)
	if err != nil {
		return nil, err
	}
	if err := j.wait(2 * time.Minute); err != nil {
		return nil, err
	}
	time.Sleep(settled)
	return j, nil
}

// batches groups the cases that can share a JVM: those with the same options,
// environment and libraries. The slow ones come first.
func batches(cases []*conformance.Case) [][]*conformance.Case {
	var keys []string
	groups := map[string][]*conformance.Case{}
	for _, c := range cases {
		key := fmt.Sprint(c.Options, c.Environment, c.Boot, setsQos(c))
		if groups[key] == nil {
			keys = append(keys, key)
		}
		groups[key] = append(groups[key], c)
	}
	var out [][]*conformance.Case
	for _, key := range keys {
		g := groups[key]
		slices.SortStableFunc(g, func(a, b *conformance.Case) int { return int(b.Settle - a.Settle) })
		out = slices.AppendSeq(out, slices.Chunk(g, batch))
	}
	slices.SortStableFunc(out, func(a, b []*conformance.Case) int { return len(b) - len(a) })
	return out
}

// noQos switches Dubbo's console off: several applications would want its port.
var noQos = []string{"-Ddubbo.application.qos.enable=false", "-Ddubbo.application.qos-enable=false"}

// setsQos reports whether the application switches the console off itself,
// because it would be another one with options for it: @EnableDubbo makes an
// ApplicationConfig of them.
func setsQos(c *conformance.Case) bool { return c.Has("consumer/src/main/java/probe/Config.java") }

func (h *Harness) runBatch(name string, cases []*conformance.Case) error {
	plan := []string{line("libs", join(h.side(cases[0], "consumer").libs))}
	settle := time.Duration(0)
	for _, c := range cases {
		plan = append(plan, line("run", c.Name, join(h.side(c, "consumer").classpath), "probe.Consumer",
			c.Name, h.result(c), strconv.FormatInt(c.Settle.Milliseconds(), 10)))
		settle = max(settle, c.Settle)
	}
	options := cases[0].Options
	if !setsQos(cases[0]) {
		options = slices.Concat(noQos, options)
	}
	j, err := h.start(name, plan, options, cases[0].Environment, false)
	if err != nil {
		return err
	}
	err = j.wait(150*time.Second + settle)
	j.stop()
	if err != nil {
		// What was written counts; a case without a result is told later.
		fmt.Fprintf(h.Log, "%s: %s: %v\n", h.Version, name, err)
	}
	return nil
}

func (h *Harness) result(c *conformance.Case) string {
	return filepath.Join(h.work, c.Name, "result.json")
}

func line(fields ...string) string { return strings.Join(fields, "\t") }
func join(paths []string) string   { return strings.Join(paths, string(os.PathListSeparator)) }

// packages are the Debian packages of the commands the harness needs.
var packages = map[string]string{"javac": "openjdk-17-jdk-headless", "mvn": "maven"}

// install installs what is missing, where this is allowed.
func install() error {
	for name, pkg := range packages {
		if _, err := exec.LookPath(name); err == nil {
			continue
		}
		_ = exec.Command("apt-get", "update", "-qq").Run() // an old list may do
		if out, err := exec.Command("apt-get", "install", "-y", "-qq", "--no-install-recommends", pkg).CombinedOutput(); err != nil {
			return fmt.Errorf("%s is missing, and installing %s failed: %w\n%s", name, pkg, err, out)
		}
	}
	return nil
}
