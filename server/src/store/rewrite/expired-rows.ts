/**
 * Removes expired rows, or the bodies in them. Rows are removed by mutations (`ALTER TABLE … DELETE`), since a
 * lightweight delete only hides them. A mutation rewrites whole parts of a table, so expired rows are counted first,
 * one mutation serves all applications, and no two run at once.
 */
import { z } from 'zod';
import type { StoreAddress } from '../client.ts';
import { BLANK } from '../rows/interaction-row.ts';
import { RewriteContext } from './rewrite-context.ts';

/** By application, the time in milliseconds before which its rows are expired. */
export type Cutoffs = ReadonlyMap<string, number>;

/** A cutoff that expires every row. */
export const ALL_ROWS = Date.UTC(2286, 0);

export type ExpiringTable = keyof typeof TABLES;

/** Per table: the column of its age, the condition for a body, and the values without one. */
const TABLES = {
  interactions: { time: 'requested_at', withBody: 'request_bytes > 0', blank: BLANK },
  rejections: { time: 'received_at', withBody: "payload != ''", blank: { payload: '', payload_bytes: 0 } },
  // Names of spans may hold content.
  outlines: { time: 'received_at', withBody: "name != ''", blank: { name: '' } },
  scores: { time: 'received_at', withBody: "comment != ''", blank: { comment: '' } },
} as const;

export const EXPIRING_TABLES: readonly ExpiringTable[] = ['interactions', 'rejections', 'outlines', 'scores'];

const Count = z.object({ app_id: z.string(), rows: z.number() });
const SETTINGS = { output_format_json_quote_64bit_integers: 0 } as const;

export class ExpiredRows {
  readonly #context: RewriteContext;

  constructor(address: StoreAddress) {
    this.#context = new RewriteContext(address);
  }

  /** Removes rows; returns how many. */
  remove(table: ExpiringTable, cutoffs: Cutoffs, signal: AbortSignal): Promise<number> {
    return this.#mutate(table, 'DELETE', cutoffs, isOlder(table), signal);
  }

  /** Empties the bodies of rows; returns how many had one. */
  blank(table: ExpiringTable, cutoffs: Cutoffs, signal: AbortSignal): Promise<number> {
    const { withBody, blank } = TABLES[table];
    const values = Object.entries(blank).map(
      ([column, value]) => `${column} = ${value === '' ? "''" : value}`,
    );
    const where = `${isOlder(table)} AND ${withBody}`;
    return this.#mutate(table, `UPDATE ${values.join(', ')}`, cutoffs, where, signal);
  }

  /** Physically removes rejections that lightweight deletes have hidden. */
  async removeHidden(signal: AbortSignal): Promise<void> {
    const { dialect, nodes, mutations } = await this.#context.changing();
    const result = await this.#context.client.query({
      query: `SELECT count() AS parts FROM ${dialect.system('parts')}
              WHERE database = {database:String} AND table = {table:String} AND active AND has_lightweight_delete`,
      query_params: { database: this.#context.database, table: dialect.local('rejections') },
      format: 'JSONEachRow',
      clickhouse_settings: SETTINGS,
    });
    const [counted] = z.array(z.object({ parts: z.number() })).parse(await result.json());
    if (!counted?.parts) return;
    await mutations.idle('rejections', signal);
    const command = 'APPLY DELETED MASK';
    await nodes.run(`ALTER TABLE ${dialect.local('rejections')} ${command}`, {}, { mutations_sync: '0' });
    await mutations.finished('rejections', command, signal);
  }

  async close(): Promise<void> {
    await this.#context.close();
  }

  async #mutate(
    table: ExpiringTable,
    command: string,
    cutoffs: Cutoffs,
    where: string,
    signal: AbortSignal,
  ): Promise<number> {
    if (cutoffs.size === 0) return 0;
    const expired = await this.#count(table, cutoffs, where);
    if (expired.length === 0) return 0;
    const concerned = new Map(expired.map(({ app_id }) => [app_id, cutoffs.get(app_id) ?? 0]));
    await this.#context.mutate(table, command, where, parameters(concerned), signal);
    return expired.reduce((sum, { rows }) => sum + rows, 0);
  }

  async #count(table: ExpiringTable, cutoffs: Cutoffs, where: string) {
    const result = await this.#context.client.query({
      query: `SELECT app_id, count() AS rows FROM ${table} WHERE ${where} GROUP BY app_id`,
      query_params: parameters(cutoffs),
      format: 'JSONEachRow',
      clickhouse_settings: SETTINGS,
    });
    return z.array(Count).parse(await result.json());
  }
}

function isOlder(table: ExpiringTable): string {
  return `app_id IN {apps:Array(String)}
          AND toUnixTimestamp64Milli(${TABLES[table].time})
            < transform(toString(app_id), {apps:Array(String)}, {before:Array(Int64)}, toInt64(0))`;
}

function parameters(cutoffs: Cutoffs) {
  return { apps: [...cutoffs.keys()], before: [...cutoffs.values()] };
}
