package policy

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// MaxConfigBytes bounds a config file; one written by hand is far smaller.
const MaxConfigBytes = 1 << 20

// Configs finds the config that counts for a file: the config file in the
// nearest folder, on top of those of the folders above up to the root. The
// nil Configs has an empty config for every file. It is safe for concurrent
// use.
type Configs struct {
	fsys      fs.FS
	knownRule func(string) bool
	fixed     *Config
	doubt     func(*ConfigError)
	// now and then are those of Then.
	now, then *Configs

	mu   sync.Mutex
	dirs map[string]*Config // what counts in a folder
	own  map[string]*Config // what stands in a folder
	err  error
}

// NewConfigs reads config files below a root as they are asked for.
func NewConfigs(fsys fs.FS, knownRule func(string) bool) *Configs {
	return &Configs{fsys: fsys, knownRule: knownRule, dirs: map[string]*Config{}, own: map[string]*Config{}}
}

// Tell has the doubts about each config file told once, when it is read.
func (c *Configs) Tell(doubt func(*ConfigError)) *Configs {
	c.doubt = doubt
	if c.fixed != nil {
		c.tell(c.fixed)
	}
	return c
}

func (c *Configs) tell(config *Config) {
	for _, d := range config.doubts {
		if c.doubt != nil {
			c.doubt(d)
		}
	}
}

// Fixed makes one config count everywhere, and no file in the trees.
func Fixed(c *Config) *Configs {
	return &Configs{fixed: c, dirs: map[string]*Config{".": c}, own: map[string]*Config{".": c}}
}

// Then returns the configs for the trees as they were: what was said then
// about the deployment (version, profiles, properties), and what is said now
// about everything else, so that a changed rule level makes nothing new.
func (c *Configs) Then(then *Configs) *Configs {
	return &Configs{now: c, then: then, dirs: map[string]*Config{}}
}

// For returns what counts for a file.
func (c *Configs) For(file string) *Config { return c.In(path.Dir(file)) }

// At returns what counts at a place; without one, the root's.
func (c *Configs) At(s source.Span) *Config {
	if !s.Valid() {
		return c.In(".")
	}
	return c.For(s.File.Path)
}

// In returns what counts in a folder.
func (c *Configs) In(dir string) *Config {
	switch {
	case c == nil:
		return &Config{}
	case c.fixed != nil:
		return c.fixed
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.in(path.Clean(dir))
}

func (c *Configs) in(dir string) *Config {
	if known, ok := c.dirs[dir]; ok {
		return known
	}
	var config *Config
	switch above := path.Dir(dir); {
	case c.now != nil:
		config = c.now.In(dir).deployedAs(c.then.In(dir))
	case above == dir:
		config = &Config{}
		if own := c.read(dir); own != nil {
			config = own
		}
	default:
		config = c.in(above)
		if own := c.read(dir); own != nil {
			config = own.below(dir).Over(config)
		}
	}
	c.dirs[dir] = config
	return config
}

func (c *Config) deployedAs(then *Config) *Config {
	out := *c
	out.DubboVersion, out.Profiles, out.Properties = then.DubboVersion, then.Profiles, then.Properties
	return &out
}

// read reads the config file in a folder, nil for none. A mistake in it is
// kept for Err.
func (c *Configs) read(dir string) *Config {
	name := path.Join(dir, ConfigName)
	f, err := c.fsys.Open(name)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) && fs.ValidPath(name) {
			c.fail(notInFile(err, name))
		}
		return nil
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(f, MaxConfigBytes+1))
	switch {
	case err != nil:
		c.fail(lang.Errorf("config file: %v", err))
		return nil
	case len(text) > MaxConfigBytes:
		c.fail(lang.Errorf("config file %s: more than %d bytes", name, MaxConfigBytes))
		return nil
	}
	config, err := ParseConfig(name, text, c.knownRule)
	if err != nil {
		c.fail(err)
		return nil
	}
	c.own[dir] = config
	c.tell(config)
	return config
}

// notInFile drops errors that come from a path through a file: the members of
// an archive, or an audited path that is no folder.
func notInFile(err error, name string) error {
	var p *fs.PathError
	if errors.As(err, &p) && p.Err.Error() == "not a directory" {
		return nil
	}
	return lang.Errorf("config file %s: %v", name, err)
}

// fail keeps the first mistake, by name of file where several are met.
func (c *Configs) fail(err error) {
	if err != nil && (c.err == nil || err.Error() < c.err.Error()) {
		c.err = err
	}
}

// Err returns the first mistake in a config file read so far.
func (c *Configs) Err() error {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Enabled reports whether a rule runs at all: it is not off everywhere, as far
// as config files have been read.
func (c *Configs) Enabled(id string) bool {
	switch {
	case c == nil:
		return true
	case c.now != nil:
		return c.now.Enabled(id)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, config := range c.dirs {
		if config.Enabled(id) {
			return true
		}
	}
	return len(c.dirs) == 0
}

// ignores lists the ignores of all config files read, with their folders.
func (c *Configs) ignores(each func(dir string, ig *Ignore)) {
	switch {
	case c == nil:
		return
	case c.now != nil:
		c.now.ignores(each)
		return
	}
	for _, dir := range slices.Sorted(maps.Keys(c.own)) {
		for _, ig := range c.own[dir].Ignores {
			each(dir, ig)
		}
	}
}
