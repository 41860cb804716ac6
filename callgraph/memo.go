package callgraph

import "sync"

// memo keeps answers that explorations side by side ask for. Two of them may
// work out the same one at the same time; the first that is kept is everybody's.
type memo[K comparable, V any] struct {
	mu      sync.RWMutex
	answers map[K]V
}

// get returns the answer to a question, worked out if it is new.
func (m *memo[K, V]) get(key K, answer func() V) V {
	if v, ok := m.known(key); ok {
		return v
	}
	return m.keep(key, answer())
}

func (m *memo[K, V]) known(key K) (V, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	v, ok := m.answers[key]
	return v, ok
}

func (m *memo[K, V]) keep(key K, v V) V {
	m.mu.Lock()
	defer m.mu.Unlock()
	if kept, ok := m.answers[key]; ok {
		return kept
	}
	if m.answers == nil {
		m.answers = map[K]V{}
	}
	m.answers[key] = v
	return v
}
