package retrylayer

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// entries are the annotations of methods that a framework calls.
var entries = map[string]EntryKind{
	"RequestMapping": Web, "GetMapping": Web, "PostMapping": Web, "PutMapping": Web, "DeleteMapping": Web, "PatchMapping": Web,
	"RabbitListener": Message, "RabbitHandler": Message, "KafkaListener": Message, "KafkaHandler": Message,
	"JmsListener": Message, "StreamListener": Message,
	"Scheduled": Job, "Schedules": Job, "XxlJob": Job, "XxlScheduled": Job,
}

// entryTypes are the types of classes that a framework calls, with the methods
// that it calls.
var entryTypes = map[string]struct {
	kind    EntryKind
	methods []string
}{
	"RocketMQListener":            {Message, []string{"onMessage"}},
	"RocketMQReplyListener":       {Message, []string{"onMessage"}},
	"MessageListenerConcurrently": {Message, []string{"consumeMessage"}},
	"MessageListenerOrderly":      {Message, []string{"consumeMessage"}},
	"MessageListener":             {Message, []string{"onMessage", "consume"}},
	"ChannelAwareMessageListener": {Message, []string{"onMessage"}},
	"MessageOrderListener":        {Message, []string{"consume"}},
	"Job":                         {Job, []string{"execute"}},
	"QuartzJobBean":               {Job, []string{"executeInternal"}},
	"IJobHandler":                 {Job, []string{"execute"}},
	"SimpleJob":                   {Job, []string{"execute"}},
	"DataflowJob":                 {Job, []string{"fetchData", "processData"}},
}

// entryOf tells by what a framework calls a method, if one does.
func (f *Finder) entryOf(t *decl.Type, m *decl.Method) EntryKind {
	for _, a := range m.Annotations {
		if k := entries[simple(a.Name)]; k != NoEntry {
			return k
		}
	}
	for _, ref := range slices.Concat(t.Implements, t.Extends) {
		if e := entryTypes[simple(ref.Name)]; slices.Contains(e.methods, m.Name) {
			return e.kind
		}
	}
	for _, c := range f.services[t.FQN] {
		if methods, complete := f.types.Methods(c.Type); !complete && slices.Contains(m.Modifiers, "public") ||
			slices.ContainsFunc(methods, func(x application.TypeMethod) bool { return x.Name == m.Name && len(x.Params) == len(m.Params) }) {
			return Service
		}
	}
	return NoEntry
}
