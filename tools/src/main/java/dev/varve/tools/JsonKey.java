package dev.varve.tools;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Finds the key in a JSON document, and makes sure that it is one. For one thread. */
final class JsonKey {
    private static final StreamReadConstraints UNBOUNDED = StreamReadConstraints.builder()
            .maxStringLength(Integer.MAX_VALUE)
            .maxNumberLength(Integer.MAX_VALUE)
            .maxNestingDepth(100_000)
            .build();

    private final JsonFactory factory = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .streamReadConstraints(UNBOUNDED)
            .build();
    private final String field;
    private final String[] path;

    /** A document that has no key, or is none. */
    static final class NoKeyException extends Exception {
        private static final long serialVersionUID = 1;

        NoKeyException(String message) {
            super(message, null, false, false);
        }
    }

    /** A field's name, or a path of names that begins with a slash. */
    JsonKey(String field) {
        this.field = field;
        this.path = field.startsWith("/") ? field.substring(1).split("/", -1) : new String[] {field};
    }

    byte[] of(byte[] document, int offset, int length) throws NoKeyException {
        try (JsonParser parser = factory.createParser(document, offset, length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new NoKeyException("no JSON object");
            }
            String key = find(parser);
            if (parser.nextToken() != null) {
                throw new NoKeyException("more than one document");
            }
            if (key == null) {
                throw new NoKeyException("no field " + field);
            }
            return key.getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new NoKeyException(
                    "no valid JSON at column " + e.getLocation().getColumnNr() + ": " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new NoKeyException("no valid JSON: " + e.getMessage());
        }
    }

    /** Reads the object to its end; the first field that fits counts. Null if there is none. */
    private String find(JsonParser parser) throws IOException, NoKeyException {
        String key = null;
        int depth = 1;
        int matched = 0;
        while (depth > 0) {
            JsonToken token = parser.nextToken();
            if (token == JsonToken.FIELD_NAME
                    && key == null
                    && depth == matched + 1
                    && parser.currentName().equals(path[matched])) {
                token = parser.nextToken();
                if (matched + 1 == path.length) {
                    key = text(parser, token);
                } else if (token == JsonToken.START_OBJECT) {
                    matched++;
                }
            }
            if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
                matched = Math.min(matched, Math.max(0, depth - 1));
            }
        }
        return key;
    }

    private String text(JsonParser parser, JsonToken token) throws IOException, NoKeyException {
        if (token == JsonToken.VALUE_STRING || token.isNumeric()) {
            return parser.getText();
        }
        throw new NoKeyException("field " + field + " is neither text nor number");
    }
}
