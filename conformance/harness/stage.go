package harness

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/conformance"
)

// side is the consumer or a provider of a case, staged and compiled.
type side struct {
	name      string
	classpath []string // resources and classes, Dubbo
	libs      []string
}

// stage writes the files of the cases and compiles all that is Java.
func (h *Harness) stage(cases []*conformance.Case) error {
	if err := os.RemoveAll(h.work); err != nil {
		return err
	}
	shared, err := conformance.Shared()
	if err != nil {
		return err
	}
	for _, c := range append([]*conformance.Case{shared}, cases...) {
		if err := write(filepath.Join(h.work, c.Name), c.Files(h.Version)); err != nil {
			return err
		}
	}
	if err := h.writeProbe(); err != nil {
		return err
	}
	return h.compile(cases)
}

// writeProbe writes the harness's own Java, for this version.
func (h *Harness) writeProbe() error {
	return fs.WalkDir(conformance.Java, "java", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := conformance.Java.ReadFile(name)
		if err != nil {
			return err
		}
		pkg := "org.apache.dubbo"
		if h.Version.Before("2.7.0") {
			pkg = "com.alibaba.dubbo"
		}
		return writeFile(filepath.Join(h.work, filepath.FromSlash(name)), strings.ReplaceAll(string(text), "@PKG@", pkg))
	})
}

func write(dir string, files map[string]string) error {
	for name, text := range files {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(name)), text); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o644)
}

// compile compiles the host, the probe, and the sources of each case in one JVM.
func (h *Harness) compile(cases []*conformance.Case) error {
	api := sources(filepath.Join(h.work, "shared", "api"))
	all := sources(filepath.Join(h.work, "java"))
	host := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return !strings.Contains(filepath.ToSlash(s), "/host/") })
	probe := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return slices.Contains(host, s) })
	if err := run("javac", append([]string{"-nowarn", "-d", h.hostClasses()}, host...)...); err != nil {
		return err
	}
	dubbo := strings.Join(h.plain, string(os.PathListSeparator))
	plan := []string{strings.Join(append([]string{dubbo, h.probeClasses()}, append(api, probe...)...), "\t")}
	for _, c := range cases {
		for _, part := range append([]string{"consumer"}, providers...) {
			list := sources(filepath.Join(h.work, c.Name, part))
			if len(list) == 0 {
				continue
			}
			cp := h.probeClasses() + string(os.PathListSeparator) + dubbo
			if c.Boot {
				cp = h.probeClasses() + string(os.PathListSeparator) + strings.Join(h.boot, string(os.PathListSeparator))
			}
			plan = append(plan, strings.Join(append([]string{cp, h.classes(c.Name, part)}, list...), "\t"))
		}
	}
	file := filepath.Join(h.work, "compile.plan")
	if err := writeFile(file, strings.Join(plan, "\n")+"\n"); err != nil {
		return err
	}
	return run("java", "-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", h.hostClasses(), "probe.host.Compile", file)
}

func run(name string, args ...string) error {
	cmd := command(name, args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

func (h *Harness) hostClasses() string  { return filepath.Join(h.work, "classes", "host") }
func (h *Harness) probeClasses() string { return filepath.Join(h.work, "classes", "probe") }
func (h *Harness) classes(name, part string) string {
	return filepath.Join(h.work, "classes", name, part)
}

// side returns the consumer or provider of a case.
func (h *Harness) side(c *conformance.Case, part string) side {
	dir := filepath.Join(h.work, c.Name, part, "src", "main", "resources")
	classes := []string{dir, h.classes(c.Name, part), h.probeClasses()}
	cp := h.plain
	switch {
	case part != "consumer" && c.Provider != "":
		// It shares what it can and has the rest beside its own Dubbo.
		return side{name: c.Name, classpath: append(classes, h.others[c.Provider]...)}
	case part == "consumer" && c.Boot:
		cp = h.boot
	}
	own, libs := split(cp)
	return side{name: c.Name, libs: libs, classpath: append(classes, own...)}
}

// sources lists the Java files below a folder.
func sources(dir string) []string {
	var out []string
	_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".java") {
			out = append(out, name)
		}
		return nil // a case without sources has no folder
	})
	return out
}
