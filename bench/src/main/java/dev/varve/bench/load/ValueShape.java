package dev.varve.bench.load;

import java.util.List;

/**
 * How long values are, and how much of them a compressor would save. Immutable.
 *
 * @param name as it was given
 * @param parts ranges of lengths, of which each value has one, by weight
 * @param compressibility the part of each value that is zeros, 0 to less than 1
 */
public record ValueShape(String name, List<Part> parts, double compressibility) {
    /** Zeros and random bytes alternate within so many bytes, which is within any compressor's reach. */
    static final int CELL = 256;

    /**
     * Lengths that are equally likely.
     *
     * @param least the shortest, in bytes
     * @param most the longest, included
     * @param weight how likely this range is among the others
     */
    public record Part(int least, int most, double weight) {}

    /**
     * {@return values of one length that do not compress}
     *
     * @param bytes the length
     */
    public static ValueShape fixed(int bytes) {
        return new ValueShape(Integer.toString(bytes), List.of(new Part(bytes, bytes, 1)), 0);
    }

    /**
     * {@return the same lengths with other bytes}
     *
     * @param part of each value that is zeros
     */
    public ValueShape compressible(double part) {
        return new ValueShape(name, parts, part);
    }

    /** {@return the longest length} */
    public int most() {
        return parts.stream().mapToInt(Part::most).max().orElse(0);
    }

    /** {@return the shortest length} */
    public int least() {
        return parts.stream().mapToInt(Part::least).min().orElse(0);
    }

    /** {@return the mean length} */
    public double mean() {
        double sum = 0;
        for (Part part : parts) {
            sum += part.weight() * ((double) part.least() + part.most()) / 2;
        }
        return sum / weights();
    }

    private double weights() {
        return parts.stream().mapToDouble(Part::weight).sum();
    }

    /** {@return the length that a number with its bits spread stands for} */
    int length(long mixed) {
        if (parts.size() == 1 && parts.get(0).least() == parts.get(0).most()) {
            return parts.get(0).most();
        }
        // One half of the bits chooses the part, the other the place in it.
        double at = (mixed >>> 32) / 0x1p32 * weights();
        Part chosen = parts.get(parts.size() - 1);
        for (Part part : parts) {
            if (at < part.weight()) {
                chosen = part;
                break;
            }
            at -= part.weight();
        }
        long span = (long) chosen.most() - chosen.least() + 1;
        return chosen.least() + (int) ((mixed & 0xffff_ffffL) * span >>> 32);
    }
}
