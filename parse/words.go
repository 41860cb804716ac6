package parse

import (
	mathbits "math/bits"
	"path"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// Mentioning returns the units of the Java sources in dir and below in which
// the identifier word stands, in code or comment. With more words it is those
// in which very likely all of them stand. The sources of a folder are read at
// its first call; later calls read only those that may hold the word. The
// classes of Annotated count as sources.
func (x *Index) Mentioning(dir, word string, more ...string) []*decl.Unit {
	var units []*decl.Unit
	if word == "" {
		return nil
	}
	hash, folders := hashOf(word), x.below(path.Clean(dir))
	x.search(folders, word, hash)
	s := scratches.Get().(*scratch)
	defer s.free()
	for _, i := range folders {
		for j := range x.folders[i].files {
			p := place{int32(i), int32(j)}
			if !strings.HasSuffix(x.folders[i].files[j].name, ".java") || !x.mayMention(p, word, more) {
				continue
			}
			if (len(more) > 0 && x.searched(p)) || x.mentions(p, word, hash, s) && x.mayMention(p, word, more) {
				if u := x.load(p); u != nil {
					units = append(units, u)
				}
			}
		}
	}
	return byPath(append(units, x.configuredMentioning(path.Clean(dir), append([]string{word}, more...)...)...))
}

// search looks for a word in the sources that were never searched, several at
// a time: to read them takes waiting.
func (x *Index) search(folders []int, word string, hash uint16) {
	var fresh []place
	for _, i := range folders {
		for j := range x.folders[i].files {
			p := place{int32(i), int32(j)}
			if strings.HasSuffix(x.folders[i].files[j].name, ".java") && !x.searched(p) {
				fresh = append(fresh, p)
			}
		}
	}
	if len(fresh) == 0 {
		return
	}
	x.cores.RLock() // Ahead waits
	defer x.cores.RUnlock()
	const share = 16
	var wait sync.WaitGroup
	for part := range slices.Chunk(fresh, max(share, len(fresh)/(2*runtime.GOMAXPROCS(0))+1)) {
		wait.Go(func() {
			s := scratches.Get().(*scratch)
			defer s.free()
			for _, p := range part {
				x.mentions(p, word, hash, s)
			}
		})
	}
	wait.Wait()
}

func (x *Index) searched(p place) bool { return x.wordsOf(p) != nil }

func (x *Index) wordsOf(p place) wordSet {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.folders[p.folder].files[p.file].words
}

// mayMention reports whether a file may hold all the words, which is not known
// before it was searched.
func (x *Index) mayMention(p place, word string, more []string) bool {
	words := x.wordsOf(p)
	return words == nil || words.has(hashOf(word)) && !slices.ContainsFunc(more, func(w string) bool { return !words.has(hashOf(w)) })
}

// below returns the positions of the folder dir and those inside it.
func (x *Index) below(dir string) []int {
	var found []int
	prefix := dir + "/"
	if dir == "." {
		prefix = ""
	}
	at := func(s string) int {
		return sort.Search(len(x.folders), func(i int) bool { return x.folders[i].path >= s })
	}
	if i := at(dir); dir != "." && i < len(x.folders) && x.folders[i].path == dir {
		found = append(found, i)
	}
	for i := at(prefix); i < len(x.folders) && strings.HasPrefix(x.folders[i].path, prefix); i++ {
		found = append(found, i)
	}
	return found
}

// mentions reports whether the word stands in a file, which is read only if
// it was never searched or its words may hold this one.
func (x *Index) mentions(p place, word string, hash uint16, s *scratch) bool {
	e := &x.folders[p.folder].files[p.file]
	x.mu.Lock()
	words := e.words
	answer, known := e.answers[word]
	x.mu.Unlock()
	if known || words != nil && !words.has(hash) {
		return answer
	}
	c, err := s.read(x.fsys, x.path(p), x.limit)
	if err != nil || c.large {
		return false // the walk told
	}
	set, found := scanWords(c.data, word)
	x.mu.Lock()
	e.words = set
	if set.has(hash) {
		if e.answers == nil || len(e.answers) >= maxAnswers {
			e.answers = map[string]bool{}
		}
		e.answers[word] = found
	}
	x.mu.Unlock()
	return found
}

// maxAnswers bounds what is kept of the searches in one file.
const maxAnswers = 256

// wordSet holds the identifiers of a file as sorted hashes of 16 bits: 600
// bytes for a usual source, of which one question in 200 reads a file in vain.
type wordSet []uint16

func (w wordSet) has(hash uint16) bool {
	_, ok := slices.BinarySearch(w, hash)
	return ok
}

// FNV-1a, folded.
const (
	hashStart uint32 = 2166136261
	hashPrime uint32 = 16777619
)

func fold(h uint32) uint16 { return uint16(h ^ h>>16) }

func hashOf(word string) uint16 {
	h := hashStart
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * hashPrime
	}
	return fold(h)
}

// scanWords collects the identifiers of a source and looks for one.
func scanWords(text []byte, word string) (wordSet, bool) {
	var seen [1 << 16 / 64]uint64
	count, found := 0, false
	for i := 0; i < len(text); i++ {
		if !isWordByte[text[i]] {
			continue
		}
		start, h := i, hashStart
		for ; i < len(text) && isWordByte[text[i]]; i++ {
			h = (h ^ uint32(text[i])) * hashPrime
		}
		if n, bit := fold(h)/64, uint64(1)<<(fold(h)%64); seen[n]&bit == 0 {
			seen[n] |= bit
			count++
		}
		found = found || string(text[start:i]) == word
	}
	set := make(wordSet, 0, count)
	for n, bits := range seen {
		for ; bits != 0; bits &= bits - 1 {
			set = append(set, uint16(n*64+mathbits.TrailingZeros64(bits)))
		}
	}
	return set, found
}

// isWordByte are the bytes of Java's identifiers, all of UTF-8's others
// included.
var isWordByte = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= 0x80 || c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	return t
}()
