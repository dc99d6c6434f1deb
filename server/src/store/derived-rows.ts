/**
 * Reads stored interactions in ranges, and rewrites what was derived from them. The new values go into a
 * table of their own, and one mutation takes them over: the engine replaces parts of the table one by
 * one and atomically, so that a reader sees every row once, before or after. Inserts go on meanwhile.
 *
 * A mutation that was begun ends even when whoever asked for it is gone, also over a restart of the
 * engine; that is why its table is left alone until nothing refers to it any more (`sweep`).
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { StoreAddress } from './client.ts';
import { CONTENT_BYTES, contentColumns, LISTING, PART_OF_CONTENT } from './content.ts';
import {
  BLANK,
  DERIVED_COLUMNS,
  type DerivedColumn,
  type DerivedValues,
  forDerived,
  TEXT_COLUMNS,
} from './interaction-row.ts';
import { keyPages, PageKey } from './key-pages.ts';
import { assignments } from './mutations.ts';
import type { QueryParams } from './query-params.ts';
import { fillEverywhere } from './staging.ts';
import { Upkeep } from './upkeep.ts';

/** Times in milliseconds: from inclusive, to exclusive. */
export type RowRange = { appId: string; from: number; to: number };

/** The bytes, what they are to be read as, and what was derived from them earlier. */
const DerivedRow = z.object({
  id: z.string(),
  app_id: z.string(),
  requested: z.number(),
  format: z.string(),
  type: z.string(),
  request: z.string(),
  response: z.string(),
  ...forDerived(() => z.union([z.string(), z.number(), z.null()])),
});
export type DerivedRow = z.infer<typeof DerivedRow>;

export type Rewrite = { id: string; appId: string; requestedAt: number; values: Partial<DerivedValues> };

/** A page is read at once: enough rows to be quick, and never more bytes than memory likes. */
const PAGE = { keys: 50_000, rows: 2000, bytes: 16 * 1024 * 1024 };

/** No run takes this long between making a table and asking for its mutation. */
const FORGOTTEN_MINUTES = 60;

const STAGING = 'reprocess_';

export class DerivedRows {
  readonly #upkeep: Upkeep;

  constructor(address: StoreAddress) {
    this.#upkeep = new Upkeep(address);
  }

