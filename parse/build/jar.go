package build

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"path"
	"regexp"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Limits on a jar: dubbo-2.7.23.jar, the largest seen, has a directory of
// 500 kB and a manifest of 2 kB.
const (
	maxDirectory = 8 << 20
	maxEntry     = 64 << 10
	maxRead      = 64
)

// jar is a Dubbo jar lying in the trees.
type jar struct {
	dir, group, artifact, version string
	at                            source.Span
}

func (j *jar) module() *decl.Module {
	return &decl.Module{Kind: KindJar, Dir: j.dir, Group: j.group, Artifact: j.artifact, Version: j.version, Packaging: "jar", At: j.at}
}

// ParseJar reads name and version of a Dubbo jar: from the pom.properties
// that Maven put into it, else from its manifest, else from its file name.
// Only the directory of the archive and a few small members are read.
func ParseJar(name string, r io.ReaderAt, size int64) *decl.Unit {
	f := &source.File{Path: name, Encoding: "utf-8"}
	j := &jar{dir: path.Dir(name), at: source.Span{File: f}}
	j.fromName(path.Base(name))
	u := &decl.Unit{File: f, Build: &decl.BuildFile{Kind: KindJar, Raw: j}}
	if err := j.read(r, size); err != nil {
		u.Problems = append(u.Problems, source.Problem{Path: name, At: j.at, Kind: source.ArchiveSyntax, Msg: lang.T("jar: %v", err), Minor: true})
	}
	return u
}

// jarName splits "dubbo-rpc-dubbo-2.6.2.jar" before the first number.
var jarName = regexp.MustCompile(`^(.+?)(?:-(\d[^/]*))?\.jar$`)

func (j *jar) fromName(base string) {
	if m := jarName.FindStringSubmatch(base); m != nil {
		j.artifact, j.version = m[1], m[2]
	}
}

func (j *jar) read(r io.ReaderAt, size int64) error {
	if err := checkDirectory(r, size); err != nil {
		return err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return err
	}
	read, packages := 0, ""
	named := false
	for _, m := range z.File {
		switch {
		case strings.HasPrefix(m.Name, "org/apache/dubbo/"):
			packages = "org.apache.dubbo"
		case strings.HasPrefix(m.Name, "com/alibaba/dubbo/") && packages == "":
			packages = "com.alibaba"
		case read == maxRead:
		case m.Name == "META-INF/MANIFEST.MF" && !named:
			read++
			if v := manifestVersion(member(m)); v != "" {
				j.version = v
			}
		case strings.HasPrefix(m.Name, "META-INF/maven/") && strings.HasSuffix(m.Name, "/pom.properties"):
			read++
			named = j.fromPomProperties(member(m)) || named
		}
	}
	if j.group == "" {
		j.group = packages
	}
	return nil
}

// checkDirectory refuses an archive whose directory would need much memory.
// It looks at the end record as archive/zip does, before that reads it all.
func checkDirectory(r io.ReaderAt, size int64) error {
	n := min(size, 65536+22)
	buf := make([]byte, n)
	if _, err := r.ReadAt(buf, size-n); err != nil && err != io.EOF {
		return err
	}
	i := bytes.LastIndex(buf, []byte("PK\x05\x06"))
	if i < 0 || len(buf)-i < 22 {
		return zip.ErrFormat
	}
	if length := binary.LittleEndian.Uint32(buf[i+12:]); length > maxDirectory {
		return lang.Errorf("directory of %d bytes is too large", length)
	}
	return nil
}

// member returns the beginning of a member, however large it unpacks.
func member(m *zip.File) string {
	r, err := m.Open()
	if err != nil {
		return ""
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, maxEntry))
	if err != nil {
		return ""
	}
	return string(data)
}

// manifestVersion returns Implementation-Version or Bundle-Version.
func manifestVersion(s string) string {
	bundle := ""
	for _, line := range strings.Split(s, "\n") {
		key, v, _ := strings.Cut(line, ":")
		switch v = strings.TrimSpace(v); {
		case strings.EqualFold(key, "Implementation-Version"):
			return v
		case strings.EqualFold(key, "Bundle-Version"):
			bundle = v
		}
	}
	return bundle
}

// fromPomProperties takes name and version where the file is about this jar
// and not one shaded into it.
func (j *jar) fromPomProperties(s string) bool {
	v := map[string]string{}
	for _, line := range strings.Split(s, "\n") {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			v[key] = strings.TrimSpace(value)
		}
	}
	if v["artifactId"] == "" || v["artifactId"] != j.artifact || v["version"] == "" {
		return false
	}
	j.group, j.version = v["groupId"], v["version"]
	return true
}
