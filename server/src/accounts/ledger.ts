/**
 * For every application and day: received = stored + duplicate + rejected (+ what still waits). A batch's
 * counts and the journal position behind it are one transaction, so a repeated batch counts once.
 */
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export type Counts = { received: number; stored: number; duplicate: number; rejected: number };
export type LedgerDay = { appId: string; day: string; counts: Counts };
export type JournalEnd = { segment: number; offset: number };

export async function addToLedger(
  db: Kysely<Tables>,
  node: string,
  days: readonly LedgerDay[],
  end: JournalEnd,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // First, since a transaction that begins with a write waits for its turn, and one that reads first fails.
    await tx
      .insertInto('ledger_position')
      .values({ node, segment: 0, offset: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const counted = await tx
      .selectFrom('ledger_position')
      .selectAll()
      .where('node', '=', node)
      .executeTakeFirstOrThrow();
    if ((counted.segment - end.segment || counted.offset - end.offset) >= 0) return;
    for (const { appId, day, counts } of days) {
      await tx
        .insertInto('ledger')
        .values({ node, app_id: appId, day, ...counts })
        .onConflict((conflict) =>
          conflict.columns(['app_id', 'day', 'node']).doUpdateSet((row) => ({
            received: row('ledger.received', '+', counts.received),
            stored: row('ledger.stored', '+', counts.stored),
            duplicate: row('ledger.duplicate', '+', counts.duplicate),
            rejected: row('ledger.rejected', '+', counts.rejected),
          })),
        )
        .execute();
    }
    await tx
      .updateTable('ledger_position')
      .set({ segment: end.segment, offset: end.offset })
      .where('node', '=', node)
      .execute();
  });
}

/** Frames of a node before it are in the counts. */
export async function readCounted(db: Kysely<Tables>, node: string): Promise<JournalEnd> {
  const position = await db
    .selectFrom('ledger_position')
    .select(['segment', 'offset'])
    .where('node', '=', node)
    .executeTakeFirst();
  return { segment: Number(position?.segment ?? 0), offset: Number(position?.offset ?? 0) };
}

export type LedgerState = {
  days: (Counts & { day: string })[];
  /** Frames of this node before it are in the counts. */
  counted: JournalEnd;
};

export async function readLedger(db: Kysely<Tables>, node: string, appId: string): Promise<LedgerState> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('ledger')
      .select((row) => [
        'day',
        row.fn.sum<number>('received').as('received'),
        row.fn.sum<number>('stored').as('stored'),
        row.fn.sum<number>('duplicate').as('duplicate'),
        row.fn.sum<number>('rejected').as('rejected'),
      ])
      .where('app_id', '=', appId)
      .groupBy('day')
      .execute();
    const days = rows.map((row) => ({
      day: row.day,
      received: Number(row.received),
      stored: Number(row.stored),
      duplicate: Number(row.duplicate),
      rejected: Number(row.rejected),
    }));
    return { days, counted: await readCounted(tx, node) };
  });
}
