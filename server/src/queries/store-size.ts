import type { System } from '@parley/contract';
import { z } from 'zod';
import { local, sql, system } from '../store/layout/sql.ts';
import type { Store } from '../store/store.ts';

const Row = z.object({
  version: z.string(),
  row_count: z.number(),
  bytes_on_disk: z.number(),
  raw_bytes: z.number(),
});

/** Timeout; a busy store answers within it. */
const TIMEOUT_MS = 15_000;

/** Version of the store, and the size of the interactions in it. */
export async function storeSize(store: Store): Promise<System['store']['size']> {
  const [row] = await store.query(
    Row,
    sql`SELECT version() AS version, sum(rows) AS row_count, sum(p.bytes_on_disk) AS bytes_on_disk,
               sum(data_uncompressed_bytes) AS raw_bytes
        FROM ${system('parts')} AS p
        WHERE database = {database:String} AND table = '${local('interactions')}' AND active`,
    { database: store.database },
    { timeoutMs: TIMEOUT_MS },
  );
  if (!row) return null;
  return {
    version: row.version,
    rows: row.row_count,
    bytesOnDisk: row.bytes_on_disk,
    rawBytes: row.raw_bytes,
  };
}
