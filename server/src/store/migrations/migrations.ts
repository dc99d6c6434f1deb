/**
 * Migrations of the store; steps are only ever appended. Each statement may run twice. A new store is created as the
 * last step leaves it (`schema.ts`).
 */

import { SchemaTooNew } from '../../base/schema-too-new.ts';
import { quoteName } from '../../engine/quote.ts';
import { connect, databaseOf, type StoreAddress } from '../client.ts';
import { DEADLINE } from '../deadline.ts';
import type { StoreClient } from '../failover.ts';
import { detectLayout, UnusableCluster } from '../layout/detect-layout.ts';
import { type Layout, SHARDING_KEYS, type ShardedTable } from '../layout/layout.ts';
import { knownLayout, wantedBy } from '../layout/layout-of.ts';
import { Nodes } from '../layout/nodes.ts';
import { dialectOf } from '../layout/sql-dialect.ts';
import { statementsFor } from '../layout/statements.ts';
import { waitForSchemaSync } from '../layout/wait-for-schema-sync.ts';
import { ADD_PROJECTIONS, ADD_SUMS } from '../projections.ts';
import { Mutations } from '../rewrite/mutations.ts';
import { CONTENT_PARTS } from '../rows/content.ts';
import { OUTLINES } from '../rows/outline-row.ts';
import { FIRST_RECORD, RECORD, SECOND_RECORD, THIRD_RECORD } from '../rows/record-column.ts';
import { SCORES, SCORES_STORED_AT } from '../rows/score-row.ts';
import { SEARCH_INDEXES } from '../search/search-text.ts';
import { FIRST_PART_OF, FIRST_PARTS, firstSearchText, INTO_CONTENT } from './one-content.ts';
import { LABEL_SETTINGS, SCHEMA } from './schema.ts';
import type { Step } from './step.ts';
import { type StepsDone, stepsInStore } from './steps-done.ts';
import { WORDS_AND_LISTINGS } from './words-and-listings.ts';

