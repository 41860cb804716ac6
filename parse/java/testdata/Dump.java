import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/**
 * Prints what javac's own tree of each file named on standard input declares,
 * one fact a line, in the words of flatten_test.go.
 */
public class Dump {
    static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    static PrintStream out;

    public static void main(String[] args) throws Exception {
        // Long concatenations are deep trees.
        Thread t = new Thread(null, () -> {
            try {
                dump();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }, "dump", 1 << 29);
        t.start();
        t.join();
    }

    static void dump() throws IOException {
        out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false, "UTF-8");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (StandardJavaFileManager files = COMPILER.getStandardFileManager(null, null, null)) {
            for (String path; (path = in.readLine()) != null; ) {
                out.println("FILE " + path);
                new Dump(Files.readString(Path.of(path))).run(files, Path.of(path).toUri());
                out.println("END");
            }
        }
        out.flush();
    }

    final String text;
    final int[] bytes; // the offset in UTF-8 of each char
    CompilationUnitTree unit;
    SourcePositions positions;

    Dump(String text) {
        this.text = text;
        bytes = new int[text.length() + 1];
        for (int i = 0, n = 0; i < text.length(); i++) {
            bytes[i] = n;
            char c = text.charAt(i);
            n += c < 0x80 ? 1 : c < 0x800 ? 2 : Character.isHighSurrogate(c) ? 4 : Character.isLowSurrogate(c) ? 0 : 3;
            bytes[i + 1] = n;
        }
    }

