package dev.varve.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** A file instead of flags: one JSON object whose fields are the command's options. What the command line says wins. */
final class ConfigOption {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            preprocessor = Expansion.class,
            description =
                    "A JSON object with options as fields, without their dashes, such as {\"value-size\": \"2MiB\", "
                            + "\"writers\": 8}. Options on the command line win.")
    private Path config;

    /** Puts the fields of the file where its name was. */
    static final class Expansion implements IParameterPreprocessor {
        private static final ObjectMapper MAPPER = new ObjectMapper();

        @Override
        public boolean preprocess(Stack<String> args, CommandSpec spec, ArgSpec option, Map<String, Object> info) {
            if (args.isEmpty()) {
                return false;
            }
            String file = args.pop();
            JsonNode root = read(spec, file);
            List<String> options = new ArrayList<>();
            root.properties().forEach(field -> {
                OptionSpec meant = option(spec, file, field.getKey());
                if (!isGiven(meant, args)) {
                    add(options, spec, file, field);
                }
            });
            for (int i = options.size() - 1; i >= 0; i--) {
                args.push(options.get(i));
            }
            return true;
        }

        private static JsonNode read(CommandSpec spec, String file) {
            JsonNode root;
            try {
                root = MAPPER.readTree(Files.readString(Path.of(file)));
            } catch (JsonProcessingException e) {
                throw problem(
                        spec,
                        file,
                        "no JSON, line " + e.getLocation().getLineNr() + ": "
                                + e.getOriginalMessage().lines().findFirst().orElse(""));
            } catch (IOException | IllegalArgumentException e) {
                throw problem(spec, file, "cannot be read");
            }
            if (!root.isObject()) {
                throw problem(spec, file, "not a JSON object");
            }
            return root;
        }

        private static OptionSpec option(CommandSpec spec, String file, String field) {
            OptionSpec option = spec.findOption("--" + field);
            if (option == null || option.hidden() || option.usageHelp() || option.versionHelp() || isConfig(option)) {
                String valid = String.join(
                        ", ",
                        spec.options().stream()
                                .filter(each ->
                                        !each.hidden() && !each.usageHelp() && !each.versionHelp() && !isConfig(each))
                                .map(each -> each.longestName().substring(2))
                                .sorted()
                                .toList());
                throw problem(spec, file, "there is no field '" + field + "'; valid: " + valid);
            }
            return option;
        }

        private static boolean isConfig(OptionSpec option) {
            return option.longestName().equals("--config");
        }

        private static boolean isGiven(OptionSpec option, Stack<String> later) {
            return !option.originalStringValues().isEmpty()
                    || later.stream().anyMatch(argument -> {
                        String name = argument.contains("=") ? argument.substring(0, argument.indexOf('=')) : argument;
                        return List.of(option.names()).contains(name);
                    });
        }

        private static void add(
                List<String> options, CommandSpec spec, String file, Map.Entry<String, JsonNode> field) {
            if (field.getValue().isArray()) {
                for (JsonNode each : field.getValue()) {
                    options.add("--" + field.getKey() + "=" + text(spec, file, field.getKey(), each));
                }
            } else {
                options.add("--" + field.getKey() + "=" + text(spec, file, field.getKey(), field.getValue()));
            }
        }

        private static String text(CommandSpec spec, String file, String name, JsonNode value) {
            if (!value.isValueNode() || value.isNull()) {
                throw problem(
                        spec, file, "field '" + name + "' must be text, a number, true or false, or a list of them");
            }
            return value.asText();
        }

        private static ParameterException problem(CommandSpec spec, String file, String what) {
            return new ParameterException(spec.commandLine(), "--config " + file + ": " + what);
        }
    }
}
