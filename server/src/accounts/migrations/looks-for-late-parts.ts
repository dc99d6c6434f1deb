import { type Migration, sql } from 'kysely';

/** Late parts know when to be looked at again, and how much of the database they take. */
export const LOOKS_FOR_LATE_PARTS: Migration = {
  async up(db) {
    for (const name of ['looks', 'failures', 'look_at', 'bytes'])
      await db.schema
        .alterTable('late_part')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    await sql`UPDATE late_part SET bytes = length(request) + length(response)`.execute(db);
    // With all that is asked: the bodies are in the way of what stands behind them.
    await db.schema
      .createIndex('late_part_due')
      .on('late_part')
      .columns(['look_at', 'looks', 'failures', 'app_id', 'received_at', 'id', 'digest'])
      .execute();
    await db.schema
      .createIndex('late_part_of_application')
      .on('late_part')
      .columns(['app_id', 'received_at', 'id', 'digest', 'bytes'])
      .execute();
  },
};
