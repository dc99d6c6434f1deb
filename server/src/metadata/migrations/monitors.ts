import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely';

/** Channels with their outbox, monitors with their states and history, and reports. */
export const MONITORS: Migration = {
  async up(db: Kysely<unknown>) {
    await createChannels(db);
    await createMonitors(db);
    await createReports(db);
  },
};

async function createChannels(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('channel')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('app_id', 'text', ofApplication)
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('previous_secret', 'text')
    .addColumn('previous_secret_until', 'bigint')
    .addColumn('created_by', 'text', maker)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('disabled_at', 'bigint')
    .addColumn('disabled_reason', 'text')
    .execute();
  await db.schema.createIndex('channel_of_application').on('channel').column('app_id').execute();
  await db.schema
    .createTable('delivery')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('app_id', 'text', ofApplication)
    .addColumn('channel_id', 'text', (column) =>
      column.notNull().references('channel.id').onDelete('cascade'),
    )
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('cause', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('held_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('last_at', 'bigint')
    .addColumn('last_status', 'integer')
    .addColumn('last_answer', 'text')
    .addColumn('delivered_at', 'bigint')
    .addUniqueConstraint('delivery_once', ['channel_id', 'cause'])
    .execute();
  await db.schema.createIndex('delivery_due').on('delivery').columns(['state', 'next_at']).execute();
  await db.schema
    .createIndex('delivery_of_application')
    .on('delivery')
    .columns(['app_id', 'created_at', 'id'])
    .execute();
}

async function createMonitors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('monitor')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('app_id', 'text', ofApplication)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_by', 'text', maker)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_by', 'text', maker)
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('muted_until', 'bigint')
    .addColumn('enabled', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('judged_at', 'bigint')
    .addColumn('waiting_since', 'bigint')
    .addColumn('waiting_why', 'text')
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failing_since', 'bigint')
    .addColumn('failing_why', 'text')
    .addColumn('groups_cut', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('monitor_of_application').on('monitor').column('app_id').execute();
  await db.schema.createIndex('monitor_due').on('monitor').columns(['enabled', 'next_at']).execute();
  await db.schema
    .createTable('monitor_channel')
    .addColumn('monitor_id', 'text', ofMonitor)
    .addColumn('channel_id', 'text', (column) =>
      column.notNull().references('channel.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('monitor_channel_once', ['monitor_id', 'channel_id'])
    .execute();
  await db.schema
    .createTable('monitor_state')
    .addColumn('monitor_id', 'text', ofMonitor)
    .addColumn('group_value', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('pending_since', 'bigint')
    .addColumn('value', 'double precision')
    .addColumn('forecast', 'double precision')
    .addColumn('period', 'bigint')
    .addColumn('step', 'double precision')
    .addColumn('closed_step', 'double precision')
    .addColumn('told_at', 'bigint')
    .addColumn('told', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('monitor_state_once', ['monitor_id', 'group_value'])
    .execute();
  await db.schema
    .createTable('monitor_change')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('monitor_id', 'text', ofMonitor)
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('group_value', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('from_state', 'text', (column) => column.notNull())
    .addColumn('to_state', 'text', (column) => column.notNull())
    .addColumn('value', 'double precision')
    .addColumn('threshold', 'double precision', (column) => column.notNull())
    .addColumn('period', 'bigint')
    .addColumn('step', 'double precision')
    .addColumn('quiet', 'text')
    .addUniqueConstraint('monitor_change_once', ['monitor_id', 'revision', 'group_value', 'period', 'step'])
    .execute();
  await db.schema
    .createIndex('monitor_change_in_order')
    .on('monitor_change')
    .columns(['monitor_id', 'at', 'id'])
    .execute();
}

async function createReports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('report')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('app_id', 'text', ofApplication)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('filters', 'text', (column) => column.notNull())
    .addColumn('schedule', 'text', (column) => column.notNull())
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('created_by', 'text', maker)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('report_of_application').on('report').column('app_id').execute();
  await db.schema.createIndex('report_due').on('report').columns(['enabled', 'next_at']).execute();
  await db.schema
    .createTable('report_channel')
    .addColumn('report_id', 'text', (column) => column.notNull().references('report.id').onDelete('cascade'))
    .addColumn('channel_id', 'text', (column) =>
      column.notNull().references('channel.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('report_channel_once', ['report_id', 'channel_id'])
    .execute();
}

function ofApplication(column: ColumnDefinitionBuilder) {
  return column.notNull().references('application.id');
}

function ofMonitor(column: ColumnDefinitionBuilder) {
  return column.notNull().references('monitor.id').onDelete('cascade');
}

function maker(column: ColumnDefinitionBuilder) {
  return column.references('person.id').onDelete('set null');
}
