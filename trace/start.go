package trace

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// startKind is what calls a method that starts a way.
type startKind string

const (
	request  startKind = "request"  // a controller, servlet or other HTTP endpoint
	listener startKind = "listener" // of messages
	job      startKind = "job"      // of a scheduler
	startup  startKind = "startup"  // of the process
	event    startKind = "event"    // in the process
	passed   startKind = "passed"   // no start: it has callers
)

// start is a method that a framework calls.
type start struct {
	kind  startKind
	label lang.Text // "POST /orders", "@KafkaListener", zero for none
	site  callgraph.Site
	types *application.Types
}

// byAnnotation are the annotations of methods that a framework calls, by
// simple name.
var byAnnotation = map[string]startKind{
	"RequestMapping": request, "GetMapping": request, "PostMapping": request, "PutMapping": request, "DeleteMapping": request,
	"PatchMapping": request, "GET": request, "POST": request, "PUT": request, "DELETE": request, "PATCH": request, "Path": request,
	"MessageMapping": request, "OnMessage": request, "QueryMapping": request, "MutationMapping": request, "ExceptionHandler": request,
	"KafkaListener": listener, "RabbitListener": listener, "RabbitHandler": listener, "JmsListener": listener, "StreamListener": listener,
	"KafkaHandler": listener, "SqsListener": listener, "RocketMQMessageListener": listener, "PulsarListener": listener,
	"Scheduled": job, "XxlJob": job, "Schedules": job,
	"PostConstruct": startup, "EventListener": event, "TransactionalEventListener": event, "Subscribe": event,
}

// bySupertype are the types whose implementations a framework calls.
var bySupertype = map[string]startKind{
	"RocketMQListener": listener, "RocketMQReplyListener": listener, "MessageListener": listener, "MessageListenerConcurrently": listener,
	"MessageListenerOrderly": listener, "ChannelAwareMessageListener": listener, "AcknowledgingMessageListener": listener,
	"BatchMessageListener": listener, "DefaultConsumer": listener, "RocketMQLocalTransactionListener": listener, "TransactionListener": listener,
	"Job": job, "QuartzJobBean": job, "SimpleJob": job, "DataflowJob": job, "IJobHandler": job, "TimerTask": job, "JavaProcessor": job,
	"CommandLineRunner": startup, "ApplicationRunner": startup, "InitializingBean": startup, "ApplicationListener": event,
	"HttpServlet": request, "ActionSupport": request, "MultiActionController": request, "AbstractController": request, "Filter": request,
	"HandlerInterceptor": request, "OncePerRequestFilter": request, "SimpleChannelInboundHandler": request, "ChannelInboundHandlerAdapter": request,
}

// called tells the methods that a framework can call from outside.
func called(m *decl.Method) bool {
	return m.HasBody && !slices.Contains(m.Modifiers, "private") && !slices.Contains(m.Modifiers, "static")
}

// starting tells whether a framework calls the method of a site.
func starting(g *callgraph.Graph, s callgraph.Site) start {
	for _, a := range s.Method.Annotations {
		if kind, ok := byAnnotation[simple(a.Name)]; ok {
			return start{kind: kind, label: label(kind, a, s.Type)}
		}
	}
	if s.Method.Name == "main" && slices.Contains(s.Method.Modifiers, "static") {
		return start{kind: startup, label: lang.Verbatim("main")}
	}
	if slices.ContainsFunc(s.Method.Calls, func(c decl.Call) bool { return c.Method == "registerMessageListener" }) {
		return start{kind: listener, label: lang.T("a listener registered here")}
	}
	if !called(s.Method) {
		return start{}
	}
	for _, name := range g.Supertypes(s.Type)[1:] {
		if kind, ok := bySupertype[simple(name)]; ok && overridden(g, s, name) {
			return start{kind: kind, label: lang.T("a %s", simple(name))}
		}
	}
	return start{}
}

// overridden tells the methods that implement those of a type outside of the
// trees, by what can be known of it: the annotation, else the usual names.
func overridden(g *callgraph.Graph, s callgraph.Site, name string) bool {
	if slices.ContainsFunc(s.Method.Annotations, func(a *decl.Annotation) bool { return simple(a.Name) == "Override" }) {
		return true
	}
	kind := bySupertype[simple(name)]
	if kind == request {
		return slices.Contains(s.Method.Modifiers, "public") // an action's methods are named freely
	}
	return slices.Contains(frameworkMethods, s.Method.Name)
}

var frameworkMethods = strings.Fields("onMessage consumeMessage handleDelivery execute executeInternal run process processData fetchData afterPropertiesSet onApplicationEvent executeLocalTransaction checkLocalTransaction")

// label names what calls the method: "POST /orders", "@KafkaListener".
func label(kind startKind, a *decl.Annotation, in *decl.Type) lang.Text {
	name := simple(a.Name)
	if kind != request {
		return lang.Verbatim("@" + name)
	}
	verb := strings.ToUpper(strings.TrimSuffix(name, "Mapping"))
	path := join(pathOf(in.Annotations), pathOf([]*decl.Annotation{a}))
	if verb == "REQUEST" || verb == "PATH" {
		e := a.Arg("method")
		switch {
		case e == nil && path == "":
			return lang.T("any")
		case e == nil:
			return lang.T("any %s", path)
		case len(e.Elems) > 0:
			verb = simple(e.Elems[0].Text)
		default:
			verb = strings.Trim(simple(e.Text), "{}")
		}
	}
	return lang.Verbatim(strings.TrimSpace(verb + " " + path))
}

func join(base, path string) string {
	if base == "" && path == "" {
		return ""
	}
	return "/" + strings.Trim(strings.Trim(base, "/")+"/"+strings.Trim(path, "/"), "/")
}

// pathOf is the path of a mapping annotation, "..." where it is not written out.
func pathOf(list []*decl.Annotation) string {
	for _, a := range list {
		if byAnnotation[simple(a.Name)] != request {
			continue
		}
		for _, arg := range []string{"value", "path"} {
			e := a.Arg(arg)
			if e != nil && e.Kind == decl.ArrayExpr && len(e.Elems) > 0 {
				e = e.Elems[0]
			}
			switch {
			case e != nil && e.Kind == decl.StringExpr:
				return e.Text
			case e != nil:
				return "..." // a constant
			}
		}
	}
	return ""
}

func simple(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
