package probe.host;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles many folders in one JVM. args: plan file with lines "CLASSPATH TAB out TAB source...". */
public final class Compile {
    public static void main(String[] args) throws Exception {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        boolean ok = true;
        for (String line : Files.readAllLines(Paths.get(args[0]), StandardCharsets.UTF_8)) {
            String[] f = line.split("\t");
            new File(f[1]).mkdirs();
            List<String> options = Arrays.asList("-nowarn", "-g", "-parameters", "--release", "8", "-proc:none", "-Xlint:-options", "-cp", f[0], "-d", f[1]);
            try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
                List<String> sources = new ArrayList<>(Arrays.asList(f).subList(2, f.length));
                if (!javac.getTask(null, files, null, options, null, files.getJavaFileObjectsFromStrings(sources)).call()) {
                    System.err.println("cannot compile " + sources);
                    ok = false;
                }
            }
        }
        System.exit(ok ? 0 : 1);
    }
}
