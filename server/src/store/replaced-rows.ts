/**
 * Stored interactions of which more became known, read and written again: everything but what they are sorted by.
 * The new values go into a table of their own, and one mutation takes them over (`derived-rows.ts` says why).
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { StoreAddress } from './client.ts';
import { PART_OF_CONTENT } from './content.ts';
import { REPLACED_COLUMNS, replacedValues, type StoredInteraction } from './interaction-row.ts';
import { assignments } from './mutations.ts';
import { fillEverywhere } from './staging.ts';
import { Upkeep } from './upkeep.ts';

const KeptRow = z.object({
  id: z.string(),
  appId: z.string(),
  requestedAt: z.number(),
  receivedAt: z.number(),
  sessionTimeout: z.number(),
  request: z.string(),
  response: z.string(),
});
export type KeptRow = z.infer<typeof KeptRow>;

export class ReplacedRows {
  readonly #upkeep: Upkeep;

  constructor(address: StoreAddress) {
    this.#upkeep = new Upkeep(address);
  }

  /** Those of them that are there, with their bodies. */
  async read(ids: readonly string[]): Promise<KeptRow[]> {
    const result = await this.#upkeep.client.query({
      query: `SELECT id, app_id AS appId, toUnixTimestamp64Milli(requested_at) AS requestedAt,
                     toUnixTimestamp64Milli(received_at) AS receivedAt, session_timeout AS sessionTimeout,
                     ${PART_OF_CONTENT.request} AS request, ${PART_OF_CONTENT.response} AS response
              FROM interactions WHERE id IN {ids:Array(UUID)} AND request_bytes > 0`,
      query_params: { ids },
      format: 'JSONEachRow',
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    return z.array(KeptRow).parse(await result.json());
  }

  /** Returns when everybody sees them as they are now. */
  async replace(rows: readonly StoredInteraction[]): Promise<void> {
    const { layout, wording, nodes, mutations } = await this.#upkeep.changing();
    const staging = `replaced_${randomUUID().replaceAll('-', '')}`;
    const interactions = wording.local('interactions');
    await nodes.run(`CREATE TABLE ${staging} ENGINE = Join(ANY, LEFT, id) EMPTY
                     AS SELECT id, toUInt8(1) AS staged, ${REPLACED_COLUMNS.join(', ')} FROM ${interactions}`);
    try {
      await fillEverywhere(this.#upkeep.client, layout, {
        table: staging,
        columns: ['id', 'staged', ...REPLACED_COLUMNS],
        rows: rows.map((row) => [row.record.id, 1, ...replacedValues(row)]),
      });
      const source = `${this.#upkeep.database}.${staging}`;
      const values = REPLACED_COLUMNS.map((column) => [column, `joinGet('${source}', '${column}', id)`]);
      const times = rows.map(({ record }) => Date.parse(record.requestedAt));
      await nodes.run(
        `ALTER TABLE ${interactions}
         UPDATE ${assignments(Object.fromEntries(values))}
         WHERE app_id IN {apps:Array(String)}
           AND requested_at >= fromUnixTimestamp64Milli({first:Int64})
           AND requested_at <= fromUnixTimestamp64Milli({last:Int64})
           AND joinGet('${source}', 'staged', id) = 1 AND request_bytes > 0`,
        {
          apps: [...new Set(rows.map(({ record }) => record.appId))],
          first: Math.min(...times),
          last: Math.max(...times),
        },
        { mutations_sync: '0' },
      );
      await mutations.finished('interactions', staging);
    } finally {
      await nodes.run(`DROP TABLE IF EXISTS ${staging}`);
    }
  }

  async close(): Promise<void> {
    await this.#upkeep.close();
  }
}
