/** Rows of earlier versions, whose texts are not sorted by who said them yet (`search/sections.ts`). */
import { z } from 'zod';
import { chunkParams } from '../chunk-params.ts';
import type { StoreAddress } from '../client.ts';
import type { QueryParams } from '../query-params.ts';
import { CONTENT_BYTES, contentColumns, LISTING, PART_OF_CONTENT } from '../rows/content.ts';
import { SEARCH_VERSION } from '../search/sections.ts';
import { type PageKey, splitPages } from './key-pages.ts';
import { RewriteContext } from './rewrite-context.ts';
import { stagedUpdate, sweepStaged, WITH_BODIES } from './staged-update.ts';

/** A row without bodies has no texts to sort. */
const UNSORTED = `search_version = 0 AND ${WITH_BODIES}`;

const Key = z.object({ id: z.string(), app_id: z.string(), requested: z.number(), bytes: z.number() });
type Key = z.infer<typeof Key> & PageKey;

const UnsortedRow = z.object({
  id: z.string(),
  app_id: z.string(),
  requested: z.number(),
  format: z.string(),
  type: z.string(),
  request: z.string(),
  response: z.string(),
  input_text: z.string(),
  previous_upstream_id: z.string(),
});
export type UnsortedRow = z.infer<typeof UnsortedRow>;

/** Start, from 1 on, and length of a span of the stored input, in bytes. */
export type ByteSpan = [start: number, length: number];

/** New texts of a row. */
export type SortedTexts = {
  /** By section, the spans of the stored input that it consists of; empty where `input` and `output` are new texts. */
  spans: ByteSpan[][];
  input: string;
  output: string;
  inputWords: string;
  outputWords: string;
};
export type SortedRow = { id: string; appId: string; requestedAt: number; texts: SortedTexts };

export type SortingProgress = { done: number; total: number };

/** Rows of one mutation, which rewrites whole parts of the table; their keys are in memory. */
const BATCH_ROWS = 50_000;
/** Limits of what is read at once: reading it takes a moment of the drain's thread. */
const PAGE = { rows: 500, bytes: 2 * 1024 * 1024 };

/** Sections of a row out of the spans of its input, each with its texts in lines. */
const fromSpans = (spans: string) =>
  `arrayStringConcat(arrayMap(section ->
     arrayStringConcat(arrayMap(span -> substring(${PART_OF_CONTENT.input_text}, span.1, span.2), section), '\\n'),
     ${spans}), '\\x1e')`;

export class UnsortedRows {
  readonly #context: RewriteContext;

  constructor(address: StoreAddress) {
    this.#context = new RewriteContext(address);
  }

  async progress(): Promise<SortingProgress> {
    const [counted] = await this.#query(
      z.object({ unsorted: z.number(), total: z.number() }),
      `SELECT countIf(search_version = 0) AS unsorted, count() AS total FROM interactions WHERE ${WITH_BODIES}`,
      {},
    );
    const { unsorted = 0, total = 0 } = counted ?? {};
    return { done: total - unsorted, total };
  }

  /** Reads little but one column, and that only up to the first unsorted row. */
  async hasAny(): Promise<boolean> {
    const found = await this.#query(z.object({}), `SELECT 1 FROM interactions WHERE ${UNSORTED} LIMIT 1`, {});
    return found.length > 0;
  }

  /** Pages of the newest unsorted rows, of one batch. */
  async *pages(): AsyncGenerator<UnsortedRow[]> {
    const keys = await this.#query(
      Key,
      `SELECT id, app_id, toUnixTimestamp64Milli(requested_at) AS requested, ${CONTENT_BYTES} AS bytes
       FROM interactions WHERE ${UNSORTED} ORDER BY requested_at DESC LIMIT {limit:UInt32}`,
      { limit: BATCH_ROWS },
    );
    // Rows of an application lie together.
    const inOrder = keys.toSorted((a, b) => compare(a.app_id, b.app_id) || a.requested - b.requested);
    for (const page of splitPages<Key>(inOrder, PAGE)) {
      const rows: UnsortedRow[] = [];
      for (const some of chunkParams(page, ({ id }) => id)) rows.push(...(await this.#rows(some)));
      yield rows;
    }
  }

  /** Resolves once every reader sees the sorted texts. Rows that were replaced or blanked meanwhile stay as they are. */
  async sort(rows: readonly SortedRow[]): Promise<void> {
    await stagedUpdate(this.#context, {
      columns: ['spans', 'input', 'output', 'input_words', 'output_words'],
      select: `CAST([], 'Array(Array(Tuple(UInt32, UInt32)))') AS spans, '' AS input, '' AS output,
               '' AS input_words, '' AS output_words`,
      rows: rows.map(({ texts, ...row }) => ({
        ...row,
        values: [texts.spans, texts.input, texts.output, texts.inputWords, texts.outputWords],
      })),
      set: (value) => {
        const ifSpans = (then: string, otherwise: string) =>
          `if(notEmpty(${value('spans')}), ${then}, ${otherwise})`;
        return {
          ...contentColumns(
            {
              ...PART_OF_CONTENT,
              input_text: ifSpans(fromSpans(value('spans')), value('input')),
              output_text: ifSpans(PART_OF_CONTENT.output_text, value('output')),
              input_words: value('input_words'),
              output_words: ifSpans(PART_OF_CONTENT.output_words, value('output_words')),
            },
            LISTING,
          ),
          search_version: String(SEARCH_VERSION),
        };
      },
      where: UNSORTED,
    });
  }

  /** Drops the staging tables of interrupted runs whose mutations are done. */
  sweep(): Promise<void> {
    return sweepStaged(this.#context);
  }

  async close(): Promise<void> {
    await this.#context.close();
  }

  async #rows(keys: readonly Key[]): Promise<UnsortedRow[]> {
    const times = keys.map(({ requested }) => requested);
    return this.#query(
      UnsortedRow,
      `SELECT id, app_id, toUnixTimestamp64Milli(requested_at) AS requested, format, type, previous_upstream_id,
              ${PART_OF_CONTENT.request} AS request, ${PART_OF_CONTENT.response} AS response,
              ${PART_OF_CONTENT.input_text} AS input_text
       FROM interactions
       WHERE app_id IN {apps:Array(String)}
         AND requested_at >= fromUnixTimestamp64Milli({first:Int64})
         AND requested_at <= fromUnixTimestamp64Milli({last:Int64})
         AND id IN {ids:Array(UUID)} AND ${UNSORTED}`,
      {
        apps: [...new Set(keys.map(({ app_id }) => app_id))],
        first: Math.min(...times),
        last: Math.max(...times),
        ids: keys.map(({ id }) => id),
      },
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

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
