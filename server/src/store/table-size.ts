/** The size of the table of interactions, and whether it is small enough to read it without projections. */
import { z } from 'zod';
import type { StoreClient } from './failover.ts';
import { PROJECTION_NAMES } from './projections.ts';

/** Up to this many rows, reading them is faster than choosing among projections. */
export const SMALL_ROWS = 250_000;

const REFRESH_MS = 10_000;
/** Timeout for an engine that does not answer. */
const TIMEOUT_MS = 5000;

/** `rows` is null for a Distributed table, which does not know. */
export type Size = { rows: number | null; projections: number };
const Size = z.object({ rows: z.number().nullable(), projections: z.number() });

export async function readSize(client: StoreClient, timeoutMs = TIMEOUT_MS): Promise<Size> {
  const result = await client.query({
    query: `
      SELECT total_rows AS rows,
             (SELECT count() FROM system.projections
              WHERE database = currentDatabase() AND table = 'interactions') AS projections
      FROM system.tables WHERE database = currentDatabase() AND name = 'interactions'`,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    abort_signal: AbortSignal.timeout(timeoutMs),
  });
  const [size] = z.array(Size).parse(await result.json());
  return size ?? { rows: null, projections: 0 };
}

/** Whether the table is small, as of the last refresh, which runs in the background. */
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
      this.#lookAgainAt = now + REFRESH_MS;
      this.#read().then(
        ({ rows, projections }) => {
          const isGrown =
            rows === null || (rows >= this.#smallRows && projections >= PROJECTION_NAMES.length);
          this.#isSmall = !isGrown;
        },
        // The caller's own query meets the same failure.
        () => {},
      );
    }
    return this.#isSmall;
  }
}