export const MIGRATIONS: readonly Step[] = [
  () => [
    // '' stands for null in text columns: no upstream has an empty model, id or reason.
    `CREATE TABLE IF NOT EXISTS interactions (
      id UUID,
      app_id LowCardinality(String),
      received_at DateTime64(3, 'UTC'),
      requested_at DateTime64(3, 'UTC'),
      responded_at DateTime64(3, 'UTC'),
      latency_ms Nullable(UInt64),
      format LowCardinality(String),
      type LowCardinality(String),
      version LowCardinality(String),
      model LowCardinality(String),
      requested_model LowCardinality(String),
      session String,
      session_timeout Float64,
      user_key String,
      user_id String,
      email String,
      is_authenticated Nullable(Bool),
      first_name String,
      last_name String,
      phone String,
      gender LowCardinality(String),
      outcome LowCardinality(String),
      finish_reason LowCardinality(String),
      finish_reason_raw LowCardinality(String),
      tool_calls UInt32,
      input_tokens Nullable(UInt64),
      output_tokens Nullable(UInt64),
      total_tokens Nullable(UInt64),
      cached_input_tokens Nullable(UInt64),
      cache_write_tokens Nullable(UInt64),
      reasoning_tokens Nullable(UInt64),
      cost_usd Nullable(Float64),
      cost_source LowCardinality(String),
      upstream_id String,
      error_type LowCardinality(String),
      error_code LowCardinality(String),
      error_message String CODEC(ZSTD(1)),
      warnings String CODEC(ZSTD(1)),
      input_text String CODEC(ZSTD(1)),
      output_text String CODEC(ZSTD(1)),
      request String CODEC(ZSTD(1)),
      response String CODEC(ZSTD(1)),
      INDEX by_id id TYPE bloom_filter(0.001) GRANULARITY 1,
      INDEX input_words input_text TYPE text(tokenizer = splitByNonAlpha, preprocessor = lower(input_text)),
      INDEX output_words output_text TYPE text(tokenizer = splitByNonAlpha, preprocessor = lower(output_text))
    )
    ENGINE = MergeTree
    PARTITION BY toYYYYMM(requested_at)
    ORDER BY (app_id, requested_at, id)
    SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1`,

    // A replay writes the row again with a higher version.
    `CREATE TABLE IF NOT EXISTS rejections (
      id UUID,
      app_id LowCardinality(String),
      received_at DateTime64(3, 'UTC'),
      issues String CODEC(ZSTD(1)),
      payload String CODEC(ZSTD(1)),
      replayed_as String,
      version UInt64
    )
    ENGINE = ReplacingMergeTree(version)
    ORDER BY (app_id, received_at, id)
    TTL toDateTime(received_at) + INTERVAL 30 DAY
    SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1`,
  ],
  () => [
    // Projections belong to the table: inserts, rewrites and deletions apply to them as well.
    `ALTER TABLE interactions
      DROP INDEX IF EXISTS input_words,
      DROP INDEX IF EXISTS output_words,
      DROP INDEX IF EXISTS by_id,
      ADD INDEX IF NOT EXISTS words ${firstSearchText('input_text', 'output_text')} TYPE text(tokenizer = splitByNonAlpha),
      ADD INDEX IF NOT EXISTS receipt received_at TYPE minmax,
      ADD PROJECTION IF NOT EXISTS by_id (
        SELECT id, app_id, requested_at ORDER BY id
      ),
      ADD PROJECTION IF NOT EXISTS by_session (
        SELECT app_id, session, requested_at, id, responded_at, session_timeout, user_key, latency_ms, format,
               type, model, outcome, finish_reason, tool_calls, input_tokens, output_tokens, total_tokens,
               cached_input_tokens, cache_write_tokens, reasoning_tokens, cost_usd
        ORDER BY app_id, session, requested_at, id
      ),
      ADD PROJECTION IF NOT EXISTS by_quarter_hour (
        SELECT app_id, toStartOfFifteenMinutes(requested_at), format, type, model, outcome, finish_reason,
               count(), sum(input_tokens), sum(output_tokens), sum(total_tokens), sum(cached_input_tokens),
               sum(cache_write_tokens), sum(reasoning_tokens), sum(cost_usd), sum(latency_ms), count(latency_ms),
               countIf(outcome = 'error'), countIf(outcome = 'blocked'), countIf(finish_reason = 'length'),
               countIf(tool_calls > 0), sumIf(output_tokens, latency_ms > 0),
               sumIf(latency_ms, isNotNull(output_tokens))
        GROUP BY app_id, toStartOfFifteenMinutes(requested_at), format, type, model, outcome, finish_reason
      ),
      ADD PROJECTION IF NOT EXISTS by_user (
        SELECT app_id, user_key, count(), min(requested_at), max(requested_at), sum(input_tokens),
               sum(output_tokens), sum(total_tokens), sum(cached_input_tokens), sum(cache_write_tokens),
               sum(reasoning_tokens), sum(cost_usd),
               argMaxIf(user_id, (requested_at, id), notEmpty(user_id)),
               argMaxIf(email, (requested_at, id), notEmpty(email)),
               argMaxIf(first_name, (requested_at, id), notEmpty(first_name)),
               argMaxIf(last_name, (requested_at, id), notEmpty(last_name)),
               argMaxIf(phone, (requested_at, id), notEmpty(phone)),
               argMaxIf(gender, (requested_at, id), notEmpty(gender)),
               argMaxIf(is_authenticated, (requested_at, id), isNotNull(is_authenticated))
        GROUP BY app_id, user_key
      )`,
    `ALTER TABLE interactions
      MATERIALIZE INDEX words, MATERIALIZE INDEX receipt, MATERIALIZE PROJECTION by_id,
      MATERIALIZE PROJECTION by_session, MATERIALIZE PROJECTION by_quarter_hour, MATERIALIZE PROJECTION by_user`,
  ],
  () => [
    // Bytes and texts become one column. Rows that were moved already stay unchanged.
    `ALTER TABLE interactions
      DROP INDEX IF EXISTS words,
      ADD COLUMN IF NOT EXISTS content String CODEC(ZSTD(3)),
      ADD COLUMN IF NOT EXISTS input_bytes UInt32,
      ADD COLUMN IF NOT EXISTS request_bytes UInt32,
      ADD COLUMN IF NOT EXISTS response_bytes UInt32,
      ADD COLUMN IF NOT EXISTS output_bytes UInt32,
      ${FIRST_PARTS.map((part) => `ADD COLUMN IF NOT EXISTS ${part} String`).join(', ')}`,
    `ALTER TABLE interactions
      UPDATE ${INTO_CONTENT}
      WHERE empty(content) SETTINGS mutations_sync = 2`,
    `ALTER TABLE interactions ${FIRST_PARTS.map((part) => `DROP COLUMN IF EXISTS ${part}`).join(', ')}
      SETTINGS alter_sync = 2`,
  ],
  () => [
    // A separate step, since the one before moves columns of these names.
    `ALTER TABLE interactions
      ${FIRST_PARTS.map((part) => `ADD COLUMN IF NOT EXISTS ${part} String ALIAS ${FIRST_PART_OF[part]}`).join(', ')}`,
  ],
  () => [
    // The index of words over the content. Earlier versions had it here with another expression.
    'ALTER TABLE interactions DROP INDEX IF EXISTS words SETTINGS alter_sync = 2',
    `ALTER TABLE interactions
      ADD INDEX IF NOT EXISTS words ${firstSearchText(FIRST_PART_OF.input_text, FIRST_PART_OF.output_text)}
        TYPE text(tokenizer = splitByNonAlpha, posting_list_codec = 'bitpacking')`,
    'ALTER TABLE interactions MATERIALIZE INDEX words',
  ],
  ...WORDS_AND_LISTINGS,
  () => [
    // Fingerprint of the payload that an idempotency key came with, to recognise a different one.
    'ALTER TABLE interactions ADD COLUMN IF NOT EXISTS fingerprint String',
  ],
  () => [
    // Few interactions keep a session open for long; this index finds those that are open at a given time.
    `ALTER TABLE interactions ADD INDEX IF NOT EXISTS deadline ${DEADLINE} TYPE minmax`,
    'ALTER TABLE interactions MATERIALIZE INDEX deadline',
  ],
  () => [
    // The engine computes them for every statement, requested or not.
    `ALTER TABLE interactions
      ${[...CONTENT_PARTS, 'listing'].map((part) => `DROP COLUMN IF EXISTS ${part}`).join(', ')}`,
    // For existing rows it is computed on read, until they are merged.
    `ALTER TABLE interactions ADD COLUMN IF NOT EXISTS record String MATERIALIZED ${FIRST_RECORD} CODEC(ZSTD(3))`,
  ],
  () => [
    // Two of several nodes may receive the same payload at the same moment.
    'ALTER TABLE interactions ADD COLUMN IF NOT EXISTS node LowCardinality(String)',
  ],
  () => [
    // A node that was away stores late what it received early; the live tail follows the time of storing.
    `ALTER TABLE interactions
      DROP INDEX IF EXISTS receipt,
      ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') DEFAULT received_at,
      ADD INDEX IF NOT EXISTS storing stored_at TYPE minmax`,
  ],
  () => [
    `ALTER TABLE interactions
      ADD COLUMN IF NOT EXISTS labels Map(LowCardinality(String), String),
      ADD COLUMN IF NOT EXISTS first_token_ms Nullable(UInt64),
      ADD COLUMN IF NOT EXISTS trace_id String,
      ADD COLUMN IF NOT EXISTS span_id String,
      ADD COLUMN IF NOT EXISTS parent_span_id String,
      ADD COLUMN IF NOT EXISTS previous_upstream_id String,
      ADD COLUMN IF NOT EXISTS provider LowCardinality(String),
      ADD INDEX IF NOT EXISTS trace trace_id TYPE bloom_filter(0.01)`,
    `ALTER TABLE interactions MODIFY COLUMN record String MATERIALIZED ${SECOND_RECORD} CODEC(ZSTD(3))`,
    `ALTER TABLE interactions MODIFY SETTING ${LABEL_SETTINGS}`,
    'ALTER TABLE interactions DROP PROJECTION IF EXISTS by_quarter_hour SETTINGS alter_sync = 2',
    ADD_SUMS,
    'ALTER TABLE interactions MATERIALIZE PROJECTION by_quarter_hour',
  ],
  () => [OUTLINES],
  () => [
    // The provider a payload names, which the bytes do not repeat, and the figures of embeddings and
    // rankings.
    `ALTER TABLE interactions
      ADD COLUMN IF NOT EXISTS declared_provider LowCardinality(String),
      ADD COLUMN IF NOT EXISTS cost_stated Nullable(Float64),
      ADD COLUMN IF NOT EXISTS texts Nullable(UInt64),
      ADD COLUMN IF NOT EXISTS vectors Nullable(UInt64),
      ADD COLUMN IF NOT EXISTS vector_length Nullable(UInt64),
      ADD COLUMN IF NOT EXISTS kept_vectors UInt32`,
    `ALTER TABLE interactions MODIFY COLUMN record String MATERIALIZED ${THIRD_RECORD} CODEC(ZSTD(3))`,
  ],
  () => [
    // What was said, apart from system prompts and repeated history. Rows of before have all of it in one section, as
    // they were searched until now; the server sorts them while it runs.
    'ALTER TABLE interactions DROP INDEX IF EXISTS words SETTINGS alter_sync = 2',
    `ALTER TABLE interactions
      ADD COLUMN IF NOT EXISTS search_version UInt32,
      ADD INDEX IF NOT EXISTS said ${SEARCH_INDEXES.said},
      ADD INDEX IF NOT EXISTS background ${SEARCH_INDEXES.background}`,
    'ALTER TABLE interactions MATERIALIZE INDEX said, MATERIALIZE INDEX background',
  ],
  () => [
    // The prompt of an interaction; rows of before have none until they are derived again.
    `ALTER TABLE interactions
      ADD COLUMN IF NOT EXISTS prompt LowCardinality(String),
      ADD COLUMN IF NOT EXISTS prompt_version LowCardinality(String),
      ADD COLUMN IF NOT EXISTS prompt_features String CODEC(ZSTD(3))`,
    `ALTER TABLE interactions MODIFY COLUMN record String MATERIALIZED ${RECORD} CODEC(ZSTD(3))`,
  ],
  () => [SCORES],
  () => [
    `ALTER TABLE scores
      ADD COLUMN IF NOT EXISTS ${SCORES_STORED_AT},
      ADD INDEX IF NOT EXISTS storing stored_at TYPE minmax`,
  ],
];

