import type { Migration } from 'kysely';

/** Marks the application of an account that has sample data, so that it can be recognised and removed. */
export const SAMPLE_APPLICATIONS: Migration = {
  async up(db) {
    await db.schema
      .alterTable('application')
      .addColumn('sample', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
