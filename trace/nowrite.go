package trace

// noImplementation is the write of an interface without code behind it.
func (m *method) noImplementation() (Place, bool) {
	p := Place{Status: Unknown}
	for _, s := range m.exporting() {
		if s.ImplType == nil {
			text := "the service, whose class is not in the audited files"
			if s.Impl != "" {
				text = "the service: its class " + s.Impl + " is not in the audited files"
			}
			p.Locations = append(p.Locations, Location{s.At, text})
		}
	}
	switch {
	case len(m.impls) == 0:
		p.Message = "the implementation of " + m.iface + " is not in the audited files; its provider's sources or jars would tell"
		return p, true
	case len(m.results()) == 0:
		i := m.impls[0]
		p.Message = i.impl.Name + " has no method " + m.name + " in the audited files: it inherits it from a class outside of them, whose source or jar would tell"
		p.Locations = append(p.Locations, Location{i.impl.At, i.impl.Name})
		return p, true
	}
	return p, false
}

// noWrite is the write of a method in which none was found.
func (m *method) noWrite() Place {
	p := Place{Status: OK, Message: "nothing is written: every call was followed, and they only read"}
	for _, i := range m.impls {
		for _, d := range i.methods {
			p.Locations = append(p.Locations, Location{d.At, i.impl.Name + "." + d.Name})
		}
	}
	open := m.unknown()
	switch {
	case m.onlyReads():
		return p
	case len(open) == 0 && m.complete():
		p.Message = "no call reaches a store; whether the method keeps something in memory is not looked at"
	case len(open) == 0:
		p.Message = "no write was found, but the calls were not followed to their ends"
	default:
		p.Message = "no write was found, but " + plural(len(open), "call") + " could not be followed: what stands behind would tell"
	}
	p.Status = Unknown
	m.notFollowed(&p, open)
	return p
}
