import edu.hm.hafner.analysis.FileReaderFactory;
import edu.hm.hafner.analysis.Issue;
import edu.hm.hafner.analysis.registry.ParserRegistry;
import java.nio.file.Path;

/** Prints what Jenkins' warnings-ng plugin understands of a report: ReadReport PARSER FILE. */
public class ReadReport {
    public static void main(String[] args) {
        var parser = new ParserRegistry().get(args[0]).createParser();
        for (Issue i : parser.parse(new FileReaderFactory(Path.of(args[1])))) {
            System.out.println(i.getSeverity() + " " + i.getType() + " " + i.getFileName() + ":" + i.getLineStart());
        }
    }
}
