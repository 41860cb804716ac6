package trace

import "github.com/dubboaudit/dubboaudit/lang"

// noImplementation is the write of an interface without code behind it.
func (m *method) noImplementation() (Place, bool) {
	p := Place{Status: Unknown}
	for _, s := range m.exporting() {
		if s.ImplType == nil {
			text := lang.T("the service, whose class is not in the audited files")
			if s.Impl != "" {
				text = lang.T("the service: its class %s is not in the audited files", s.Impl)
			}
			p.Locations = append(p.Locations, Location{s.At, text})
		}
	}
	switch {
	case len(m.impls) == 0:
		p.says("the implementation of %s is not in the audited files; its provider's sources or jars would tell", m.iface)
		return p, true
	case len(m.results()) == 0:
		i := m.impls[0]
		p.says("%s has no method %s in the audited files: it inherits it from a class outside of them, whose source or jar would tell", i.impl.Name, m.name)
		p.Locations = append(p.Locations, Location{i.impl.At, lang.Verbatim(i.impl.Name)})
		return p, true
	}
	return p, false
}

// noWrite is the write of a method in which none was found.
func (m *method) noWrite() Place {
	p := Place{Status: OK, Message: lang.T("nothing is written: every call was followed, and they only read")}
	for _, i := range m.impls {
		for _, d := range i.methods {
			p.Locations = append(p.Locations, Location{d.At, lang.Verbatim(i.impl.Name + "." + d.Name)})
		}
	}
	open := m.unknown()
	switch {
	case m.onlyReads():
		return p
	case len(open) == 0 && m.complete():
		p.Message = lang.T("no call reaches a store; whether the method keeps something in memory is not looked at")
	case len(open) == 0:
		p.Message = lang.T("no write was found, but the calls were not followed to their ends")
	default:
		p.Message = lang.N(len(open), "no write was found, but 1 call could not be followed: what stands behind would tell",
			"no write was found, but %d calls could not be followed: what stands behind would tell")
	}
	p.Status = Unknown
	m.notFollowed(&p, open)
	return p
}
