package lang

import (
	"embed"
	"sync"

	"github.com/leonelquinteros/gotext"
)

// The catalogue: po/LANGUAGE.po, as gettext writes them. The tests hold them
// against the sources and make their frames:
//
//	go test ./lang -update
//
//go:embed po
var files embed.FS

// catalogues are the phrases by key, read when the first one is asked for.
var catalogues = map[Language]func() map[string]string{
	Chinese:  sync.OnceValue(func() map[string]string { return load(Chinese) }),
	Japanese: sync.OnceValue(func() map[string]string { return load(Japanese) }),
}

func load(l Language) map[string]string {
	data, err := files.ReadFile("po/" + string(l) + ".po")
	if err != nil {
		panic(err) // embedded: it is there, or nothing was built
	}
	po := gotext.NewPo()
	po.Parse(data)
	phrases := map[string]string{}
	for key, translation := range po.GetDomain().GetTranslations() {
		phrases[key] = translation.Get()
	}
	return phrases
}
