package dev.varve.bench.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run wrote with {@code --json}. Immutable.
 *
 * @param name of the file
 * @param root all of it
 */
record ResultFile(String name, JsonNode root) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /**
     * Reads one.
     *
     * @throws IOException one line that names the file and what is wrong with it
     */
    static ResultFile read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + ": no such file");
        }
        JsonNode root;
        try {
            root = MAPPER.readTree(file.toFile());
        } catch (JsonProcessingException e) {
            throw new IOException(
                    file + ": no JSON, line " + e.getLocation().getLineNr() + ": " + e.getOriginalMessage(), e);
        }
        if (root == null || !root.path("command").isTextual()) {
            throw new IOException(file + ": no result of varve-bench, it has no \"command\"");
        }
        return new ResultFile(file.getFileName().toString(), root);
    }

    String command() {
        return root.get("command").asText();
    }

    boolean isIngest() {
        return command().equals("ingest");
    }

    /** The stores of an ingest; a run of one store alone is one. */
    List<JsonNode> stores() {
        List<JsonNode> stores = new ArrayList<>();
        if (root.path("stores").isArray()) {
            root.get("stores").forEach(stores::add);
        } else if (isIngest()) {
            stores.add(root);
        }
        return stores;
    }

    static String storeName(JsonNode store) {
        return store.path("name").asText(store.path("store").asText("varve"));
    }

    /** Lists of flat objects, which make tables: all results but those of an ingest. */
    List<JsonNode> rows() {
        for (String list : List.of("results", "rows", "turns")) {
            if (root.path(list).isArray() && !root.get(list).isEmpty()) {
                List<JsonNode> rows = new ArrayList<>();
                root.get(list).forEach(rows::add);
                return rows;
            }
        }
        return List.of();
    }
}
