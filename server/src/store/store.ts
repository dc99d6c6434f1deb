/** What the rest of the server asks of the store. SQL with server-side parameters, rows through a schema. */
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
import { readSize, SMALL_ROWS, TableSize } from './table-size.ts';

/** Which interaction it was, and when it came in; times in milliseconds. */
export type Receipt = { id: string; appId: string; requestedAt: number; receivedAt: number; node: string };

/** An interaction that goes on from another one, which the upstream calls `previous`. */
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

/** Where a question is cut off; the caller gets the engine's error. */
export type QueryLimits = {
  seconds: number;
  bytes: number;
  /** What an answer may have; it is held in memory here. */
  answer?: { rows: number; bytes: number };
};

/** Who waits for an answer, and for how long. */
type Waiting = { asker: string; gone: AbortSignal };

const DEFAULT_LIMITS: QueryLimits = { seconds: 30, bytes: 1_500_000_000 };

const QUERY_SETTINGS = {
  // With it, the engine reads texts that the index of words has answered for already.
  use_top_k_dynamic_filtering: 0,
  // 64-bit counts as JSON numbers: every one we select is far below 2^53.
  output_format_json_quote_64bit_integers: 0,
} as const;

/** What every question is asked with. */
export function querySettings({ seconds, bytes } = DEFAULT_LIMITS) {
  // Half of it in memory, then on disk: a large answer is slow, not refused.
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

/** The engine stops by itself at its own limit; this is for one that does not answer at all. */
const UNANSWERED_MS = 5_000;

const INSERT_SETTINGS = {
  // Payloads may be of any month since 2015, and all of them in one batch.
  max_partitions_per_insert_block: '0',
  async_insert: 0,
  deduplicate_blocks_in_dependent_materialized_views: 1,
} as const;

/** Who goes on after a longer one begins a new session, whatever its name is, unless a timeout is longer than a day. */
const LONGEST_PAUSE_MS = 24 * 60 * 60_000;

export type QueryOptions = { timeoutMs?: number; urgent?: boolean };

const URGENT = { priority: '1' } as const;

export type Connection = {
  address: StoreAddress;
  client: StoreClient;
  size: TableSize;
  layout: () => Promise<Layout>;
  dialect: () => Promise<SqlDialect>;
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

  /** The same store, by the same connections, for somebody who may go: then what was asked fails. */
  for(asker: string, gone: AbortSignal): Store {
    return new Store(this.#connection, this.#limits, { asker, gone });
  }

  get database(): string {
    return databaseOf(this.#connection.address);
  }

  /** Whether there are so few interactions that looking at them is quicker than thinking about it. */
  get isSmall(): boolean {
    return this.#connection.size.isSmall;
  }

  async query<T extends z.ZodType>(
    row: T,
    statement: Statement,
    params: QueryParams = {},
    { timeoutMs = this.#limits.seconds * 1000 + UNANSWERED_MS, urgent = false }: QueryOptions = {},
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
   * At least one row, each made when it is its turn. `token` names the batch: the store drops a second
   * insert under the same one.
   */
  async insertInteractions(rows: Iterable<StoredInteraction>, token: string): Promise<void> {
    const values = { format: 'RowBinary', rows: rowPieces(rows) };
    await this.#insert('interactions', INTERACTION_COLUMNS, values, token);
  }

  /** Rows as the bytes that `insertRows` takes, while they come. */
  async readRows(columns: readonly string[], from: string, params: QueryParams): Promise<Readable> {
    const { selectSettings } = await this.#connection.dialect();
    const { stream } = await this.#connection.client.exec({
      query: `SELECT ${columns.join(', ')} ${from} FORMAT RowBinary`,
      query_params: params,
      clickhouse_settings: { ...querySettings(this.#limits), ...selectSettings },
    });
    return stream;
  }

  /** As `readRows` gave them. `token` names them: a second insert under the same one is dropped. */
  async insertRows(
    table: ShardedTable,
    columns: readonly string[],
    rows: AsyncIterable<Buffer>,
    token: string,
  ): Promise<void> {
    await this.#insert(table, columns, { format: 'RowBinary', rows }, token);
  }

  async insertRejections(rows: readonly StoredRejection[], token: string): Promise<void> {
    if (rows.length === 0) return;
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
    const lines = rows.map((row) =>
      JSON.stringify([
        row.id,
        row.appId,
        row.receivedAt,
        row.issues,
        row.payload,
        Buffer.byteLength(row.payload),
        row.replayedAs,
        row.version,
      ]),
    );
    const values = { format: 'JSONCompactEachRow', rows: [Buffer.from(lines.join('\n'))] };
    await this.#insert('rejections', columns, values, token);
  }

  async insertOutlines(rows: readonly StoredOutline[], token: string): Promise<void> {
    if (rows.length === 0) return;
    const lines = rows.map((row) => JSON.stringify(outlineValues(row)));
    const values = { format: 'JSONCompactEachRow', rows: [Buffer.from(lines.join('\n'))] };
    await this.#insert('outlines', OUTLINE_COLUMNS, values, token);
  }

  /**
   * Which of these interactions the store has, on any replica: another node may have stored one a moment ago.
   * Payloads wait for this: it goes before all other questions.
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

  /** The sessions of what others go on from, by the upstream's ids; where one of them is not there, or has none, nothing. */
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
        from: Math.min(...times) - LONGEST_PAUSE_MS,
        to: Math.max(...times),
        ids: followers.map(({ previous }) => previous),
      },
      { urgent: true },
    );
  }

  /** The fingerprint of an interaction, empty where it has none; null when it is not there. */
  async fingerprint(id: string, timeoutMs: number): Promise<string | null> {
    const [row] = await this.query(
      z.object({ fingerprint: z.string() }),
      perShard(sql`SELECT fingerprint FROM ${INTERACTIONS} WHERE ${BY_ID} LIMIT 1`),
      { id },
      { urgent: true, timeoutMs },
    );
    return row?.fingerprint ?? null;
  }

  /** Which of these interactions the store has from this very receipt, and not from another one. */
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
      // The first conditions are those of the primary key: they spare a look at every row.
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
      // Rows of earlier versions do not say where they came from.
      return receipt?.receivedAt === received && (node === '' || node === receipt.node);
    };
    return rows.filter(isSame).map(({ id }) => id);
  }

  /** Deletes all but the newest rejections of every application. */
  async trimRejections(keep: number): Promise<void> {
    // Deleting rewrites parts of the table, even when there is nothing to delete.
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

/** `smallRows`: 0 for one that never counts as small. */
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

/** Others may wait for the same, and go on waiting. */
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

/** Sent as they are made: a batch is never whole in memory. */
const PIECE_BYTES = 256 * 1024;

function* rowPieces(rows: Iterable<StoredInteraction>): Generator<Buffer> {
  let writer = new RowWriter(PIECE_BYTES);
  for (const row of rows) {
    writeInteraction(writer, row);
    if (writer.bytes.length < PIECE_BYTES) continue;
    yield writer.bytes;
    writer = new RowWriter(PIECE_BYTES);
  }
  yield writer.bytes;
}
