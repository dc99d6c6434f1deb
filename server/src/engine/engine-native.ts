/** The engine as chDB's native library, in this process. */
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type Connection,
  insertFrom,
  MAX_STATEMENT_BYTES,
  type OpenConnection,
  setParameters,
} from './engine-connection.ts';

const ENGINE_ARGUMENTS = [
  // Caches reduced from the defaults of a server.
  '--mark_cache_size=67108864',
  '--uncompressed_cache_size=0',
  `--max_query_size=${MAX_STATEMENT_BYTES}`,
];

export function openNative(folder: string): OpenConnection {
  const { Session } = createRequire(import.meta.url)('chdb');
  // One file for all connections: inserts run one at a time.
  const values = join(folder, 'values');
  return (): Connection => {
    const session = new Session(folder, { connectionArgs: ENGINE_ARGUMENTS });
    return {
      async query(sql, parameters, format) {
        // chDB's own parameter binding would serialise the queries of all connections.
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
