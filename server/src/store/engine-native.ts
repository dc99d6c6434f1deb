/** The engine as chDB's native library, in this process. */
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Connection, insertFrom, type OpenConnection } from './engine-connection.ts';

const ENGINE_ARGUMENTS = [
  // The caches of a database server, cut to what an embedded one needs.
  '--mark_cache_size=67108864',
  '--uncompressed_cache_size=0',
];

export function openNative(folder: string): OpenConnection {
  const { Session } = createRequire(import.meta.url)('chdb');
  // One for all connections: inserts come one at a time.
  const values = join(folder, 'values');
  return (): Connection => {
    const session = new Session(folder, { connectionArgs: ENGINE_ARGUMENTS });
    return {
      async query(sql, parameters, format) {
        const result =
          parameters.size > 0
            ? await session.queryBindAsync(sql, bindable(parameters), { format })
            : await session.queryAsync(sql, { format });
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

function bindable(parameters: ReadonlyMap<string, string>): Record<string, string | null> {
  return Object.fromEntries(
    [...parameters].map(([name, value]) => [name, value === '\\N' ? null : unescapeParameter(value)]),
  );
}

const ESCAPES: Record<string, string> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', '0': '\0' };

/**
 * The HTTP interface takes parameters escaped, chDB's binding escapes them itself: once is enough. It leaves quotes as
 * they are, which end the texts in a list: there, two of them are one. In a text alone every quote comes escaped, so
 * that only a list begins like one.
 */
function unescapeParameter(value: string): string {
  const quote = value.startsWith("['") ? "''" : "'";
  return value.replace(/\\(.)/gs, (_, character: string) =>
    character === "'" ? quote : (ESCAPES[character] ?? character),
  );
}