    void run(JavaFileManager files, URI uri) throws IOException {
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        JavaFileObject source = new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignore) {
                return text;
            }
        };
        List<String> options = List.of("-proc:none", "-XDallowStringFolding=false", "--enable-preview",
            "-source", String.valueOf(Runtime.version().feature()));
        JavacTask task = (JavacTask) COMPILER.getTask(null, files, problems, options, null, List.of(source));
        unit = task.parse().iterator().next();
        positions = Trees.instance(task).getSourcePositions();
        for (Diagnostic<?> d : problems.getDiagnostics()) {
            if (d.getKind() == Diagnostic.Kind.ERROR) {
                out.println("ERR " + d.getLineNumber() + " " + d.getMessage(Locale.ROOT).replaceAll("\\s+", " "));
                return;
            }
        }
        String pkg = unit.getPackageName() == null ? "" : dotted(unit.getPackageName());
        out.println("package " + pkg);
        for (ImportTree i : unit.getImports()) {
            if (i.toString().startsWith("import module ")) {
                continue; // names no type
            }
            out.println("import " + (i.isStatic() ? "static " : "") + dotted(i.getQualifiedIdentifier()));
        }
        for (Tree t : unit.getTypeDecls()) {
            if (t instanceof ClassTree c) {
                type(c, pkg);
            }
        }
    }

    void type(ClassTree c, String prefix) {
        String fqn = prefix.isEmpty() ? c.getSimpleName().toString() : prefix + "." + c.getSimpleName();
        String kind = switch (c.getKind()) {
            case INTERFACE -> "interface";
            case ENUM -> "enum";
            case RECORD -> "record";
            case ANNOTATION_TYPE -> "@interface";
            default -> "class";
        };
        List<? extends Tree> ext = c.getExtendsClause() == null ? List.of() : List.of(c.getExtendsClause());
        List<? extends Tree> impl = c.getImplementsClause();
        if (kind.equals("interface")) {
            ext = impl;
            impl = List.of();
        }
        List<String> params = new ArrayList<>();
        for (TypeParameterTree t : c.getTypeParameters()) {
            params.add(t.getName().toString());
        }
        out.println("type " + kind + " " + fqn + " " + params + " extends " + types(ext) + " implements " + types(impl)
            + modifiers(c.getModifiers()));
        annotations(c.getModifiers());
        List<String> init = new ArrayList<>(), clinit = new ArrayList<>();
        for (Tree m : c.getMembers()) {
            if (m instanceof VariableTree v) {
                field(c, kind, fqn, v, init, clinit);
            } else if (m instanceof MethodTree t) {
                method(c, fqn, t);
            } else if (m instanceof BlockTree b) {
                calls(b, b.isStatic() ? clinit : init);
            }
        }
        print(fqn + "#<init>", init);
        print(fqn + "#<clinit>", clinit);
        for (Tree m : c.getMembers()) {
            if (m instanceof ClassTree t) {
                type(t, fqn);
            }
        }
    }

    void field(ClassTree c, String kind, String fqn, VariableTree v, List<String> init, List<String> clinit) {
        boolean isStatic = v.getModifiers().getFlags().contains(javax.lang.model.element.Modifier.STATIC);
        boolean constant = kind.equals("enum") && v.toString().contains("/*public static final*/ ");
        boolean component = kind.equals("record") && !isStatic;
        String type = constant ? c.getSimpleName().toString() : type(v.getType());
        out.println("field " + fqn + "#" + v.getName() + " " + type
            + (constant || component ? " []" : modifiers(v.getModifiers()))
            + (v.getInitializer() == null || constant ? "" : " = " + value(v.getInitializer())));
        annotations(v.getModifiers());
        if (v.getInitializer() != null) {
            calls(v.getInitializer(), isStatic || kind.contains("interface") ? clinit : init);
        }
    }

    void method(ClassTree c, String fqn, MethodTree m) {
        boolean constructor = m.getReturnType() == null;
        StringBuilder s = new StringBuilder("method " + fqn + "#");
        s.append(constructor ? c.getSimpleName() : m.getName()).append('(');
        for (VariableTree p : m.getParameters()) {
            s.append(type(p.getType())).append(' ').append(p.getName()).append(';');
        }
        s.append(") ").append(constructor ? "" : type(m.getReturnType())).append(modifiers(m.getModifiers()));
        out.println(s + (m.getBody() == null ? "" : " {}"));
        annotations(m.getModifiers());
        for (VariableTree p : m.getParameters()) {
            annotations(p.getModifiers());
        }
        if (m.getBody() != null) {
            List<String> list = new ArrayList<>();
            calls(m.getBody(), list);
            print(fqn + "#" + (constructor ? c.getSimpleName() : m.getName()), list);
        }
    }

    String modifiers(ModifiersTree m) {
        TreeSet<String> set = new TreeSet<>();
        m.getFlags().forEach(f -> set.add(f.toString()));
        return " " + set;
    }

    void annotations(ModifiersTree m) {
        for (AnnotationTree a : m.getAnnotations()) {
            out.println("annotation " + at(positions.getStartPosition(unit, a)) + "-"
                + at(positions.getEndPosition(unit, a)) + " " + annotation(a));
        }
    }

    int at(long pos) {
        return bytes[(int) pos];
    }

    String annotation(AnnotationTree a) {
        StringBuilder s = new StringBuilder("@" + dotted(a.getAnnotationType()) + "(");
        for (ExpressionTree e : a.getArguments()) {
            if (e instanceof AssignmentTree x) {
                s.append(x.getVariable()).append('=').append(value(x.getExpression()));
            } else {
                s.append("value=").append(value(e));
            }
            s.append(';');
        }
        return s.append(')').toString();
    }

    void print(String name, List<String> calls) {
        if (!calls.isEmpty()) {
            out.println("calls " + name + " " + calls);
        }
    }

    /** Adds the calls and method references below a tree, by the place of the name. */
    void calls(Tree body, List<String> list) {
        TreeMap<Long, String> found = new TreeMap<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree t, Void v) {
                String name = callName(t);
                if (name != null) {
                    found.put(positions.getEndPosition(unit, t.getMethodSelect()), name + "/" + t.getArguments().size());
                }
                return super.visitMethodInvocation(t, v);
            }

            @Override
            public Void visitMemberReference(MemberReferenceTree t, Void v) {
                if (t.getMode() == MemberReferenceTree.ReferenceMode.INVOKE) {
                    String recv = chain(t.getQualifierExpression()) ? dotted(t.getQualifierExpression()) : "?";
                    found.put(positions.getEndPosition(unit, t), recv + "." + t.getName() + "/-1");
                }
                return super.visitMemberReference(t, v);
            }

            @Override
            public Void visitAnnotation(AnnotationTree t, Void v) {
                return null;
            }
        }.scan(body, null);
        list.addAll(found.values());
    }

    /** "recv.name" of a call, null for this(...) and super(...). */
    static String callName(MethodInvocationTree t) {
        if (t.getMethodSelect() instanceof IdentifierTree i) {
            String name = i.getName().toString();
            return name.equals("this") || name.equals("super") ? null : "." + name;
        }
        MemberSelectTree s = (MemberSelectTree) t.getMethodSelect();
        if (s.getIdentifier().contentEquals("super")) {
            return null;
        }
        return (chain(s.getExpression()) ? dotted(s.getExpression()) : "?") + "." + s.getIdentifier();
    }

    /** Whether a tree is a dotted chain of names. */
    static boolean chain(Tree t) {
        while (t instanceof MemberSelectTree s && !s.getIdentifier().contentEquals("class")) {
            t = s.getExpression();
        }
        return t instanceof IdentifierTree;
    }

    /** A dotted chain as it was written: toString would escape what is not ASCII. */
    static String dotted(Tree t) {
        if (t instanceof MemberSelectTree s) {
            return dotted(s.getExpression()) + "." + s.getIdentifier();
        }
        return t instanceof IdentifierTree i ? i.getName().toString() : t.toString();
    }

    List<String> types(List<? extends Tree> list) {
        List<String> names = new ArrayList<>();
        list.forEach(t -> names.add(type(t)));
        return names;
    }

    String type(Tree t) {
        if (t instanceof AnnotatedTypeTree a) {
            return type(a.getUnderlyingType());
        }
        if (t instanceof ArrayTypeTree a) {
            return type(a.getType()) + "[]";
        }
        if (t instanceof ParameterizedTypeTree p) {
            List<String> args = types(p.getTypeArguments());
            return type(p.getType()) + (args.isEmpty() ? "" : "<" + String.join(", ", args) + ">");
        }
        if (t instanceof WildcardTree w) {
            return w.getBound() == null ? "?"
                : (w.getKind() == Tree.Kind.EXTENDS_WILDCARD ? "? extends " : "? super ") + type(w.getBound());
        }
        if (t instanceof MemberSelectTree s) {
            Tree of = s.getExpression();
            while (of instanceof AnnotatedTypeTree || of instanceof ParameterizedTypeTree) {
                of = of instanceof AnnotatedTypeTree a ? a.getUnderlyingType() : ((ParameterizedTypeTree) of).getType();
            }
            return type(of) + "." + s.getIdentifier();
        }
        return dotted(t);
    }

    String value(Tree t) {
        if (t instanceof ParenthesizedTree p) {
            return value(p.getExpression());
        }
        if (t instanceof LiteralTree l) {
            return literal(l);
        }
        if (t instanceof AnnotationTree a) {
            return annotation(a);
        }
        if (t instanceof NewArrayTree a) {
            return a.getInitializers() == null ? "other" : "array" + values(a.getInitializers());
        }
        if (t instanceof NewClassTree n) {
            return "new " + type(n.getIdentifier()) + values(n.getArguments());
        }
        if (t instanceof MethodInvocationTree m) {
            String name = callName(m);
            return name == null ? "other" : "call " + (name.startsWith(".") ? name.substring(1) : name) + values(m.getArguments());
        }
        if (t instanceof MemberSelectTree s && s.getIdentifier().contentEquals("class")) {
            return "class " + type(s.getExpression());
        }
        if (t instanceof IdentifierTree || t instanceof MemberSelectTree) {
            return chain(t) ? "name " + dotted(t) : "other";
        }
        if (t instanceof UnaryTree u) {
            return unary(u);
        }
        if (t instanceof BinaryTree b) {
            return binary(b);
        }
        if (t instanceof TypeCastTree c) {
            return cast(c);
        }
        return "other";
    }

    List<String> values(List<? extends Tree> list) {
        List<String> all = new ArrayList<>();
        list.forEach(t -> all.add(value(t)));
        return all;
    }

    String literal(LiteralTree l) {
        return switch (l.getKind()) {
            case STRING_LITERAL -> "string " + quote((String) l.getValue());
            case CHAR_LITERAL -> "char " + quote(String.valueOf(l.getValue()));
            case INT_LITERAL, LONG_LITERAL -> "int " + l.getValue();
            case FLOAT_LITERAL, DOUBLE_LITERAL -> "float " + text.substring(
                (int) positions.getStartPosition(unit, l), (int) positions.getEndPosition(unit, l));
            default -> String.valueOf(l.getValue());
        };
    }

    String unary(UnaryTree u) {
        String v = value(u.getExpression());
        boolean number = v.startsWith("int ") || v.startsWith("float ");
        if (u.getKind() == Tree.Kind.UNARY_PLUS) {
            return number ? v : "other";
        }
        if (u.getKind() != Tree.Kind.UNARY_MINUS) {
            return "other";
        }
        if (v.startsWith("float ")) {
            return "float -" + v.substring(6);
        }
        if (v.startsWith("int ")) {
            BigInteger n = new BigInteger(v.substring(4)).negate();
            return u.getExpression() instanceof LiteralTree || n.bitLength() <= 31 ? "int " + n : "other";
        }
        return "neg [" + v + "]";
    }

    String binary(BinaryTree b) {
        String l = value(b.getLeftOperand()), r = value(b.getRightOperand());
        if (l.startsWith("int ") && r.startsWith("int ")) {
            return fold(b.getKind(), new BigInteger(l.substring(4)), new BigInteger(r.substring(4)));
        }
        if (b.getKind() != Tree.Kind.PLUS) {
            return "other";
        }
        if (l.startsWith("concat [") && b.getLeftOperand() instanceof BinaryTree) {
            return l.substring(0, l.length() - 1) + ", " + r + "]";
        }
        return "concat [" + l + ", " + r + "]";
    }

    static String fold(Tree.Kind op, BigInteger x, BigInteger y) {
        if (x.bitLength() > 31 || y.bitLength() > 31) {
            return "other";
        }
        BigInteger n = switch (op) {
            case PLUS -> x.add(y);
            case MINUS -> x.subtract(y);
            case MULTIPLY -> x.multiply(y);
            case DIVIDE -> y.signum() == 0 ? null : x.divide(y);
            case REMAINDER -> y.signum() == 0 ? null : x.remainder(y);
            case LEFT_SHIFT -> y.signum() < 0 || y.intValue() > 31 ? null : x.shiftLeft(y.intValue());
            default -> null;
        };
        return n == null || n.bitLength() > 31 ? "other" : "int " + n;
    }

    String cast(TypeCastTree c) {
        String v = value(c.getExpression()), to = type(c.getType());
        boolean keeps = switch (to) {
            case "int", "long" -> !v.startsWith("float ") && !v.startsWith("char ");
            case "byte", "short", "char", "float" -> false;
            case "double" -> !v.startsWith("int ") && !v.startsWith("char ");
            default -> true;
        };
        return keeps ? v : "other";
    }

    /** Escapes all but printable ASCII; half a surrogate pair is U+FFFD. */
    static String quote(String s) {
        StringBuilder b = new StringBuilder("\"");
        s.codePoints().forEach(c -> {
            if (c >= 0xd800 && c < 0xe000) {
                c = 0xfffd;
            }
            if (c >= ' ' && c < 0x7f && c != '"' && c != '\\') {
                b.append((char) c);
            } else {
                b.append("\\").append(Integer.toHexString(c)).append(';');
            }
        });
        return b.append('"').toString();
    }
}
