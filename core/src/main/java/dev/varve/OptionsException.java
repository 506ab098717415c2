package dev.varve;

import java.util.List;

/** Options do not make sense. Lists every problem, not only the first. */
public final class OptionsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    // An array, because a List is not known to be serializable.
    private final String[] problems;

    /** With the type of the options and every problem. */
    public OptionsException(String type, List<String> problems) {
        super(type + ": " + String.join("; ", problems));
        this.problems = problems.toArray(new String[0]);
    }

    /** Every problem, each naming the option, its value and what is allowed. */
    public List<String> problems() {
        return List.of(problems);
    }
}
