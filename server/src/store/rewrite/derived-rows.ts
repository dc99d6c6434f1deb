/** Reads stored interactions in ranges, and rewrites their derived columns. */
import { z } from 'zod';
import type { StoreAddress } from '../client.ts';
import type { QueryParams } from '../query-params.ts';
import { CONTENT_BYTES, contentColumns, LISTING, PART_OF_CONTENT } from '../rows/content.ts';
import {
  BLANK,
  DERIVED_COLUMNS,
  type DerivedColumn,
  type DerivedValues,
  forDerived,
  TEXT_COLUMNS,
} from '../rows/interaction-row.ts';
import { keyPages, PageKey } from './key-pages.ts';
import { RewriteContext } from './rewrite-context.ts';
import { stagedUpdate, sweepStaged, WITH_BODIES } from './staged-update.ts';

/** Times in milliseconds; `to` is exclusive. */
export type RowRange = { appId: string; from: number; to: number };

/** Bodies, their format, and the columns derived from them earlier. */
const DerivedRow = z.object({
  id: z.string(),
  app_id: z.string(),
  requested: z.number(),
  format: z.string(),
  type: z.string(),
  declared_provider: z.string(),
  labels: z.record(z.string(), z.string()),
  request: z.string(),
  response: z.string(),
  ...forDerived(() => z.union([z.string(), z.number(), z.null()])),
});
export type DerivedRow = z.infer<typeof DerivedRow>;

export type Rewrite = { id: string; appId: string; requestedAt: number; values: Partial<DerivedValues> };

/** Limits of a page, which is in memory as a whole. */
const PAGE = { keys: 50_000, rows: 2000, bytes: 16 * 1024 * 1024 };

export class DerivedRows {
  readonly #context: RewriteContext;

  constructor(address: StoreAddress) {
    this.#context = new RewriteContext(address);
  }

  /** The number of interactions of each application in a range. */
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

  /** Pages of all interactions of a range, in order. Those that arrive meanwhile may or may not be among them. */
  pages({ appId, from, to }: RowRange): AsyncGenerator<DerivedRow[]> {
    return keyPages(
      {
        keys: (after, limit) => this.#keys(appId, from, to, after, limit),
        rows: (first, last) => this.#rows(appId, first, last),
      },
      PAGE,
    );
  }

  /** Rewrites these columns of these rows. */
  async rewrite(rewrites: readonly Rewrite[], columns: readonly DerivedColumn[]): Promise<void> {
    await stagedUpdate(this.#context, {
      columns,
      select: selectOf(columns),
      rows: rewrites.map(({ values, ...row }) => ({
        ...row,
        values: columns.map((column) => values[column] ?? null),
      })),
      set: (value) => updates(columns, value),
      ...(Object.keys(updates(columns, String)).some((column) => column in BLANK) && { where: WITH_BODIES }),
    });
  }

  /** Drops the staging tables of interrupted runs whose mutations are done. */
  sweep(): Promise<void> {
    return sweepStaged(this.#context);
  }

  async close(): Promise<void> {
    await this.#context.close();
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
      `SELECT id, app_id, toUnixTimestamp64Milli(requested_at) AS requested, format, type, declared_provider, labels,
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
    const result = await this.#context.client.query({
      query,
      query_params: params,
      format: 'JSONEachRow',
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    return z.array(row).parse(await result.json());
  }
}

/** Columns by name, and texts by their expressions. */
function selectOf(names: readonly string[]): string {
  const made: Record<string, string> = { ...PART_OF_CONTENT, listing: LISTING };
  return names.map((name) => (made[name] ? `${made[name]} AS ${name}` : name)).join(', ');
}

/** The assignments of an update; texts are part of the content columns. */
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
