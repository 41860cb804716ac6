package parse

import "strings"

// Readers returns the table of formats.
func Readers() []Reader { return nil }

func hasSuffix(suffixes ...string) func(string) bool {
	return func(path string) bool {
		for _, s := range suffixes {
			if strings.HasSuffix(path, s) {
				return true
			}
		}
		return false
	}
}
