/** The store: SQL with server-side parameters, rows parsed by a schema, inserts in batches. */
import { Readable } from 'node:stream';
import { z } from 'zod';
import { ASKER_HEADER } from '../engine/asker-header.ts';
import { BY_ID } from './by-id.ts';
import { chunkParams } from './chunk-params.ts';
import { connect, databaseOf, type StoreAddress } from './client.ts';
import type { StoreClient } from './failover.ts';
import type { Layout, ShardedTable } from './layout/layout.ts';
import { layoutOf } from './layout/layout-of.ts';
import { Nodes } from './layout/nodes.ts';
import { everyCopy, INTERACTIONS, perShard, render, type Statement, sql } from './layout/sql.ts';
import { dialectOf, type SqlDialect } from './layout/sql-dialect.ts';
import type { QueryParams } from './query-params.ts';
import { INTERACTION_COLUMNS, type StoredInteraction, writeInteraction } from './rows/interaction-row.ts';
import { OUTLINE_COLUMNS, outlineValues, type StoredOutline } from './rows/outline-row.ts';
import { RowWriter } from './rows/row-binary.ts';
import { SCORE_COLUMNS, type StoredScore, scoreValues } from './rows/score-row.ts';
import { readSize, SMALL_ROWS, TableSize } from './table-size.ts';

/** Receipt of an interaction; times in milliseconds. */
export type Receipt = { id: string; appId: string; requestedAt: number; receivedAt: number; node: string };

/** An interaction that continues another one, whose upstream id is `previous`. */
export type Follower = { appId: string; previous: string; requestedAt: number };
export type SessionOfUpstream = { appId: string; upstreamId: string; session: string };

export type StoredRejection = {
  id: string;
  appId: string;
  receivedAt: number;
  issues: string;
  payload: string;
  replayedAs: string;
  version: number;
};

/** Limits of a query; beyond them it fails with the engine's error. */
export type QueryLimits = {
  seconds: number;
  bytes: number;
  /** Limits of a result, which is held in memory here. */
  answer?: { rows: number; bytes: number };
};

/** The asker of a query, and the signal that aborts it. */
type Waiting = { asker: string; gone: AbortSignal };

const DEFAULT_LIMITS: QueryLimits = { seconds: 30, bytes: 1_500_000_000 };

const QUERY_SETTINGS = {
  // When on, the engine reads texts that the index of words has already ruled out.
  use_top_k_dynamic_filtering: 0,
  // 64-bit counts as JSON numbers: all that are selected are far below 2^53.
  output_format_json_quote_64bit_integers: 0,
} as const;

/** Settings of every query. */
export function querySettings({ seconds, bytes } = DEFAULT_LIMITS) {
  // Spills to disk at half the limit: a large result is slow rather than refused.
  const inMemory = String(Math.floor(bytes / 2));
  return {
    ...QUERY_SETTINGS,
    max_execution_time: seconds,
    max_memory_usage: String(bytes),
    max_bytes_before_external_group_by: inMemory,
    max_bytes_before_external_sort: inMemory,
  };
}

function answerSettings({ answer }: QueryLimits) {
  if (!answer) return {};
  return { max_result_rows: String(answer.rows), max_result_bytes: String(answer.bytes) };
}

/** Grace beyond the engine's own time limit, for an engine that does not answer at all. */
const TIMEOUT_GRACE_MS = 5_000;

const INSERT_SETTINGS = {
  // A batch may have interactions of any month since 2015.
  max_partitions_per_insert_block: '0',
  async_insert: 0,
  deduplicate_blocks_in_dependent_materialized_views: 1,
} as const;

/** How far back a continued interaction is looked for; a longer pause ends nearly every session anyway. */
const MAX_PAUSE_MS = 24 * 60 * 60_000;

export type QueryOptions = { timeoutMs?: number; urgent?: boolean };

const URGENT = { priority: '1' } as const;

