/** How large the table of interactions is, and whether that is little enough to look at all of it. */
import { z } from 'zod';
import type { StoreClient } from './failover.ts';
import { PROJECTION_NAMES } from './projections.ts';

/** Up to so many rows it is quicker to read them than to find out which projection has what of them. */
export const SMALL_ROWS = 250_000;

const LOOK_MS = 10_000;
/** For an engine that does not answer. */
const PATIENCE_MS = 5000;

/** `rows`: null for a table that does not say, as over shards. */
export type Size = { rows: number | null; projections: number };
const Size = z.object({ rows: z.number().nullable(), projections: z.number() });

export async function readSize(client: StoreClient, patienceMs = PATIENCE_MS): Promise<Size> {
  const result = await client.query({
    query: `
      SELECT total_rows AS rows,
             (SELECT count() FROM system.projections
              WHERE database = currentDatabase() AND table = 'interactions') AS projections
      FROM system.tables WHERE database = currentDatabase() AND name = 'interactions'`,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    abort_signal: AbortSignal.timeout(patienceMs),
  });
  const [size] = z.array(Size).parse(await result.json());
  return size ?? { rows: null, projections: 0 };
}

/** Whether the table is small, as of the last look; nobody waits for the next one. */
export class TableSize {
  readonly #read: () => Promise<Size>;
  readonly #smallRows: number;
  #isSmall = false;
  #lookAgainAt = 0;

  constructor(read: () => Promise<Size>, smallRows: number) {
    this.#read = read;
    this.#smallRows = smallRows;
  }

  get isSmall(): boolean {
    const now = performance.now();
    if (this.#smallRows > 0 && now >= this.#lookAgainAt) {
      this.#lookAgainAt = now + LOOK_MS;
      this.#read().then(
        ({ rows, projections }) => {
          const isGrown =
            rows === null || (rows >= this.#smallRows && projections >= PROJECTION_NAMES.length);
          this.#isSmall = !isGrown;
        },
        // Whoever asks meets the same failure.
        () => {},
      );
    }
    return this.#isSmall;
  }
}
