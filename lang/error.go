package lang

// failure is an error that can be said in the reader's language.
type failure struct {
	Text
	cause error
}

// Errorf is an error of a format as T takes it. It wraps the first argument
// that is an error.
func Errorf(format string, args ...any) error {
	f := &failure{Text: T(format, args...)}
	for _, arg := range args {
		if err, ok := arg.(error); ok {
			f.cause = err
			break
		}
	}
	return f
}

func (f *failure) Error() string { return f.String() }

func (f *failure) Unwrap() error { return f.cause }

// Of says an error: in the language where it is one of Errorf, and as it
// stands where it is not.
func (l Language) Of(err error) string {
	if s, ok := err.(sayer); ok {
		return s.In(l)
	}
	return err.Error()
}