/** Steps that change nothing in a new table but take time nevertheless. */
const OF_ROWS = /^\s*ALTER TABLE (interactions|rejections)\s+(?:UPDATE|MATERIALIZE)\b/;

/** Coordination between nodes, so that one at a time migrates the shared tables. */
export type Shared = {
  done: StepsDone;
  /** Waits until no other node migrates. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Called before each pending step, with its number from 1 on and the total. */
export type OnStep = (step: number, steps: number) => void;

/** Migrates the tables; returns what it found. */
export async function migrateStore(
  address: StoreAddress,
  steps = MIGRATIONS,
  shared: Shared | null = null,
  onStep: OnStep = () => {},
): Promise<Layout> {
  const layout = await makeDatabase(address);
  if (layout.kind !== 'single' && !shared) {
    throw new UnusableCluster(
      'A ClickHouse cluster is for several servers, which have to share their metadata: set PARLEY_DATABASE_URL.',
    );
  }
  const client = connect(address);
  const nodes = new Nodes(address, layout);
  try {
    const done = layout.kind === 'single' || !shared ? stepsInStore(client) : shared.done;
    const tables = { address, client, nodes, layout, done, steps, onStep };
    if (!shared) await migrate(tables);
    else if ((await outstanding(tables)).length > 0) await shared.alone(() => migrate(tables));
  } finally {
    await client.close();
    await nodes.close();
  }
  return layout;
}

/** Fails when a newer version has migrated the tables; for callers that do not migrate. */
export async function refuseNewerStore(address: StoreAddress): Promise<void> {
  const client = connect(address);
  try {
    refuseNewerSteps(address, await stepsInStore(client).read());
  } finally {
    await client.close();
  }
}

export function refuseNewerSteps(
  address: StoreAddress,
  applied: ReadonlySet<number>,
  known = MIGRATIONS.length,
): void {
  const taken = Math.max(0, ...applied.values().map((step) => step + 1));
  if (taken <= known) return;
  const what =
    address.kind === 'embedded' ? 'This data folder' : `The ClickHouse database ${databaseOf(address)}`;
  throw new SchemaTooNew(what, { taken, known });
}

async function makeDatabase(address: StoreAddress): Promise<Layout> {
  const client = connect(address, 'default');
  try {
    const wanted = wantedBy(address);
    const layout = knownLayout(address) ?? (await detectLayout(client, wanted));
    if (layout.kind === 'replicated-database') return layout;
    const nodes = new Nodes(address, layout, 'default');
    try {
      await nodes.run(`CREATE DATABASE IF NOT EXISTS ${quoteName(wanted.database)}`);
    } finally {
      await nodes.close();
    }
    return layout;
  } finally {
    await client.close();
  }
}

type Tables = {
  address: StoreAddress;
  client: StoreClient;
  nodes: Nodes;
  layout: Layout;
  done: StepsDone;
  steps: readonly Step[];
  onStep: OnStep;
};

async function migrate(tables: Tables): Promise<void> {
  const { client, nodes, layout, done, steps, onStep } = tables;
  const todo = await outstanding(tables);
  if (todo.length === steps.length && steps === MIGRATIONS && (await isUnused(tables))) {
    // Those that an interrupted run created, perhaps of an earlier version, whose steps were not for these tables.
    if (layout.kind === 'single') await dropTables(client);
    for (const statement of layout.kind === 'single' ? SCHEMA : [...SCHEMA, ADD_PROJECTIONS]) {
      for (const query of statementsFor(layout, statement)) await nodes.run(query);
    }
    await waitForSchemaSync(client, layout);
    return done.write(todo.map(([step]) => step));
  }
  for (const [step, statements] of todo) {
    onStep(step + 1, steps.length);
    for (const statement of statements()) {
      const table = OF_ROWS.exec(statement)?.[1] as ShardedTable | undefined;
      if (table !== undefined && !(await hasRows(client, table))) continue;
      for (const query of statementsFor(layout, statement)) await nodes.run(query);
      if (table !== undefined) await rewritten(tables, table);
    }
    await waitForSchemaSync(client, layout);
    await done.write([step]);
  }
}

/** With shards, waits for pending mutations; a single server has waited already. */
async function rewritten({ client, nodes, layout }: Tables, table: ShardedTable): Promise<void> {
  if (layout.kind === 'single') return;
  const { database } = layout;
  await new Mutations({ client, database, layout, dialect: dialectOf(layout), nodes }).idle(table);
}

/** Without a recorded step, nothing was ever written; rows on a single server are a reason to keep its tables. */
async function isUnused({ client, layout }: Tables): Promise<boolean> {
  if (layout.kind !== 'single') return true;
  for (const table of await existingTables(client)) if (await hasRows(client, table)) return false;
  return true;
}

async function dropTables(client: StoreClient): Promise<void> {
  for (const table of await existingTables(client)) {
    // The engine refuses to drop it if rows have arrived meanwhile.
    await client.command({ query: `DROP TABLE IF EXISTS IF EMPTY ${table}` });
  }
}

async function existingTables(client: StoreClient): Promise<ShardedTable[]> {
  const result = await client.query({
    query:
      'SELECT name FROM system.tables WHERE database = currentDatabase() AND name IN {tables:Array(String)}',
    query_params: { tables: Object.keys(SHARDING_KEYS) },
    format: 'JSONEachRow',
  });
  return (await result.json<{ name: ShardedTable }>()).map(({ name }) => name);
}

async function hasRows(client: StoreClient, table: string): Promise<boolean> {
  const result = await client.query({ query: `SELECT 1 FROM ${table} LIMIT 1`, format: 'JSONEachRow' });
  return (await result.json()).length > 0;
}

async function outstanding({ address, client, layout, done, steps }: Tables): Promise<[number, Step][]> {
  const applied = await done.read();
  // Without tables here, steps done elsewhere were done to other tables.
  const isElsewhere = layout.kind !== 'single' && (await existingTables(client)).length === 0;
  if (!isElsewhere) refuseNewerSteps(address, applied, steps.length);
  return [...steps.entries()].filter(([step]) => isElsewhere || !applied.has(step));
}
