package idempotency

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// strongKeys name one request: whoever sends it twice sends the same value.
// Names are compared in lower case without underscores, and as the end of a
// longer name (payRequestNo).
var strongKeys = set(`requestno requestid reqno reqid requestseq outtradeno outrequestno outrefundno outbizno outorderno
	bizno bizid bizseq businessid businessno serialno flowno seqno sequenceno idempotentkey idempotencykey idempotentid
	idempotencyid idempotenttoken dedupkey deduplicationkey messageid msgid transactionid txid txno trxno tradeno uuid
	nonce xid refundno paymentno mchorderno mchrefundno merchantorderno merchantrequestno clientrequestid uniquekey
	uniqueno requestkey`)

// moneyKeys name one request where money moves, and a thing elsewhere.
var moneyKeys = set("orderno ordersn ordercode payorderid paymentid refundid refundorderid transorderid")

// IsKey reports whether a name is that of a value that tells one request from
// another, where the value is made for the request: a new order's number is
// one, an existing order's may not be.
func IsKey(name string) bool {
	low := normal(name)
	return isStrong(name, low) || moneyKeys[low] || low == "orderid"
}

// weakKeys name a thing or a session, not a request.
var weakKeys = set("token traceid orderid orderno ordersn")

// thingKeys are strong as a parameter; as a field they are one where the type
// is a message, and a column of its row where the type is an entity.
var thingKeys = set("transactionid txid txno trxno tradeno serialno flowno seqno uuid businessid businessno")

// messageTypes are the last words of names of types that carry one request.
var messageTypes = set(`request req param params parameter parameters command cmd dto vo bo form message msg input
	event payload query model context body`)

const (
	maxFields = 400 // fields looked at for one method
	maxSupers = 4   // superclasses of a parameter's type
)

// keySearch looks for key parameters of one method.
type keySearch struct {
	d         *draft
	seen      map[string]bool
	fields    int
	weakFound bool
	// outside are the types whose declarations were not found.
	outside []Outside
}

// keys looks for an idempotency key: a parameter, else a field of a
// parameter's type or of that type's arguments. It lowers nothing by itself.
func (d *draft) keys() {
	if d.Kind != Write || d.decl == nil {
		return
	}
	d.searchKeys()
}

// searchKeys is keys for any kind of method; it returns what it did.
func (d *draft) searchKeys() *keySearch {
	k := &keySearch{d: d, seen: map[string]bool{}}
	for _, p := range d.decl.Params {
		if k.try(p.Name, lang.T("parameter %s", p.Name), p.Type.At) {
			return k
		}
	}
	if d.Lookup == nil {
		return k
	}
	for _, p := range d.decl.Params {
		if k.inType(p.Type, d.Type, 0) {
			return k
		}
	}
	return k
}

// try accepts a name as key, or notes it as a weak one.
func (k *keySearch) try(name string, what lang.Text, at source.Span) bool {
	low := normal(name)
	switch {
	case isStrong(name, low), k.d.Money && moneyKeys[low]:
		k.d.Key = name
		k.d.add(Evidence{Kind: "key", Text: lang.T("%s: safe only if the provider enforces it", what), At: at})
		return true
	case weakKeys[low] && !k.weakFound:
		k.weakFound = true
		k.d.add(Evidence{Kind: "key", Text: lang.T("%s names a thing or a session, not a request", what), At: at})
	}
	return false
}

// isStrong also takes the last two words of a longer name, but not its last
// one alone: bankUuid is a thing's.
func isStrong(name, low string) bool {
	if strongKeys[low] {
		return true
	}
	words := split(name)
	n := len(words)
	return n > 2 && strongKeys[words[n-2]+words[n-1]]
}

// inType looks through a type's fields, those of its superclasses, and of its
// type arguments.
func (k *keySearch) inType(t decl.TypeRef, from *decl.Type, depth int) bool {
	if depth > maxSupers || builtin(t.Name) && len(t.Args) == 0 || k.seen[t.Name] {
		return false
	}
	k.seen[t.Name] = true
	dto := k.d.lookupData(t.Name, from)
	if !builtin(t.Name) && !wildcard(t.Name) && k.d.Lookup(t.Name, from) == nil {
		k.outside = append(k.outside, Outside{t.Name, from})
	}
	if dto != nil {
		for _, f := range dto.Fields {
			if k.fields++; k.fields > maxFields {
				return false
			}
			if !constant(f) && !columnOnly(f, dto) && k.try(f.Name, lang.T("field %s of %s", f.Name, dto.Name), f.At) {
				return true
			}
		}
		for _, super := range dto.Extends {
			if k.inType(super, dto, depth+1) {
				return true
			}
		}
	}
	for _, arg := range t.Args {
		if k.inType(arg, from, depth+1) {
			return true
		}
	}
	return false
}

// wildcard tells a type argument that is none by itself: "?", "? extends Order".
func wildcard(name string) bool { return strings.HasPrefix(name, "?") }

// lookupData finds the declaration of a type of data, nil for others.
func (d *draft) lookupData(name string, from *decl.Type) *decl.Type {
	if builtin(name) {
		return nil
	}
	dto := d.Lookup(name, from)
	if dto == nil || dto.Kind == decl.Enum {
		return nil
	}
	return dto
}

// columnOnly tells a field that names the entity itself.
func columnOnly(f *decl.Field, dto *decl.Type) bool {
	if !thingKeys[normal(f.Name)] {
		return false
	}
	words := split(dto.Name)
	return len(words) == 0 || !messageTypes[words[len(words)-1]]
}

// normal is a name as the lists of keys hold it.
func normal(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

func constant(f *decl.Field) bool {
	for _, m := range f.Modifiers {
		if m == "static" {
			return true
		}
	}
	return false
}

// builtin tells types without fields of interest.
func builtin(name string) bool {
	return strings.HasPrefix(name, "java.") || builtins[name]
}

var builtins = set(`boolean byte short int long float double char void Boolean Byte Short Integer Long Float Double
	Character String CharSequence Object BigDecimal BigInteger Date LocalDate LocalDateTime Instant List Set Map
	Collection HashMap ArrayList JSONObject JSONArray`)