export type Connection = {
  address: StoreAddress;
  client: StoreClient;
  size: TableSize;
  layout: () => Promise<Layout>;
  dialect: () => Promise<SqlDialect>;
  /** Whether any of some applications may have scores; when absent, all may. */
  haveScores?: (apps: readonly string[]) => Promise<boolean>;
};

export class Store {
  readonly #connection: Connection;
  readonly #limits: QueryLimits;
  readonly #waiting: Waiting | undefined;

  constructor(address: StoreAddress | Connection, limits = DEFAULT_LIMITS, waiting?: Waiting) {
    this.#connection = 'client' in address ? address : connection(address);
    this.#limits = limits;
    this.#waiting = waiting;
  }

  /** The same store and connections for one asker; `gone` aborts its queries. */
  for(asker: string, gone: AbortSignal): Store {
    return new Store(this.#connection, this.#limits, { asker, gone });
  }

  get database(): string {
    return databaseOf(this.#connection.address);
  }

  /** Whether scores of these applications are worth a statement. */
  async mayHaveScores(apps: readonly string[]): Promise<boolean> {
    return apps.length > 0 && ((await this.#connection.haveScores?.(apps)) ?? true);
  }

  /** Whether the table is so small that scanning it is faster than narrowing a query down. */
  get isSmall(): boolean {
    return this.#connection.size.isSmall;
  }

  async query<T extends z.ZodType>(
    row: T,
    statement: Statement,
    params: QueryParams = {},
    { timeoutMs = this.#limits.seconds * 1000 + TIMEOUT_GRACE_MS, urgent = false }: QueryOptions = {},
  ): Promise<z.output<T>[]> {
    const abort_signal = AbortSignal.any([
      AbortSignal.timeout(timeoutMs),
      ...(this.#waiting ? [this.#waiting.gone] : []),
    ]);
    const dialect = await unlessAborted(this.#connection.dialect(), abort_signal);
    const result = await this.#connection.client.query({
      query: render(statement, dialect),
      query_params: params,
      format: 'JSONEachRow',
      clickhouse_settings: {
        ...querySettings(this.#limits),
        optimize_use_projections: this.isSmall ? 0 : 1,
        ...(urgent ? URGENT : {}),
        ...answerSettings(this.#limits),
        ...dialect.selectSettings,
      },
      ...(this.#waiting ? { http_headers: { [ASKER_HEADER]: this.#waiting.asker } } : {}),
      abort_signal,
    });
    return z.array(row).parse(await result.json());
  }

  /**
   * Inserts at least one row; rows are serialised one at a time. `token` names the batch: the store drops a second
   * insert with the same token.
   */
  async insertInteractions(rows: Iterable<StoredInteraction>, token: string): Promise<void> {
    const values = { format: 'RowBinary', rows: rowChunks(rows) };
    await this.#insert('interactions', INTERACTION_COLUMNS, values, token);
  }

  /** A stream of rows in the format of `insertRows`. */
  async readRows(columns: readonly string[], from: string, params: QueryParams): Promise<Readable> {
    const { selectSettings } = await this.#connection.dialect();
    const { stream } = await this.#connection.client.exec({
      query: `SELECT ${columns.join(', ')} ${from} FORMAT RowBinary`,
      query_params: params,
      clickhouse_settings: { ...querySettings(this.#limits), ...selectSettings },
    });
    return stream;
  }

  /** Inserts rows of `readRows`; a second insert with the same token is dropped. */
  async insertRows(
    table: ShardedTable,
    columns: readonly string[],
    rows: AsyncIterable<Buffer>,
    token: string,
  ): Promise<void> {
    await this.#insert(table, columns, { format: 'RowBinary', rows }, token);
  }

  async insertRejections(rows: readonly StoredRejection[], token: string): Promise<void> {
    const columns = [
      'id',
      'app_id',
      'received_at',
      'issues',
      'payload',
      'payload_bytes',
      'replayed_as',
      'version',
    ];
    const values = rows.map((row) => [
      row.id,
      row.appId,
      row.receivedAt,
      row.issues,
      row.payload,
      Buffer.byteLength(row.payload),
      row.replayedAs,
      row.version,
    ]);
    await this.#insertLines('rejections', columns, values, token);
  }

  async insertOutlines(rows: readonly StoredOutline[], token: string): Promise<void> {
    await this.#insertLines('outlines', OUTLINE_COLUMNS, rows.map(outlineValues), token);
  }

  async insertScores(rows: readonly StoredScore[], token: string): Promise<void> {
    await this.#insertLines('scores', SCORE_COLUMNS, rows.map(scoreValues), token);
  }

  /**
   * Ids of these interactions that the store has, on any replica: another node may have just stored one. Urgent, since
   * payloads wait for it.
   */
  async existing(ids: readonly string[], timeoutMs?: number): Promise<Set<string>> {
    const found = new Set<string>();
    for (const some of chunkParams(ids, String)) {
      const rows = await this.query(
        z.object({ id: z.string() }),
        everyCopy(sql`SELECT id FROM ${INTERACTIONS} WHERE id IN {ids:Array(UUID)}`),
        { ids: some },
        { urgent: true, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
      );
      for (const { id } of rows) found.add(id);
    }
    return found;
  }

  /** Sessions of the continued interactions, by upstream id; those that are missing or have no session are left out. */
  async sessionsOf(followers: readonly Follower[]): Promise<SessionOfUpstream[]> {
    const found: SessionOfUpstream[] = [];
    for (const some of chunkParams(followers, ({ previous }) => previous))
      found.push(...(await this.#sessionsOfSome(some)));
    return found;
  }

  #sessionsOfSome(followers: readonly Follower[]): Promise<SessionOfUpstream[]> {
    const times = followers.map(({ requestedAt }) => requestedAt);
    return this.query(
      z.object({ appId: z.string(), upstreamId: z.string(), session: z.string() }),
      `SELECT app_id AS appId, upstream_id AS upstreamId, session FROM interactions
       WHERE app_id IN {apps:Array(String)}
         AND requested_at >= fromUnixTimestamp64Milli({from:Int64})
         AND requested_at <= fromUnixTimestamp64Milli({to:Int64})
         AND upstream_id IN {ids:Array(String)} AND session != ''
       ORDER BY requested_at`,
      {
        apps: [...new Set(followers.map(({ appId }) => appId))],
        from: Math.min(...times) - MAX_PAUSE_MS,
        to: Math.max(...times),
        ids: followers.map(({ previous }) => previous),
      },
      { urgent: true },
    );
  }

  /** The fingerprint of an interaction, empty where it has none; null when there is no such interaction. */
  async fingerprint(id: string, timeoutMs: number): Promise<string | null> {
    const [row] = await this.query(
      z.object({ fingerprint: z.string() }),
      perShard(sql`SELECT fingerprint FROM ${INTERACTIONS} WHERE ${BY_ID} LIMIT 1`),
      { id },
      { urgent: true, timeoutMs },
    );
    return row?.fingerprint ?? null;
  }

  /** Ids of interactions that were stored from this very receipt, and not from another one. */
  async sameReceipts(records: readonly Receipt[]): Promise<Set<string>> {
    const same = new Set<string>();
    for (const some of chunkParams(records, ({ id }) => id))
      for (const id of await this.#sameReceiptsOfSome(some)) same.add(id);
    return same;
  }

  async #sameReceiptsOfSome(records: readonly Receipt[]): Promise<string[]> {
    const times = records.map(({ requestedAt }) => requestedAt);
    const rows = await this.query(
      z.object({ id: z.string(), received: z.number(), node: z.string() }),
      // The conditions on app_id and requested_at are for the primary key, which avoids a full scan.
      `SELECT id, toUnixTimestamp64Milli(received_at) AS received, node FROM interactions
       WHERE app_id IN {apps:Array(String)}
         AND requested_at >= fromUnixTimestamp64Milli({from:Int64})
         AND requested_at <= fromUnixTimestamp64Milli({to:Int64})
         AND id IN {ids:Array(UUID)}`,
      {
        apps: [...new Set(records.map(({ appId }) => appId))],
        from: Math.min(...times),
        to: Math.max(...times),
        ids: records.map(({ id }) => id),
      },
    );
    const receipts = new Map(records.map((record) => [record.id, record]));
    const isSame = ({ id, received, node }: (typeof rows)[number]) => {
      const receipt = receipts.get(id);
      // Rows of earlier versions have no node.
      return receipt?.receivedAt === received && (node === '' || node === receipt.node);
    };
    return rows.filter(isSame).map(({ id }) => id);
  }

  /** Deletes all but the newest rejections of every application. */
  async trimRejections(keep: number): Promise<void> {
    // A delete rewrites parts of the table even when it matches nothing.
    const full = await this.query(
      z.unknown(),
      'SELECT 1 FROM rejections GROUP BY app_id HAVING count() > {keep:UInt32} LIMIT 1',
      { keep },
    );
    if (full.length === 0) return;
    const { address, layout } = this.#connection;
    const nodes = new Nodes(address, await layout());
    try {
      const rejections = (await this.#connection.dialect()).local('rejections');
      await nodes.run(
        `DELETE FROM ${rejections} WHERE (app_id, id) IN (
           SELECT app_id, id FROM (
             SELECT app_id, id, row_number() OVER (PARTITION BY app_id ORDER BY received_at DESC, id DESC) AS n
             FROM ${rejections} FINAL
           ) WHERE n > {keep:UInt32}
         )`,
        { keep },
      );
    } finally {
      await nodes.close();
    }
  }

  async ping(): Promise<boolean> {
    return (await this.#connection.client.ping()).success;
  }

  async close(): Promise<void> {
    await this.#connection.client.close();
  }

  async #insertLines(
    table: ShardedTable,
    columns: readonly string[],
    rows: readonly (readonly unknown[])[],
    token: string,
  ): Promise<void> {
    if (rows.length === 0) return;
    const lines = rows.map((values) => JSON.stringify(values)).join('\n');
    await this.#insert(table, columns, { format: 'JSONCompactEachRow', rows: [Buffer.from(lines)] }, token);
  }

  async #insert(
    table: string,
    columns: readonly string[],
    { format, rows }: { format: string; rows: Iterable<Buffer> | AsyncIterable<Buffer> },
    token: string,
  ): Promise<void> {
    const { insertSettings } = await this.#connection.dialect();
    const { stream } = await this.#connection.client.exec({
      query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT ${format}`,
      values: Readable.from(rows, { objectMode: false }),
      clickhouse_settings: { ...INSERT_SETTINGS, ...insertSettings, insert_deduplication_token: token },
    });
    stream.resume();
    await new Promise((resolve, reject) => stream.on('end', resolve).on('error', reject));
  }
}

/** `smallRows`: 0 for a store that never counts as small. */
export function connection(address: StoreAddress, smallRows = SMALL_ROWS): Connection {
  const client = connect(address);
  const layout = layoutOf(address, client);
  const quorum = address.kind === 'remote' ? address.quorum : null;
  return {
    address,
    client,
    size: new TableSize(() => readSize(client), smallRows),
    layout,
    dialect: async () => dialectOf(await layout(), quorum),
  };
}

/** Rejects on abort without cancelling the work, which others may await. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const gone = Promise.withResolvers<never>();
  const onAbort = () => gone.reject(new Error('The question was aborted.', { cause: signal.reason }));
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, gone.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Bytes of a chunk of rows; a batch is never in memory as a whole. */
const CHUNK_BYTES = 256 * 1024;

function* rowChunks(rows: Iterable<StoredInteraction>): Generator<Buffer> {
  let writer = new RowWriter(CHUNK_BYTES);
  for (const row of rows) {
    writeInteraction(writer, row);
    if (writer.bytes.length < CHUNK_BYTES) continue;
    yield writer.bytes;
    writer = new RowWriter(CHUNK_BYTES);
  }
  yield writer.bytes;
}
