package dev.varve.bench;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Turns bad numbers into wrong usage. */
record Checks(CommandSpec spec) {
    void range(String option, long value, long least, long most) {
        if (value < least || value > most) {
            String valid =
                    most == Long.MAX_VALUE || most == Integer.MAX_VALUE ? "at least " + least : least + " to " + most;
            throw new ParameterException(spec.commandLine(), option + " must be " + valid + ", not " + value);
        }
    }

    void moreThanZero(String option, Duration value) {
        if (value.isZero()) {
            throw new ParameterException(spec.commandLine(), option + " must be more than 0");
        }
    }
}
