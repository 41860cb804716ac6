package audit

import "sync"

// once makes the value of each key when it is first asked for. What it returns
// is safe for concurrent use.
func once[K comparable, V any](value func(K) V) func(K) V {
	var mu sync.Mutex
	made := map[K]V{}
	return func(key K) V {
		mu.Lock()
		defer mu.Unlock()
		v, ok := made[key]
		if !ok {
			v = value(key)
			made[key] = v
		}
		return v
	}
}
