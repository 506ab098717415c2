package dev.varve.index;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Brings a written generation back into memory, page by page checked. For one thread. */
final class GenerationReader {
    private final SlabPool pool;
    private final byte[] encoded;
    private final IndexLayout.Parameters parameters;

    GenerationReader(SlabPool pool, byte[] encoded) throws DamagedPageException {
        this.pool = pool;
        this.encoded = encoded;
        this.parameters = IndexLayout.decode(encoded);
    }

    Generation read(PageSource source) throws IOException {
        NextGeneration room = NextGeneration.exactly(pool, parameters.pages());
        boolean done = false;
        try {
            while (room != null && !room.isReady()) {
                room = room.takeOnly() ? room : room.inSmallerSlabs();
            }
            if (room == null) {
                throw bound((long) parameters.pages() * IndexLayout.PAGE_LENGTH);
            }
            PageMemory memory = room.memory();
            fill(memory, source);
            done = true;
            return new Generation(memory, parameters);
        } finally {
            if (!done && room != null) {
                room.cancel();
            }
        }
    }

    private IndexBoundException bound(long needed) {
        return new IndexBoundException(needed, pool.bytesUsed(), pool.bytesMax());
    }

    private void fill(PageMemory memory, PageSource source) throws IOException {
        PageCheck check = new PageCheck(encoded);
        for (int page = 0; page < memory.pages(); ) {
            ByteBuffer piece = memory.piece(page, memory.pages() - page);
            source.read(page, piece.duplicate());
            check.check(page, piece);
            for (int at = 0; at < piece.capacity(); at += IndexLayout.PAGE_LENGTH, page++) {
                piece.putLong(at + IndexLayout.GUARD_OFFSET, IndexLayout.GUARD);
            }
        }
    }
}