  /** The applications that have interactions in a range, and how many. */
  async count(from: number, to: number): Promise<Map<string, number>> {
    const rows = await this.#query(
      z.object({ app_id: z.string(), rows: z.number() }),
      `SELECT app_id, count() AS rows FROM interactions
       WHERE requested_at >= fromUnixTimestamp64Milli({from:Int64})
         AND requested_at < fromUnixTimestamp64Milli({to:Int64})
       GROUP BY app_id ORDER BY app_id`,
      { from, to },
    );
    return new Map(rows.map((row) => [row.app_id, row.rows]));
  }

  /** Every interaction of a range, in order. Rows that arrive meanwhile may or may not be among them. */
  pages({ appId, from, to }: RowRange): AsyncGenerator<DerivedRow[]> {
    return keyPages(
      {
        keys: (after, limit) => this.#keys(appId, from, to, after, limit),
        rows: (first, last) => this.#rows(appId, first, last),
      },
      PAGE,
    );
  }

  /** Writes the given columns of the given rows, all of which have these values. */
  async rewrite(rewrites: readonly Rewrite[], columns: readonly DerivedColumn[]): Promise<void> {
    const { layout, wording, nodes, mutations } = await this.#upkeep.changing();
    const staging = `${STAGING}${randomUUID().replaceAll('-', '')}`;
    const interactions = wording.local('interactions');
    await nodes.run(`CREATE TABLE ${staging} ENGINE = Join(ANY, LEFT, id) EMPTY
                     AS SELECT id, toUInt8(1) AS staged, ${selectOf(columns)} FROM ${interactions}`);
    await fillEverywhere(this.#upkeep.client, layout, {
      table: staging,
      columns: ['id', 'staged', ...columns],
      rows: rewrites.map(({ id, values }) => [id, 1, ...columns.map((column) => values[column] ?? null)]),
    });
    const times = rewrites.map(({ requestedAt }) => requestedAt);
    const source = `${this.#upkeep.database}.${staging}`;
    const values = updates(columns, (column) => `joinGet('${source}', '${column}', id)`);
    // Texts that were removed after they were read here must not come back.
    const withTexts = Object.keys(values).some((column) => column in BLANK) ? 'AND request_bytes > 0' : '';
    await nodes.run(
      `ALTER TABLE ${interactions}
       UPDATE ${assignments(values)}
       WHERE app_id IN {apps:Array(String)}
         AND requested_at >= fromUnixTimestamp64Milli({first:Int64})
         AND requested_at <= fromUnixTimestamp64Milli({last:Int64})
         AND joinGet('${source}', 'staged', id) = 1 ${withTexts}`,
      {
        apps: [...new Set(rewrites.map(({ appId }) => appId))],
        first: times.reduce((a, b) => Math.min(a, b)),
        last: times.reduce((a, b) => Math.max(a, b)),
      },
      // It may take longer than a request may: it is asked for, then waited for.
      { mutations_sync: '0' },
    );
    await mutations.finished('interactions', staging);
    await nodes.run(`DROP TABLE ${staging}`);
  }

  /** Drops what interrupted runs left behind, once their mutations are through. */
  async sweep(): Promise<void> {
    const { wording, nodes, mutations } = await this.#upkeep.changing();
    const forgotten = await this.#query(
      z.object({ name: z.string() }),
      `SELECT DISTINCT name FROM ${wording.system('tables', 'all')}
       WHERE database = {database:String} AND startsWith(name, {staging:String})
         AND metadata_modification_time < now() - INTERVAL {minutes:UInt32} MINUTE`,
      { database: this.#upkeep.database, staging: STAGING, minutes: FORGOTTEN_MINUTES },
    );
    for (const { name } of forgotten) {
      const reading = await mutations.of('interactions', name);
      if (reading.every(({ is_done }) => is_done === 1)) await nodes.run(`DROP TABLE IF EXISTS ${name}`);
    }
  }

  async close(): Promise<void> {
    await this.#upkeep.close();
  }

  async #keys(
    appId: string,
    from: number,
    to: number,
    after: PageKey | null,
    limit: number,
  ): Promise<PageKey[]> {
    return this.#query(
      PageKey,
      `SELECT id, toUnixTimestamp64Milli(requested_at) AS requested, ${CONTENT_BYTES} AS bytes
       FROM interactions
       WHERE app_id = {appId:String}
         AND requested_at >= fromUnixTimestamp64Milli({from:Int64})
         AND requested_at < fromUnixTimestamp64Milli({to:Int64})
         ${after ? 'AND (requested_at, id) > (fromUnixTimestamp64Milli({from:Int64}), {after:UUID})' : ''}
       ORDER BY requested_at, id
       LIMIT {limit:UInt32}`,
      after ? { appId, from: after.requested, to, after: after.id, limit } : { appId, from, to, limit },
    );
  }

  async #rows(appId: string, first: PageKey, last: PageKey): Promise<DerivedRow[]> {
    return this.#query(
      DerivedRow,
      `SELECT id, app_id, toUnixTimestamp64Milli(requested_at) AS requested, format, type,
              ${selectOf(['request', 'response', ...DERIVED_COLUMNS])}
       FROM interactions
       WHERE app_id = {appId:String}
         AND requested_at >= fromUnixTimestamp64Milli({from:Int64})
         AND requested_at <= fromUnixTimestamp64Milli({to:Int64})
         AND (requested_at, id) >= (fromUnixTimestamp64Milli({from:Int64}), {first:UUID})
         AND (requested_at, id) <= (fromUnixTimestamp64Milli({to:Int64}), {last:UUID})`,
      { appId, from: first.requested, to: last.requested, first: first.id, last: last.id },
    );
  }

  async #query<T extends z.ZodType>(row: T, query: string, params: QueryParams): Promise<z.output<T>[]> {
    const result = await this.#upkeep.client.query({
      query,
      query_params: params,
      format: 'JSONEachRow',
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    return z.array(row).parse(await result.json());
  }
}

/** Columns by their names, and texts by what they are made of. */
function selectOf(names: readonly string[]): string {
  const made: Record<string, string> = { ...PART_OF_CONTENT, listing: LISTING };
  return names.map((name) => (made[name] ? `${made[name]} AS ${name}` : name)).join(', ');
}

/** The columns to write, and what: texts are part of the content. */
function updates(
  columns: readonly DerivedColumn[],
  value: (column: DerivedColumn) => string,
): Record<string, string> {
  const valuesOf = (some: readonly DerivedColumn[]) =>
    Object.fromEntries(some.map((column) => [column, value(column)]));
  const texts = columns.filter((column) => TEXT_COLUMNS.includes(column));
  const { listing = LISTING, ...parts } = valuesOf(texts);
  return {
    ...valuesOf(columns.filter((column) => !texts.includes(column))),
    ...(texts.length > 0 ? contentColumns({ ...PART_OF_CONTENT, ...parts }, listing) : {}),
  };
}
