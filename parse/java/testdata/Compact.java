import java.util.List;

// Java 25: a class without its declaration, which is named as the file.
String greeting = String.join(" ", words());
@Deprecated static final int LIMIT = 1 + 2;

void main() {
    IO.println(greeting);
    new Helper().help();
}

public static List<String> words() { return List.of("hello"); }
<T> T same(T it) { return it; }

class Helper {
    void help() { same(LIMIT); }
    interface Step {}
}

int[] counts = {}, last;
