/** Replaces stored interactions after late parts arrived: all columns but those of the sorting key. */
import { z } from 'zod';
import { chunkParams } from '../chunk-params.ts';
import type { StoreAddress } from '../client.ts';
import { PART_OF_CONTENT } from '../rows/content.ts';
import { REPLACED_COLUMNS, replacedValues, type StoredInteraction } from '../rows/interaction-row.ts';
import { RewriteContext } from './rewrite-context.ts';
import { stagedUpdate, sweepStaged, WITH_BODIES } from './staged-update.ts';

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
  readonly #context: RewriteContext;

  constructor(address: StoreAddress) {
    this.#context = new RewriteContext(address);
  }

  /** The rows that exist, with their bodies. */
  async read(ids: readonly string[]): Promise<KeptRow[]> {
    const rows: KeptRow[] = [];
    for (const some of chunkParams(ids, String)) rows.push(...(await this.#readSome(some)));
    return rows;
  }

  async #readSome(ids: readonly string[]): Promise<KeptRow[]> {
    const result = await this.#context.client.query({
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

  /** Resolves once every reader sees the new rows. */
  async replace(rows: readonly StoredInteraction[]): Promise<void> {
    await stagedUpdate(this.#context, {
      columns: REPLACED_COLUMNS,
      select: REPLACED_COLUMNS.join(', '),
      rows: rows.map((row) => ({
        id: row.record.id,
        appId: row.record.appId,
        requestedAt: Date.parse(row.record.requestedAt),
        values: replacedValues(row),
      })),
      set: (value) => Object.fromEntries(REPLACED_COLUMNS.map((column) => [column, value(column)])),
      where: WITH_BODIES,
    });
  }

  /** Drops the staging tables of interrupted runs whose mutations are done. */
  sweep(): Promise<void> {
    return sweepStaged(this.#context);
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}
