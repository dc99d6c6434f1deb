/** The metadata as rows of one snapshot that either database can load: for backups and moves. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { migrateMetadata } from './migrations/migrations.ts';
import type { Tables } from './tables.ts';

/**
 * Whether a table is copied, in an order in which rows only refer to earlier ones. Left out: what concerns
 * running servers, the tables of one store, and backups made elsewhere.
 */
const COPIED = {
  account: true,
  person: true,
  login: true,
  credential: true,
  verification: true,
  second_factor: true,
  member: true,
  invitation: true,
  audit: true,
  server_secret: true,
  application: true,
  api_key: true,
  read_token: true,
  price_override: true,
  saved_view: true,
  score_kind: true,
  review_queue: true,
  review_assignee: true,
  review_item: true,
  review: true,
  channel: true,
  delivery: true,
  monitor: true,
  monitor_channel: true,
  monitor_state: true,
  monitor_change: true,
  report: true,
  report_channel: true,
  deleted_application: true,
  ledger: true,
  ledger_position: true,
  prompt_family: true,
  late_part: true,
  late_call: true,
  done_once: true,
  revision: true,
  lease: false,
  store_step: false,
  node: false,
  claim: false,
  backup: false,
} satisfies Record<keyof Tables, boolean>;

const TABLES = (Object.keys(COPIED) as (keyof Tables)[]).filter((table) => COPIED[table]);

/** Rows may come from outside: only copied tables and values that a column can hold are accepted. */
export const MetadataRow = z.object({
  table: z.enum(TABLES),
  row: z.record(
    z.string().regex(/^[a-z]\w{0,62}$/),
    z.union([z.string(), z.number(), z.boolean(), z.null()]),
  ),
});
export type MetadataRow = { table: keyof Tables; row: Record<string, unknown> };

/** Sort keys of tables without an id. */
const KEYS: Partial<Record<keyof Tables, readonly string[]>> = {
  server_secret: ['name'],
  ledger: ['app_id', 'day', 'node'],
  ledger_position: ['node'],
  prompt_family: ['app_id', 'id'],
  late_call: ['id', 'bundle'],
  score_kind: ['app_id', 'name'],
  review_assignee: ['queue_id', 'person_id'],
  review_item: ['queue_id', 'target'],
  review: ['queue_id', 'target', 'person_id'],
  monitor_channel: ['monitor_id', 'channel_id'],
  monitor_state: ['monitor_id', 'group_value'],
  report_channel: ['report_id', 'channel_id'],
  done_once: ['name'],
};

/** Boolean columns: PostgreSQL has booleans, SQLite 1 and 0. */
const FLAGS: Partial<Record<keyof Tables, readonly string[]>> = {
  person: ['email_verified', 'second_factor_on'],
  second_factor: ['verified'],
};

const PAGE = 500;

/** Runs `use` in a snapshot of the metadata. */
export function withMetadataSnapshot<T>(
  db: Kysely<Tables>,
  use: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').execute(use);
}

/** Must run in a transaction of `withMetadataSnapshot`. */
export async function* readMetadata(tx: Transaction<Tables>): AsyncGenerator<MetadataRow> {
  for (const table of TABLES) {
    for (let offset = 0; ; offset += PAGE) {
      const all = tx.selectFrom(table).selectAll().limit(PAGE).offset(offset);
      const inOrder = (KEYS[table] ?? ['id']).reduce((query, key) => query.orderBy(sql.ref(key)), all);
      const rows: Record<string, unknown>[] = await inOrder.execute();
      for (const row of rows) yield { table, row: plain(table, row) };
      if (rows.length < PAGE) break;
    }
  }
}

/** True if there are no accounts and nothing was ever received. */
export async function isEmptyMetadata(db: Kysely<Tables>): Promise<boolean> {
  for (const table of ['account', 'person', 'ledger', 'ledger_position'] as const) {
    if (await db.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst()) return false;
  }
  return true;
}

/**
 * Fills an empty database in one transaction, then migrates it. The database must not have more migrations
 * than the rows' source had.
 */
export async function writeMetadata(db: Kysely<Tables>, rows: AsyncIterable<MetadataRow>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('revision').execute();
    for await (const { table, row } of rows)
      await tx
        .insertInto(table)
        .values(row as never)
        .execute();
  });
  await migrateMetadata(db);
}

function plain(table: keyof Tables, row: Record<string, unknown>): Record<string, unknown> {
  const flags = FLAGS[table] ?? [];
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Date) return [name, value.toISOString()];
      return [name, flags.includes(name) && value !== null ? Boolean(value) : value];
    }),
  );
}
