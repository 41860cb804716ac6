package effective

import "github.com/dubboaudit/dubboaudit/dubbo"

// Aspect says what of a quirk a value shows. One row stands for all pairs of
// sources, and for all attributes of an annotation: only the same pair, or the
// same attribute, proves that it is so.
func Aspect(q dubbo.QuirkID, setting string, winner, loser Level) string {
	switch q {
	case dubbo.SourceOrder:
		return string(winner) + " over " + string(loser)
	case dubbo.AnnotationDefaultDropped, dubbo.ParameterOrder:
		return setting
	}
	return ""
}

// ProofOf says what the statement rests on that a quirk made or defeated a
// value in a version; nil where there is no quirk, or the version is unknown.
func ProofOf(q dubbo.QuirkID, setting string, winner, loser Level, v dubbo.Version) *dubbo.Proof {
	if q == "" || v.IsZero() {
		return nil
	}
	p := q.ProofFor(Aspect(q, setting, winner, loser), v)
	return &p
}
