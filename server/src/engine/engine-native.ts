/** The engine as chDB's native library, in this process. */
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type Connection,
  insertFrom,
  MOST_STATEMENT,
  type OpenConnection,
  setParameters,
} from './engine-connection.ts';

const ENGINE_ARGUMENTS = [
  // The caches of a database server, cut to what an embedded one needs.
  '--mark_cache_size=67108864',
  '--uncompressed_cache_size=0',
  `--max_query_size=${MOST_STATEMENT}`,
];

export function openNative(folder: string): OpenConnection {
  const { Session } = createRequire(import.meta.url)('chdb');
  // One for all connections: inserts come one at a time.
  const values = join(folder, 'values');
  return (): Connection => {
    const session = new Session(folder, { connectionArgs: ENGINE_ARGUMENTS });
    return {
      async query(sql, parameters, format) {
        // chDB's own binding would let only one question of all connections run at a time.
        if (parameters.size > 0) await session.queryAsync(setParameters(parameters));
        const result = await session.queryAsync(sql, { format });
        return result.bytes();
      },
      async insert(insert) {
        await writeFile(values, insert.values, { mode: 0o600 });
        try {
          await session.queryAsync(insertFrom(values, insert));
        } finally {
          await rm(values, { force: true });
        }
      },
    };
  };
}
