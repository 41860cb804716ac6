package application

import "strings"

// Canonical brings a property key to the form in which Spring Boot compares
// keys: lower case, without dashes and underscores. Dots and indexes stay, and
// so do map keys in brackets ("[a.b-C]").
func Canonical(key string) string {
	plain := true
	for i := 0; i < len(key) && plain; i++ {
		c := key[i]
		plain = c != '-' && c != '_' && c != '[' && (c < 'A' || c > 'Z')
	}
	if plain {
		return key
	}
	var b strings.Builder
	inside := false
	for i := range len(key) {
		switch c := key[i]; {
		case c == '[' || c == ']':
			inside = c == '['
			b.WriteByte(c)
		case inside:
			b.WriteByte(c)
		case c == '-' || c == '_':
		case 'A' <= c && c <= 'Z':
			b.WriteByte(c + 'a' - 'A')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// envName returns the environment variable that Spring Boot and Dubbo read for
// a key: upper case, dots as underscores, dashes gone.
func envName(key string) string {
	key = strings.NewReplacer(".", "_", "[", "_", "]", "", "-", "").Replace(key)
	return strings.ToUpper(key)
}

// bareKeys are settings that 2.7.0 to 2.7.2 read without any prefix from -D and
// dubbo.properties (2.7.0 AbstractPrefixConfiguration; measured: case bare-key
// on 2.7.2).
var bareKeys = map[string]bool{
	"retries": true, "timeout": true, "cluster": true, "loadbalance": true, "async": true, "mock": true,
	"check": true, "lazy": true, "init": true, "group": true, "version": true, "url": true,
}

// isDubboKey tells the keys that may be Dubbo's: those below dubbo. and
// spring.dubbo., in any relaxed form.
func isDubboKey(key string) bool {
	if len(key) < len("dubbo.") {
		return false
	}
	switch key[0] {
	case 'd', 'D':
		return len(key) > 6 && strings.EqualFold(key[:6], "dubbo.") || strings.HasPrefix(key, "DUBBO_")
	case 's', 'S':
		return len(key) > 13 && strings.EqualFold(key[:13], "spring.dubbo.") || strings.HasPrefix(key, "SPRING_DUBBO_")
	}
	return false
}
