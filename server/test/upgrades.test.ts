/**
 * Metadata of every earlier version is migrated with its rows, however often the migration is interrupted.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Kysely, type KyselyPlugin, Migrator, sql } from 'kysely';
import { readLateParts } from '../src/cluster/late-parts.ts';
import { appliedMigrations, MIGRATIONS, migrateMetadata } from '../src/metadata/migrations/migrations.ts';
import type { Tables } from '../src/metadata/tables.ts';
import { emptyMetadata, testMetadata } from './support/metadata.ts';

type Row = Record<string, string | number | null>;

const TIME = 1_700_000_000_000;
const INSTANT = '2025-01-10T12:00:00.000Z';
const TIMES = { created_at: INSTANT, updated_at: INSTANT };

/** A row of each table, in insertable order. Only the columns that a schema has are inserted. */
const ROWS: readonly [string, Row][] = [
  ['account', { id: 'acc_1', name: 'Acme', created_at: TIME }],
  ['person', { id: 'per_1', name: 'Ann', email: 'ann@example.com', email_verified: 1, ...TIMES }],
  [
    'credential',
    {
      id: 'cred_1',
      person_id: 'per_1',
      provider: 'credential',
      subject: 'per_1',
      password_hash: 'hash',
      ...TIMES,
    },
  ],
  ['login', { id: 'log_1', person_id: 'per_1', token_hash: 'hash', expires_at: INSTANT, ...TIMES }],
  ['verification', { id: 'ver_1', identifier: 'link', value: 'x', expires_at: INSTANT, ...TIMES }],
  [
    'second_factor',
    {
      id: 'two_1',
      person_id: 'per_1',
      secret: 's',
      backup_codes: 'c',
      failed_count: 2,
      last_step: 59_000_000,
    },
  ],
  [
    'member',
    {
      id: 'mem_1',
      account_id: 'acc_1',
      person_id: 'per_1',
      email: 'ann@example.com',
      role: 'owner',
      password_hash: 'hash',
      created_at: TIME,
    },
  ],
  [
    'invitation',
    {
      id: 'inv_1',
      account_id: 'acc_1',
      role: 'viewer',
      token_hash: 'hash',
      created_at: TIME,
      expires_at: TIME,
    },
  ],
  ['audit', { id: 'aud_1', at: TIME, account_id: 'acc_1', actor: 'Ann', action: 'x', details: '{"a":1}' }],
  ['server_secret', { name: 'auth', value: 'secret' }],
  [
    'application',
    {
      id: 'app_1',
      account_id: 'acc_1',
      name: 'Shop',
      app_key: 'pk_1',
      rate_limit: 2.5,
      session_timeout: 30,
      created_at: TIME,
      time_zone: 'Europe/Berlin',
      retention_days: 90,
      store_bodies: 0,
      keep_vectors: 1,
      sample: 1,
    },
  ],
  ['deleted_application', { id: 'app_0', app_key_hash: 'hash', deleted_at: TIME }],
  [
    'api_key',
    {
      id: 'key_1',
      app_id: 'app_1',
      name: 'Key',
      hash: 'h',
      hint: 'abcd',
      created_at: TIME,
      last_used_at: TIME,
    },
  ],
  [
    'read_token',
    {
      id: 'tok_1',
      app_id: 'app_1',
      name: 'Token',
      hash: 'h',
      hint: 'abcd',
      scopes: 'read',
      created_at: TIME,
    },
  ],
  [
    'ledger',
    {
      node: 'n',
      app_id: 'app_1',
      day: '2025-01-10',
      received: 10,
      stored: 7,
      duplicate: 1,
      rejected: 1,
      ignored: 0,
      damaged: 1,
    },
  ],
  ['ledger_position', { node: 'n', segment: 3, offset: 4096 }],
  [
    'late_part',
    {
      id: 'x',
      digest: 'd',
      app_id: 'app_1',
      received_at: TIME,
      request: '{}',
      response: '{"logs":[]}',
      head: null,
    },
  ],
  [
    'prompt_family',
    { app_id: 'app_1', id: 'prompt-1', since: TIME, known: '{}', node: 'n', changed_at: TIME },
  ],
  [
    'price_override',
    { id: 'price_1', app_id: 'app_1', model: 'm', input: 2.5, output: 10, created_at: TIME },
  ],
  [
    'saved_view',
    {
      id: 'view_1',
      app_id: 'app_1',
      person_id: 'per_1',
      name: 'Errors',
      page: 'errors',
      search: '{"range":"7d"}',
      shared: 1,
      created_at: TIME,
      updated_at: TIME,
    },
  ],
  ['score_kind', { app_id: 'app_1', name: 'helpful', kind: 'boolean' }],
  [
    'review_queue',
    {
      id: 'queue_1',
      app_id: 'app_1',
      name: 'Refunds',
      unit: 'interaction',
      filters: '{}',
      from_at: TIME,
      to_at: null,
      sort_order: 'desc',
      item_limit: 100,
      questions: '[]',
      reviewers: 2,
      assigned: 1,
      created_by: 'per_1',
      created_at: TIME,
      closed_at: null,
      filled_at: TIME,
      items: 1,
      finished: 0,
    },
  ],
  ['review_assignee', { queue_id: 'queue_1', person_id: 'per_1' }],
  ['review_item', { queue_id: 'queue_1', target: 'x', scored: 'x', at: TIME, reviews: 1 }],
  [
    'review',
    {
      queue_id: 'queue_1',
      target: 'x',
      person_id: 'per_1',
      state: 'done',
      held_until: 0,
      at: TIME,
      answers: '{"correct":true}',
    },
  ],
  [
    'channel',
    {
      id: 'chan_1',
      app_id: 'app_1',
      kind: 'webhook',
      name: 'On call',
      target: 'encrypted',
      secret: 'encrypted',
      previous_secret: null,
      previous_secret_until: null,
      created_by: 'per_1',
      created_at: TIME,
      disabled_at: null,
      disabled_reason: null,
    },
  ],
  [
    'delivery',
    {
      id: 'msg_1',
      app_id: 'app_1',
      channel_id: 'chan_1',
      type: 'monitor.firing',
      cause: 'mon_1 x',
      body: '{}',
      created_at: TIME,
      state: 'waiting',
      attempts: 1,
      next_at: TIME,
      held_until: 0,
      last_at: TIME,
      last_status: 500,
      last_answer: 'x',
      delivered_at: null,
    },
  ],
  [
    'monitor',
    {
      id: 'mon_1',
      app_id: 'app_1',
      name: 'Spend',
      definition: '{}',
      revision: 2,
      created_by: 'per_1',
      created_at: TIME,
      updated_by: null,
      updated_at: TIME,
      muted_until: null,
      enabled: 1,
      next_at: TIME,
      judged_at: TIME,
      waiting_since: null,
      waiting_why: null,
      failures: 0,
      failing_since: null,
      failing_why: null,
      groups_cut: 0,
    },
  ],
  ['monitor_channel', { monitor_id: 'mon_1', channel_id: 'chan_1' }],
  [
    'report',
    {
      id: 'rep_1',
      app_id: 'app_1',
      name: 'Production',
      filters: '{}',
      schedule: 'weekly',
      hour: 8,
      enabled: 1,
      created_by: 'per_1',
      created_at: TIME,
      sent_at: null,
      next_at: TIME,
    },
  ],
  ['report_channel', { report_id: 'rep_1', channel_id: 'chan_1' }],
  [
    'monitor_state',
    {
      monitor_id: 'mon_1',
      group_value: '',
      state: 'firing',
      since: TIME,
      pending_since: null,
      value: 12.5,
      forecast: 30,
      period: TIME,
      step: 0.8,
      closed_step: null,
      told_at: TIME,
      told: 1,
    },
  ],
  [
    'monitor_change',
    {
      id: 'change_1',
      monitor_id: 'mon_1',
      revision: 2,
      group_value: '',
      at: TIME,
      from_state: 'ok',
      to_state: 'firing',
      value: 12.5,
      threshold: 10,
      period: TIME,
      step: 0.8,
      quiet: null,
    },
  ],
  ['lease', { name: 'retention', holder: 'n', ends_at: TIME }],
  ['done_once', { name: 'owner', at: TIME }],
  ['node', { name: 'n', version: '0.1.0', started_at: TIME, seen_at: TIME, waiting: 1, lag_ms: 5 }],
  ['claim', { id: 'x', node: 'n' }],
  ['store_step', { store: '/parley', step: 3, applied_at: TIME }],
];

