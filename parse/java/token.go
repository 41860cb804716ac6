package java

// kind is the kind of a token.
type kind uint8

// The kinds of token. Operators that this package need not tell apart share
// a kind; '>' is always read alone, so that ">>" closes two argument lists.
const (
	tEOF kind = iota
	tBad      // a byte no token begins with
	tIdent
	tInt
	tFloat
	tChar
	tString
	tText // a text block

	tLParen
	tRParen
	tLBrace
	tRBrace
	tLBracket
	tRBracket
	tSemi
	tComma
	tDot
	tEllipsis
	tAt
	tColon
	tColonColon
	tArrow
	tQuestion
	tAssign
	tAssignOp // += and the like
	tIncDec
	tBang // ! and ~

	tOrOr
	tAndAnd
	tOr
	tXor
	tAnd
	tEquality
	tLess
	tGreater
	tLessEq
	tShl
	tPlus
	tMinus
	tStar
	tSlash
	tPercent

	// Modifiers, in the order the language reference lists them.
	kwPublic
	kwProtected
	kwPrivate
	kwAbstract
	kwStatic
	kwFinal
	kwTransient
	kwVolatile
	kwSynchronized
	kwNative
	kwStrictfp
	kwDefault

	kwPrimitive // boolean, byte, char, short, int, long, float, double
	kwVoid
	kwTrueFalse
	kwNull
	kwThis
	kwSuper
	kwNew
	kwInstanceof

	kwClass
	kwInterface
	kwEnum
	kwExtends
	kwImplements
	kwThrows
	kwPackage
	kwImport

	kwIf
	kwElse
	kwFor
	kwWhile
	kwDo
	kwSwitch
	kwCase
	kwTry
	kwCatch
	kwFinally
	kwReturn
	kwThrow
	kwBreak // and continue
	kwAssert
)

// token is one token: its kind and its place in the lexer's text.
type token struct {
	kind   kind
	lo, hi int
}

// keyword returns the kind of a reserved word, tIdent for any other. The
// words that are reserved in places only (record, sealed, permits, yield,
// when, var, module) are identifiers; the parser knows the places.
func keyword(s string) kind {
	switch s {
	case "public":
		return kwPublic
	case "protected":
		return kwProtected
	case "private":
		return kwPrivate
	case "abstract":
		return kwAbstract
	case "static":
		return kwStatic
	case "final":
		return kwFinal
	case "transient":
		return kwTransient
	case "volatile":
		return kwVolatile
	case "synchronized":
		return kwSynchronized
	case "native":
		return kwNative
	case "strictfp":
		return kwStrictfp
	case "default":
		return kwDefault
	case "boolean", "byte", "char", "short", "int", "long", "float", "double":
		return kwPrimitive
	case "void":
		return kwVoid
	case "true", "false":
		return kwTrueFalse
	case "null":
		return kwNull
	case "this":
		return kwThis
	case "super":
		return kwSuper
	case "new":
		return kwNew
	case "instanceof":
		return kwInstanceof
	}
	return statementWord(s)
}

func statementWord(s string) kind {
	switch s {
	case "class":
		return kwClass
	case "interface":
		return kwInterface
	case "enum":
		return kwEnum
	case "extends":
		return kwExtends
	case "implements":
		return kwImplements
	case "throws":
		return kwThrows
	case "package":
		return kwPackage
	case "import":
		return kwImport
	case "if":
		return kwIf
	case "else":
		return kwElse
	case "for":
		return kwFor
	case "while":
		return kwWhile
	case "do":
		return kwDo
	case "switch":
		return kwSwitch
	case "case":
		return kwCase
	case "try":
		return kwTry
	case "catch":
		return kwCatch
	case "finally":
		return kwFinally
	case "return":
		return kwReturn
	case "throw":
		return kwThrow
	case "break", "continue":
		return kwBreak
	case "assert":
		return kwAssert
	}
	return tIdent
}
