package retrylayer

import (
	"regexp"
	"slices"
	"strings"
)

// makers are methods that give another value at each call, whatever they are
// called on.
var makers = []string{"randomUUID", "fastUUID", "simpleUUID", "fastSimpleUUID", "nextId", "nextIdStr", "nextUUID", "currentTimeMillis", "nanoTime",
	"getSnowflakeNextId", "getSnowflakeNextIdStr", "objectId", "nanoId", "incrementAndGet", "getAndIncrement", "randomNumbers", "randomNumeric", "randomAlphanumeric"}

// makerTypes name classes whose business is to make such values, makes their
// methods.
var (
	makerTypes = regexp.MustCompile(`(?i)uuid|snow_?flake|id_?worker|id_?generator|idgen|uid_?generator|sequence`)
	making     = regexp.MustCompile(`^(?:next|get|gen|generate|random|create|make|new)(?:[A-Z]\w*)?$`)
)

// maker returns the call of a generator at a token, "" for another one:
// "UUID.randomUUID". UUID.nameUUIDFromBytes gives the same each time.
func maker(c *code, i int) string {
	if !c.word(i) || c.text(i+1) != "(" {
		return ""
	}
	name, recv := c.text(i), ""
	if c.text(i-1) == "." {
		if recv = c.text(i - 2); recv == ")" && c.opening(i-2) > 0 {
			recv = c.text(c.opening(i-2) - 1)
		}
	}
	switch {
	case slices.Contains(makers, name), recv == "ObjectId" && name == "next":
	case recv != "" && makerTypes.MatchString(recv) && making.MatchString(name) && (!strings.HasPrefix(name, "get") || c.text(i+2) == ")") && name != "getInstance":
	default:
		return ""
	}
	if recv == "" {
		return name
	}
	return recv + "." + name
}
