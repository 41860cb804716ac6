package lsp

import (
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
)

// drive is a Windows path as a URI has it.
var drive = regexp.MustCompile(`^/[A-Za-z]:`)

// fileOf returns the file name of a URI, false for one that names no file.
func fileOf(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" || strings.ContainsRune(u.Path, 0) {
		return "", false
	}
	p := u.Path
	switch {
	case drive.MatchString(p):
		p = p[1:]
	case u.Host != "" && u.Host != "localhost":
		p = "//" + u.Host + p
	}
	return filepath.Clean(filepath.FromSlash(p)), true
}

// uriOf returns the URI of a file name.
func uriOf(file string) string {
	p := filepath.ToSlash(file)
	u := url.URL{Scheme: "file", Path: p}
	switch {
	case strings.HasPrefix(p, "//"):
		u.Host, u.Path, _ = strings.Cut(p[2:], "/")
		u.Path = "/" + u.Path
	case !strings.HasPrefix(p, "/"):
		u.Path = "/" + p
	}
	return u.String()
}
