package retrylayer

import "github.com/dubboaudit/dubboaudit/parse/decl"

// participants are the annotations of frameworks for distributed transactions
// on the method that begins one or takes part: Seata, Hmily, tcc-transaction.
var participants = []string{"GlobalTransactional", "TwoPhaseBusinessAction", "HmilyTCC", "HmilyTAC", "Hmily", "Compensable"}

// transaction notes the annotation of a transaction around the call.
func (s *state) transaction() {
	if s.way.Transaction == nil {
		s.way.Transaction = TransactionOf(s.frame.typ, s.frame.method)
	}
}

// TransactionOf returns the transaction that a method's annotation begins or
// takes part in, nil for none.
func TransactionOf(t *decl.Type, m *decl.Method) *Transaction {
	a := annotation(m.Annotations, participants...)
	if a == nil && t != nil {
		a = annotation(t.Annotations, "GlobalTransactional")
	}
	if a == nil {
		return nil
	}
	tr := &Transaction{Name: "@" + simple(a.Name), Method: m.Name, At: a.At, Fenced: isTrue(a.Arg("useTCCFence"))}
	if t != nil {
		tr.Method = t.Name + "." + m.Name
	}
	return tr
}
