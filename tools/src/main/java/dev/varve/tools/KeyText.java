package dev.varve.tools;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Keys as they are typed and shown: text that can be printed as it is, every other key as {@code hex:} and its bytes. What
 * is shown can be typed again and means the same key.
 */
final class KeyText {
    static final String HEX = "hex:";

    private KeyText() {}

    /** The key that was typed. */
    static byte[] parse(String text) {
        if (!text.startsWith(HEX)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return HexFormat.of().parseHex(text, HEX.length(), text.length());
        } catch (IllegalArgumentException e) {
            throw new Failure("'" + text + "' has no even number of hexadecimal digits after " + HEX);
        }
    }

    /** The key as it is shown. */
    static String show(ByteBuffer key) {
        return printable(key).orElseGet(() -> HEX + hex(key));
    }

    static String show(byte[] key) {
        return show(ByteBuffer.wrap(key));
    }

    /** The key as text, unless it is none, or would be taken for another key when typed. */
    static Optional<String> printable(ByteBuffer key) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        try {
            CharBuffer text = decoder.decode(key.duplicate());
            for (int i = 0; i < text.length(); i++) {
                if (isUnprintable(text.charAt(i))) {
                    return Optional.empty();
                }
            }
            String shown = text.toString();
            return shown.startsWith(HEX) || shown.isEmpty() ? Optional.empty() : Optional.of(shown);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static boolean isUnprintable(char c) {
        return Character.isISOControl(c)
                || Character.getType(c) == Character.FORMAT
                || Character.getType(c) == Character.LINE_SEPARATOR
                || Character.getType(c) == Character.PARAGRAPH_SEPARATOR;
    }

    static String hex(ByteBuffer key) {
        byte[] bytes = new byte[key.remaining()];
        key.duplicate().get(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