/** Columns that were added later, with the values expected in old rows. */
const ADDED_COLUMNS: Record<string, Row> = {
  application: { time_zone: 'UTC', retention_days: null, store_bodies: 1, keep_vectors: 0, sample: 0 },
  api_key: { last_used_at: null },
  second_factor: { last_step: null },
  ledger: { damaged: 0, ignored: 0 },
};

describe('metadata of an earlier version', () => {
  for (const [index, name] of Object.keys(MIGRATIONS).entries()) {
    test(`is migrated from ${name}, even if interrupted`, async (t) => {
      const { db } = await emptyMetadata(t);
      const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
      const { error } = await migrator.migrateTo(name);
      assert.equal(error, undefined);
      const before = await appliedMigrations(db);
      assert.equal(before.length, index + 1);
      const written = await insertRows(db);

      // Interrupted after the first statement, after the second, and so on, until it completes.
      for (let statements = 0; !(await migratesWithin(db, statements)); statements++) {
        // All steps or none: PostgreSQL releases the migration lock after the last step.
        const taken = (await appliedMigrations(db)).length;
        assert.ok([before.length, Object.keys(MIGRATIONS).length].includes(taken), `${taken} steps`);
      }
      assert.deepEqual(await appliedMigrations(db), Object.keys(MIGRATIONS));
      assert.deepEqual(await schemaOf(db), await schemaOf((await testMetadata(t)).db));

      await expectLatePart(db, written);
      for (const [table, row] of written) assert.deepEqual(await today(db, table, row), row, table);
      if (written.every(([table]) => table !== 'person')) await expectPersonOfMember(db);
    });
  }
});

