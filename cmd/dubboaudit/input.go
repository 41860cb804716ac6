package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// input holds the flags about what is read; audit and explain share them.
type input struct {
	dubboVersion, forceVersion string
	profiles, set, setenv      []string
	include, exclude           []string
	includeTests, allowEmpty   bool
	config, stdinName          string
	jobs                       int
}

func (in *input) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&in.dubboVersion, "dubbo-version", "", "the Dubbo version, where the files do not tell it")
	f.StringVar(&in.forceVersion, "force-dubbo-version", "", "the Dubbo version, whatever the files tell")
	f.StringArrayVar(&in.profiles, "profile", nil, "an active Spring or Maven profile (repeatable)")
	f.StringArrayVar(&in.set, "set", nil, "a JVM system property, as in -Dkey=value (repeatable)")
	f.StringArrayVar(&in.setenv, "setenv", nil, "an environment variable NAME=VALUE (repeatable)")
	f.StringArrayVar(&in.include, "include", nil, "read only files that match this glob (repeatable)")
	f.StringArrayVar(&in.exclude, "exclude", nil, "do not read files that match this glob (repeatable)")
	f.BoolVar(&in.includeTests, "include-tests", false, "audit test sources and test resources too")
	f.BoolVar(&in.allowEmpty, "allow-empty", false, "accept trees without any Dubbo")
	f.StringVar(&in.config, "config", "", "the config file (default: the nearest "+policy.ConfigName+")")
	f.StringVar(&in.stdinName, "stdin-filename", "stdin.xml", "the name of the file that - stands for")
	f.IntVar(&in.jobs, "jobs", 0, "files read at the same time (default: one a core)")
}

// options turns flags and arguments into a file system and audit options.
func (in *input) options(cmd *cobra.Command, args []string) (fs.FS, audit.Options, error) {
	var opt audit.Options
	for _, v := range []string{in.dubboVersion, in.forceVersion} {
		if v != "" {
			if _, err := dubbo.ParseVersion(v); err != nil {
				return nil, opt, misuse{err}
			}
		}
	}
	sys, err := pairs("--set", in.set)
	if err != nil {
		return nil, opt, err
	}
	env, err := pairs("--setenv", in.setenv)
	if err != nil {
		return nil, opt, err
	}
	place, err := locate(args)
	if err != nil {
		return nil, opt, misuse{err}
	}
	opt = audit.Options{
		Paths: place.paths, Jobs: in.jobs, Include: in.include, Exclude: in.exclude, AllowEmpty: in.allowEmpty,
		Deployment: application.Options{Profiles: in.profiles, SysProps: sys, Env: env,
			DubboVersion: in.dubboVersion, ForceDubboVersion: in.forceVersion, IncludeTests: in.includeTests},
		LocalRepo: localRepository(),
	}
	if place.stdin {
		opt.Stdin, opt.StdinName = cmd.InOrStdin(), place.name(in.stdinName)
	}
	opt.Config, err = in.loadConfig(place)
	return os.DirFS(place.root), opt, err
}

// pairs splits key=value flags.
func pairs(flag string, list []string) (map[string]string, error) {
	out := map[string]string{}
	for _, s := range list {
		k, v, ok := strings.Cut(s, "=")
		if !ok || k == "" {
			return nil, misuse{fmt.Errorf("%s %q: key=value is expected", flag, s)}
		}
		out[k] = v
	}
	return out, nil
}

// loadConfig reads the file of --config, or the nearest config file above the
// first path on top of the one in the root.
func (in *input) loadConfig(p place) (*policy.Config, error) {
	if in.config != "" {
		return readConfig(in.config, in.config)
	}
	dir := p.root
	if len(p.paths) > 0 {
		dir = filepath.Join(p.root, filepath.FromSlash(p.paths[0]))
	}
	outer, err := readConfig(filepath.Join(p.root, policy.ConfigName), policy.ConfigName)
	for ; err == nil && dir != p.root && len(dir) > len(p.root); dir = filepath.Dir(dir) {
		name := filepath.Join(dir, policy.ConfigName)
		rel, _ := filepath.Rel(p.root, name)
		var nearest *policy.Config
		if nearest, err = readConfig(name, filepath.ToSlash(rel)); nearest != nil && err == nil {
			return nearest.Over(outer), nil
		}
	}
	return outer, err
}

// readConfig reads one config file; one that is not there is an empty one,
// unless --config names it.
func readConfig(name, shown string) (*policy.Config, error) {
	text, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && name != shown || isNotDir(err):
		return &policy.Config{}, nil
	case err != nil && name != shown:
		return &policy.Config{}, nil
	case err != nil:
		return nil, misuse{fmt.Errorf("config file: %w", err)}
	}
	c, err := policy.ParseConfig(shown, text, knownRule)
	if err != nil {
		return nil, misuse{err}
	}
	return c, nil
}

func knownRule(id string) bool {
	return slices.ContainsFunc(audit.Infos(), func(r *finding.Info) bool { return r.ID == id })
}

func isNotDir(err error) bool {
	var p *fs.PathError
	return errors.As(err, &p) && strings.Contains(p.Err.Error(), "not a directory")
}

// localRepository is the user's Maven repository, where there is one: parents
// and BOMs outside the trees are looked up there, never on the network.
func localRepository() fs.FS {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil
	}
	dir := filepath.Join(home, ".m2", "repository")
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil
	}
	return os.DirFS(dir)
}
