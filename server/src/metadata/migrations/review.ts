import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely';

/** Review queues with their items, assignees and reviews. */
export const REVIEW: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('review_queue')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('app_id', 'text', (column) => column.notNull().references('application.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('unit', 'text', (column) => column.notNull())
      .addColumn('filters', 'text', (column) => column.notNull())
      .addColumn('from_at', 'bigint')
      .addColumn('to_at', 'bigint')
      .addColumn('sort_order', 'text', (column) => column.notNull())
      .addColumn('item_limit', 'integer', (column) => column.notNull())
      .addColumn('questions', 'text', (column) => column.notNull())
      .addColumn('reviewers', 'integer', (column) => column.notNull())
      .addColumn('assigned', 'integer', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.references('person.id').onDelete('set null'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('closed_at', 'bigint')
      .addColumn('filled_at', 'bigint')
      .addColumn('items', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('finished', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex('review_queue_of_application').on('review_queue').column('app_id').execute();
    await db.schema
      .createTable('review_assignee')
      .addColumn('queue_id', 'text', ofQueue)
      .addColumn('person_id', 'text', ofPerson)
      .addPrimaryKeyConstraint('review_assignee_once', ['queue_id', 'person_id'])
      .execute();
    await db.schema
      .createTable('review_item')
      .addColumn('queue_id', 'text', ofQueue)
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('scored', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('reviews', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('review_item_once', ['queue_id', 'target'])
      .addUniqueConstraint('review_item_scored_once', ['queue_id', 'scored'])
      .execute();
    await db.schema
      .createIndex('review_item_in_order')
      .on('review_item')
      .columns(['queue_id', 'reviews', 'at'])
      .execute();
    await db.schema
      .createTable('review')
      .addColumn('queue_id', 'text', ofQueue)
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text', ofPerson)
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('held_until', 'bigint', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('answers', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('review_once', ['queue_id', 'target', 'person_id'])
      .execute();
    await db.schema
      .createIndex('review_of_person')
      .on('review')
      .columns(['person_id', 'queue_id', 'state', 'at'])
      .execute();
  },
};

function ofQueue(column: ColumnDefinitionBuilder) {
  return column.notNull().references('review_queue.id').onDelete('cascade');
}

function ofPerson(column: ColumnDefinitionBuilder) {
  return column.notNull().references('person.id').onDelete('cascade');
}
