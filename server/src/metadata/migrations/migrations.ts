import { DEFAULT_MIGRATION_TABLE, type Kysely, type Migration, Migrator, sql } from 'kysely';
import { SchemaTooNew } from '../../base/schema-too-new.ts';
import { isPostgres } from '../dialect.ts';
import { CHANGED } from '../postgres.ts';
import type { Tables } from '../tables.ts';
import { BUNDLES_OF_LATE_PARTS } from './bundles-of-late-parts.ts';
import { MONITORS } from './monitors.ts';
import { PEOPLE } from './people.ts';
import { REVIEW } from './review.ts';
import { SAMPLE_APPLICATIONS } from './sample-applications.ts';

export const MIGRATIONS: Record<string, Migration> = {
  '001-accounts-applications-keys': {
    async up(db) {
      await db.schema
        .createTable('account')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('member')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
        .addColumn('email', 'text', (column) => column.notNull().unique())
        .addColumn('role', 'text', (column) => column.notNull())
        .addColumn('password_hash', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('application')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('app_key', 'text', (column) => column.notNull().unique())
        .addColumn('rate_limit', 'double precision')
        .addColumn('session_timeout', 'double precision', (column) => column.notNull().defaultTo(10))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('archived_at', 'bigint')
        .execute();
      await db.schema
        .createTable('api_key')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('app_id', 'text', (column) => column.notNull().references('application.id'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('hint', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .addColumn('revoked_at', 'bigint')
        .execute();
      await db.schema
        .createTable('read_token')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('app_id', 'text', (column) => column.notNull().references('application.id'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull().unique())
        .addColumn('hint', 'text', (column) => column.notNull())
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .addColumn('revoked_at', 'bigint')
        .execute();
      await db.schema
        .createTable('ledger')
        .addColumn('node', 'text', (column) => column.notNull())
        .addColumn('app_id', 'text', (column) => column.notNull())
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('received', 'bigint', (column) => column.notNull())
        .addColumn('stored', 'bigint', (column) => column.notNull())
        .addColumn('duplicate', 'bigint', (column) => column.notNull())
        .addColumn('rejected', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('ledger_key', ['app_id', 'day', 'node'])
        .execute();
      await db.schema
        .createTable('ledger_position')
        .addColumn('node', 'text', (column) => column.primaryKey())
        .addColumn('segment', 'bigint', (column) => column.notNull())
        .addColumn('offset', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('revision')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('value', 'bigint', (column) => column.notNull())
        .execute();
      await sql`INSERT INTO revision (id, value) VALUES (1, 1)`.execute(db);
    },
  },
  '002-price-overrides': {
    async up(db) {
      await db.schema
        .createTable('price_override')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('app_id', 'text', (column) => column.notNull().references('application.id'))
        .addColumn('model', 'text', (column) => column.notNull())
        .addColumn('input', 'double precision', (column) => column.notNull())
        .addColumn('output', 'double precision', (column) => column.notNull())
        .addColumn('cached_input', 'double precision')
        .addColumn('cache_write', 'double precision')
        .addColumn('starts_at', 'bigint')
        .addColumn('ends_at', 'bigint')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '003-application-settings': {
    async up(db) {
      // SQLite adds one column per statement.
      const application = db.schema.alterTable('application');
      await application
        .addColumn('time_zone', 'text', (column) => column.notNull().defaultTo('UTC'))
        .execute();
      await application.addColumn('retention_days', 'integer').execute();
      await application.addColumn('body_retention_days', 'integer').execute();
      await application
        .addColumn('store_bodies', 'integer', (column) => column.notNull().defaultTo(1))
        .execute();
      await application.addColumn('deleted_at', 'bigint').execute();
      await db.schema.alterTable('api_key').addColumn('last_used_at', 'bigint').execute();
      await db.schema
        .createTable('deleted_application')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('app_key_hash', 'text', (column) => column.notNull())
        .addColumn('deleted_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('lease')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('ends_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '004-people': PEOPLE,
  '005-damaged-frames': {
    async up(db) {
      await db.schema
        .alterTable('ledger')
        .addColumn('damaged', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
  '006-first-start-and-links': {
    async up(db) {
      await db.schema
        .createTable('done_once')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .alterTable('verification')
        .addColumn('person_id', 'text', (column) => column.references('person.id').onDelete('cascade'))
        .execute();
    },
  },
  '007-notices': {
    async up(db) {
      // SQLite detects writes of other connections by itself.
      if (!isPostgres(db)) return;
      await sql`CREATE FUNCTION parley_tell() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_notify(${sql.lit(CHANGED)}, ''); RETURN NULL; END $$`.execute(db);
      await sql`CREATE TRIGGER parley_tell AFTER UPDATE ON revision FOR EACH ROW
        WHEN (OLD.value IS DISTINCT FROM NEW.value) EXECUTE FUNCTION parley_tell()`.execute(db);
    },
  },
  '008-nodes-and-claims': {
    async up(db) {
      await db.schema
        .createTable('node')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('version', 'text', (column) => column.notNull())
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .addColumn('waiting', 'bigint', (column) => column.notNull())
        .addColumn('lag_ms', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('claim')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('node', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('claim_of_node').on('claim').column('node').execute();
    },
  },
  '009-store-steps': {
    async up(db) {
      await db.schema
        .createTable('store_step')
        .addColumn('store', 'text', (column) => column.notNull())
        .addColumn('step', 'integer', (column) => column.notNull())
        .addColumn('applied_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('store_step_key', ['store', 'step'])
        .execute();
    },
  },
  '010-backups': {
    async up(db) {
      await db.schema
        .alterTable('ledger_position')
        .addColumn('stored_at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createTable('backup')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('finished_at', 'bigint', (column) => column.notNull())
        .addColumn('interactions', 'bigint', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '011-ignored-spans': {
    async up(db) {
      await db.schema
        .alterTable('ledger')
        .addColumn('ignored', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createTable('late_part')
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('digest', 'text', (column) => column.notNull())
        .addColumn('app_id', 'text', (column) => column.notNull())
        .addColumn('received_at', 'bigint', (column) => column.notNull())
        .addColumn('request', 'text', (column) => column.notNull())
        .addColumn('response', 'text', (column) => column.notNull())
        .addColumn('head', 'text')
        .addPrimaryKeyConstraint('late_part_key', ['id', 'digest'])
        .execute();
    },
  },
  '012-saved-views': {
    async up(db) {
      await db.schema
        .createTable('saved_view')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('app_id', 'text', (column) => column.notNull().references('application.id'))
        .addColumn('person_id', 'text', (column) =>
          column.notNull().references('person.id').onDelete('cascade'),
        )
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('page', 'text', (column) => column.notNull())
        .addColumn('search', 'text', (column) => column.notNull())
        .addColumn('shared', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addUniqueConstraint('saved_view_once', ['app_id', 'person_id', 'shared', 'name'])
        .execute();
      await db.schema.createIndex('saved_view_of_person').on('saved_view').column('person_id').execute();
    },
  },
  '013-sample-applications': SAMPLE_APPLICATIONS,
  '014-totp-codes-once': {
    async up(db) {
      await db.schema.alterTable('second_factor').addColumn('last_step', 'bigint').execute();
    },
  },
  '015-bundles-of-late-parts': BUNDLES_OF_LATE_PARTS,
  '016-keep-vectors': {
    async up(db) {
      await db.schema
        .alterTable('application')
        .addColumn('keep_vectors', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
  '017-prompt-families': {
    async up(db) {
      await db.schema
        .createTable('prompt_family')
        .addColumn('app_id', 'text', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addColumn('known', 'text', (column) => column.notNull())
        .addColumn('node', 'text', (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('prompt_family_once', ['app_id', 'id'])
        .execute();
    },
  },
  '018-scores': {
    async up(db) {
      await db.schema
        .createTable('score_kind')
        .addColumn('app_id', 'text', (column) => column.notNull().references('application.id'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('score_kind_once', ['app_id', 'name'])
        .execute();
      await db.schema
        .alterTable('ledger')
        .addColumn('scores', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
  '019-review': REVIEW,
  '020-monitors': MONITORS,
};

/** `last`: the last migration to run, to get the schema of an earlier version. */
export async function migrateMetadata(db: Kysely<Tables>, last?: string): Promise<void> {
  await refuseNewerMetadata(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw error;
}

/** Throws if a newer version has migrated the metadata. Changes nothing. */
export async function refuseNewerMetadata(db: Kysely<Tables>): Promise<void> {
  const unknown = (await appliedMigrations(db)).filter((name) => !Object.hasOwn(MIGRATIONS, name)).at(-1);
  if (unknown === undefined) return;
  const what = isPostgres(db) ? 'This PostgreSQL database' : 'This data folder';
  throw new SchemaTooNew(what, { taken: unknown, known: Object.keys(MIGRATIONS).sort().at(-1) ?? 'none' });
}

/** The names of the applied migrations, in order. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM ${sql.table(DEFAULT_MIGRATION_TABLE)} ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}
