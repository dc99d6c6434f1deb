/** Adds the projections to the table of interactions once it is large enough to profit from them. */
import { z } from 'zod';
import { connect, type StoreAddress } from './client.ts';
import type { StoreClient } from './failover.ts';
import { ADD_PROJECTIONS, FILL_PROJECTIONS, PROJECTION_NAMES } from './projections.ts';
import { readSize, SMALL_ROWS } from './table-size.ts';

/** Timeout; generous, since it runs in the background and the engine may be busy. */
const TIMEOUT_MS = 60_000;

const Unfilled = z.object({ parts: z.number(), fillings: z.number() });

/**
 * Returns whether there was anything to do. Safe to call at any time and to repeat after an interruption; the table
 * stays readable and writable. With shards, tables have their projections from the start.
 */
export async function addProjectionsWhenLarge(
  address: StoreAddress,
  smallRows = SMALL_ROWS,
): Promise<boolean> {
  const client = connect(address);
  try {
    const { rows, projections } = await readSize(client, TIMEOUT_MS);
    if (rows === null || rows < smallRows) return false;
    const isMissing = projections < PROJECTION_NAMES.length;
    if (isMissing) await client.command({ query: ADD_PROJECTIONS });
    const mustFill = await hasUnfilled(client);
    // The engine continues by itself, also after a restart.
    if (mustFill)
      await client.command({ query: FILL_PROJECTIONS, clickhouse_settings: { mutations_sync: '0' } });
    return isMissing || mustFill;
  } finally {
    await client.close();
  }
}

/** Whether parts lack projections and no mutation builds them. */
async function hasUnfilled(client: StoreClient): Promise<boolean> {
  const result = await client.query({
    query: `
      SELECT (SELECT count() FROM system.parts
              WHERE database = currentDatabase() AND table = 'interactions' AND active
                AND NOT hasAll(projections, {names:Array(String)})) AS parts,
             (SELECT count() FROM system.mutations
              WHERE database = currentDatabase() AND table = 'interactions' AND NOT is_done
                AND position(command, 'MATERIALIZE PROJECTION') > 0) AS fillings`,
    query_params: { names: PROJECTION_NAMES },
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  const [row] = z.array(Unfilled).parse(await result.json());
  return row !== undefined && row.parts > 0 && row.fillings === 0;
}