/** Returns the rows expected after the migration. */
async function insertRows(db: Kysely<Tables>): Promise<[string, Row][]> {
  const schema = await schemaOf(db);
  const written: [string, Row][] = [];
  for (const [table, row] of ROWS) {
    const columns = schema.get(table);
    // Late parts had their own rows.
    if (!columns || (table === 'late_part' && !columns.has('request'))) continue;
    const values = Object.entries(row).filter(([column]) => columns.has(column));
    await sql`INSERT INTO ${sql.table(table)} (${sql.join(values.map(([column]) => sql.ref(column)))})
      VALUES (${sql.join(values.map(([column, value]) => literal(table, column, value)))})`.execute(db);
    const fields = Object.fromEntries(values);
    const expected: Row = { ...fields, ...ADDED_COLUMNS[table], ...fields };
    // These columns belong to people now.
    if (table === 'member') {
      delete expected.email;
      delete expected.password_hash;
    }
    written.push([table, expected]);
  }
  return written;
}

function literal(table: string, column: string, value: string | number | null) {
  return table === 'person' && column === 'email_verified' ? sql`${sql.lit(true)}` : sql`${value}`;
}

/** True if the migration completes within that many statements. */
async function migratesWithin(db: Kysely<Tables>, statements: number): Promise<boolean> {
  let left = statements;
  const interruption: KyselyPlugin = {
    transformQuery({ node }) {
      if (left-- <= 0) throw new Interrupted();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  try {
    await migrateMetadata(db.withPlugin(interruption));
    return true;
  } catch (error) {
    if (error instanceof Interrupted) return false;
    throw error;
  }
}

class Interrupted extends Error {}

async function schemaOf(db: Kysely<Tables>): Promise<Map<string, Map<string, string>>> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ name, columns }) => [
        name,
        new Map(
          columns
            .toSorted((a, b) => a.name.localeCompare(b.name))
            .map((column) => [
              column.name,
              `${column.dataType} ${column.isNullable} ${column.hasDefaultValue}`,
            ]),
        ),
      ]),
  );
}

/** The same columns of the row, as inserted. */
async function today(db: Kysely<Tables>, table: string, row: Row): Promise<Row> {
  const [key] = Object.keys(row);
  const { rows } = await sql<Record<string, unknown>>`
    SELECT * FROM ${sql.table(table)} WHERE ${sql.ref(String(key))} = ${row[String(key)]}`.execute(db);
  assert.equal(rows.length, 1, table);
  const plain = (value: unknown) => {
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'boolean' ? Number(value) : value;
  };
  return Object.fromEntries(Object.keys(row).map((column) => [column, plain(rows[0]?.[column])])) as Row;
}

/** Late parts are stored in bundles now. */
async function expectLatePart(db: Kysely<Tables>, written: [string, Row][]): Promise<void> {
  const before = written.findIndex(([table]) => table === 'late_part');
  if (before === -1) return;
  const [[, row] = []] = written.splice(before, 1);
  const [part, ...others] = await readLateParts(db, ['x']);
  assert.deepEqual(others, []);
  const { appId, receivedAt, request, response, head } = part ?? {};
  assert.deepEqual(
    {
      app_id: appId,
      received_at: receivedAt,
      request: `${request}`,
      response: `${response}`,
      head: head ?? null,
    },
    Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => name !== 'id' && name !== 'digest')),
  );
}

async function expectPersonOfMember(db: Kysely<Tables>): Promise<void> {
  const people = await db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .innerJoin('credential', 'credential.person_id', 'person.id')
    .select(['member.id', 'email', 'password_hash'])
    .execute();
  assert.deepEqual({ ...people[0] }, { id: 'mem_1', email: 'ann@example.com', password_hash: 'hash' });
}
