import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.BufferedOutputStream;
import java.io.InputStreamReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * Reads length-prefixed UTF-8 texts from standard input and writes what
 * java.util.Properties makes of each: the number of pairs (-1 when it refuses
 * the text), then each key and value in order, length-prefixed.
 */
public class Load {
    private static class Recorder extends Properties {
        final java.util.List<String> pairs = new java.util.ArrayList<>();

        @Override
        public synchronized Object put(Object key, Object value) {
            pairs.add((String) key);
            pairs.add((String) value);
            return null;
        }
    }

    public static void main(String[] args) throws IOException {
        DataInputStream in = new DataInputStream(System.in);
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
        int n = in.readInt();
        for (int i = 0; i < n; i++) {
            byte[] text = in.readNBytes(in.readInt());
            Recorder r = new Recorder();
            try {
                r.load(new InputStreamReader(new ByteArrayInputStream(text), StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                out.writeInt(-1);
                continue;
            }
            out.writeInt(r.pairs.size() / 2);
            for (String s : r.pairs) {
                // A surrogate without its partner cannot be written as UTF-8.
                byte[] b = s.codePoints().map(c -> c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString().getBytes(StandardCharsets.UTF_8);
                out.writeInt(b.length);
                out.write(b);
            }
        }
        out.flush();
    }
}
