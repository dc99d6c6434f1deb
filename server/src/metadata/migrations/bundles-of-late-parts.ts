import { type Kysely, type Migration, sql } from 'kysely';
import { bundlesOf, nextNumber, packBundle } from '../../envelope/part-bundle.ts';
import { isPostgres } from '../dialect.ts';

type Before = {
  id: string;
  digest: string;
  app_id: string;
  received_at: number;
  request: string;
  response: string;
  head: string | null;
};

const PAGE = 500;

/**
 * Late parts are stored in compressed bundles, are found by their calls, and have a time for the next
 * attempt.
 */
export const BUNDLES_OF_LATE_PARTS: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('late_part').renameTo('late_part_before').execute();
    await db.schema
      .createTable('late_part')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('received_at', 'bigint', (column) => column.notNull())
      .addColumn('waiting', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('looks', 'integer', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('look_at', 'bigint', (column) => column.notNull())
      .addColumn('calls', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('late_part_due')
      .on('late_part')
      .columns(['look_at', 'looks', 'app_id', 'received_at'])
      .execute();
    await db.schema
      .createTable('late_call')
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('bundle', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('late_call_key', ['id', 'bundle'])
      // The row is its key.
      .$call((table) => (isPostgres(db) ? table : table.modifyEnd(sql`WITHOUT ROWID`)))
      .execute();
    for (let page = await firstOf(db); page.length > 0; page = await firstOf(db)) await bundle(db, page);
    await db.schema.dropTable('late_part_before').execute();
  },
};

async function firstOf(db: Kysely<unknown>): Promise<Before[]> {
  const { rows } = await sql<Before>`
    SELECT * FROM late_part_before ORDER BY app_id, received_at, id, digest LIMIT ${PAGE}`.execute(db);
  return rows;
}

async function bundle(db: Kysely<unknown>, page: readonly Before[]): Promise<void> {
  const parts = page.map(({ id, app_id, received_at, request, response, head }) => ({
    id,
    appId: app_id,
    receivedAt: Number(received_at),
    request: Buffer.from(request),
    response: Buffer.from(response),
    ...(head === null ? {} : { head: JSON.parse(head) }),
  }));
  for (const of of bundlesOf(parts)) {
    const number = nextNumber();
    const { calls, body } = packBundle(of);
    await sql`INSERT INTO late_part (id, app_id, received_at, waiting, bytes, looks, failures, look_at, calls, body)
      VALUES (${number}, ${of.appId}, ${of.receivedAt}, ${of.calls.size}, ${calls.length + body.length}, 0, 0, 0,
        ${calls}, ${body})`.execute(db);
    for (const id of of.calls)
      await sql`INSERT INTO late_call (id, bundle) VALUES (${id}, ${number})`.execute(db);
  }
  for (const { id, digest } of page)
    await sql`DELETE FROM late_part_before WHERE id = ${id} AND digest = ${digest}`.execute(db);
}
