package main

import (
	"fmt"
	"io"
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

	root string // where the audited paths lie, once options were read
}

func (in *input) register(cmd *cobra.Command) {
	in.registerDeployment(cmd)
	f := cmd.Flags()
	f.BoolVar(&in.allowEmpty, "allow-empty", false, "accept trees without any Dubbo")
	f.StringVar(&in.stdinName, "stdin-filename", "stdin.xml", "the name of the file that - stands for")
}

// registerDeployment registers what makes sense for a workspace too.
func (in *input) registerDeployment(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&in.dubboVersion, "dubbo-version", "", "the Dubbo version, where the files do not tell it")
	f.StringVar(&in.forceVersion, "force-dubbo-version", "", "the Dubbo version, whatever the files tell")
	f.StringArrayVar(&in.profiles, "profile", nil, "an active Spring or Maven profile (repeatable)")
	f.StringArrayVar(&in.set, "set", nil, "a JVM system property, as in -Dkey=value (repeatable)")
	f.StringArrayVar(&in.setenv, "setenv", nil, "an environment variable NAME=VALUE (repeatable)")
	f.StringArrayVar(&in.include, "include", nil, "read only files that match this glob (repeatable)")
	f.StringArrayVar(&in.exclude, "exclude", nil, "do not read files that match this glob (repeatable)")
	f.BoolVar(&in.includeTests, "include-tests", false, "audit test sources and test resources too")
	f.StringVar(&in.config, "config", "", "the config file (default: the nearest "+policy.ConfigName+")")
	f.IntVar(&in.jobs, "jobs", 0, "files read at the same time (default: one a core)")
}

// options turns flags and arguments into a file system and audit options.
func (in *input) options(cmd *cobra.Command, args []string) (fs.FS, audit.Options, error) {
	var opt audit.Options
	if _, err := in.version(cmd, ""); err != nil {
		return nil, opt, err
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
	in.root = place.root
	fsys := os.DirFS(place.root)
	if opt.Configs, err = in.configs(fsys); err == nil {
		opt.Configs.Tell(func(d *policy.ConfigError) { fmt.Fprintf(cmd.ErrOrStderr(), "dubboaudit: %v\n", d) })
	}
	return fsys, opt, err
}

// version is the Dubbo version that the flags give, the forced one before the
// other, else the one given here.
func (in *input) version(cmd *cobra.Command, otherwise string) (v dubbo.Version, err error) {
	if otherwise != "" {
		v = dubbo.MustVersion(otherwise)
	}
	if in.dubboVersion != "" {
		v, err = parseVersion(cmd, "--dubbo-version", in.dubboVersion)
	}
	if in.forceVersion != "" && err == nil {
		v, err = parseVersion(cmd, "--force-dubbo-version", in.forceVersion)
	}
	return v, err
}

// parseVersion reads the Dubbo version of a flag. One that is no known release
// is said on standard error and taken all the same: it may be a build of the
// user's own, or newer than this program.
func parseVersion(cmd *cobra.Command, flag, text string) (dubbo.Version, error) {
	v, err := dubbo.ParseVersion(text)
	if err != nil {
		return v, misuse{fmt.Errorf("%s: %w", flag, err)}
	}
	if unknown := dubbo.Unreleased(v); !unknown.IsZero() {
		fmt.Fprintf(cmd.ErrOrStderr(), "dubboaudit: %s: %s\n", flag, unknown)
	}
	return v, nil
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

// configs finds the config of each file: the file of --config for all of them,
// or the nearest config file with those above it.
func (in *input) configs(fsys fs.FS) (*policy.Configs, error) {
	if in.config == "" {
		return policy.NewConfigs(fsys, knownRule), nil
	}
	text, err := readBounded(in.config, policy.MaxConfigBytes)
	if err != nil {
		return nil, misuse{fmt.Errorf("config file: %w", err)}
	}
	c, err := policy.ParseConfig(in.config, text, knownRule)
	if err != nil {
		return nil, misuse{err}
	}
	return policy.Fixed(c), nil
}

// readBounded reads a file of at most limit bytes: a device or a pipe may never
// end.
func readBounded(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("%s: more than %d bytes", name, limit)
	}
	return text, err
}

func knownRule(id string) bool {
	return slices.ContainsFunc(audit.Infos(), func(r *finding.Info) bool { return r.ID == id })
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
