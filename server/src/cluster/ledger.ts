/**
 * The ledger. For every application and day: received = stored + duplicate + rejected + ignored + scores +
 * damaged (+ waiting). A batch's counts and its end in the journal are written in one transaction, so a repeated batch
 * counts once.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import { releaseClaims } from './claims.ts';

const COUNTED = ['received', 'stored', 'duplicate', 'rejected', 'ignored', 'scores', 'damaged'] as const;

export type Counts = Record<(typeof COUNTED)[number], number>;
export type LedgerDay = { appId: string; day: string; counts: Counts };
export type JournalEnd = { segment: number; offset: number };

/** Has the counts of frames whose application is unknown. */
export const UNKNOWN_APPLICATION = '';

export function noCounts(): Counts {
  return { received: 0, stored: 0, duplicate: 0, rejected: 0, ignored: 0, scores: 0, damaged: 0 };
}

export async function addToLedger(
  db: Kysely<Tables>,
  node: string,
  days: readonly LedgerDay[],
  end: JournalEnd,
  storedAt = 0,
  also: (tx: Transaction<Tables>) => Promise<void> = async () => {},
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A transaction that begins with a write waits for the lock; one that reads first would fail.
    await tx
      .insertInto('ledger_position')
      .values({ node, segment: 0, offset: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const counted = await readCounted(tx, node);
    if ((counted.segment - end.segment || counted.offset - end.offset) >= 0) return;
    for (const { appId, day, counts } of await withKnownApplications(tx, days)) {
      await tx
        .insertInto('ledger')
        .values({ node, app_id: appId, day, ...counts })
        .onConflict((conflict) =>
          conflict
            .columns(['app_id', 'day', 'node'])
            .doUpdateSet((row) =>
              Object.fromEntries(COUNTED.map((name) => [name, row(`ledger.${name}`, '+', counts[name])])),
            ),
        )
        .execute();
    }
    await releaseClaims(tx, node);
    await also(tx);
    await tx
      .updateTable('ledger_position')
      .set({ segment: end.segment, offset: end.offset, stored_at: storedAt })
      .where('node', '=', node)
      .execute();
  });
}

/**
 * The application named in a damaged frame may be damaged itself: an unknown one becomes
 * `UNKNOWN_APPLICATION`.
 */
async function withKnownApplications(
  tx: Transaction<Tables>,
  days: readonly LedgerDay[],
): Promise<readonly LedgerDay[]> {
  const named = days.flatMap(({ appId, counts }) => (counts.damaged > 0 ? [appId] : []));
  if (named.length === 0) return days;
  const found = await tx.selectFrom('application').select('id').where('id', 'in', named).execute();
  const known = new Set(found.map(({ id }) => id));
  return days.map((day) =>
    day.counts.damaged > 0 && !known.has(day.appId) ? { ...day, appId: UNKNOWN_APPLICATION } : day,
  );
}

/** The end of the node's counted frames. */
export async function readCounted(db: Kysely<Tables>, node: string): Promise<JournalEnd> {
  const position = await db
    .selectFrom('ledger_position')
    .select(['segment', 'offset'])
    .where('node', '=', node)
    .executeTakeFirst();
  return { segment: Number(position?.segment ?? 0), offset: Number(position?.offset ?? 0) };
}

/** Until when each node's rows are counted, in milliseconds by its own clock; 0 if unknown. */
export async function countedUntil(db: Kysely<Tables>): Promise<Map<string, number>> {
  const rows = await db.selectFrom('ledger_position').select(['node', 'stored_at']).execute();
  return new Map(rows.map(({ node, stored_at }) => [node, Number(stored_at)]));
}

/** The nodes that have counted frames. */
export async function countedNodes(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('ledger_position').select('node').orderBy('node').execute();
  return rows.map(({ node }) => node);
}

export type LedgerState = {
  days: (Counts & { day: string })[];
  /** The end of this node's counted frames. */
  counted: JournalEnd;
};

export async function readLedger(db: Kysely<Tables>, node: string, appId: string): Promise<LedgerState> {
  // Counts and position from one snapshot.
  const transaction = db.transaction().setIsolationLevel('repeatable read');
  return transaction.execute(async (tx) => {
    const rows = await tx
      .selectFrom('ledger')
      .select((row) => ['day', ...COUNTED.map((name) => row.fn.sum<number>(name).as(name))])
      .where('app_id', '=', appId)
      .groupBy('day')
      .execute();
    const days = rows.map(({ day, ...sums }) => {
      const counts = noCounts();
      for (const name of COUNTED) counts[name] = Number(sums[name]);
      return { day, ...counts };
    });
    return { days, counted: await readCounted(tx, node) };
  });
}

export type Damaged = { damaged: number; unattributed: number };

/** Payloads that were acknowledged but could not be read back, over all applications. */
export async function readDamaged(db: Kysely<Tables>): Promise<Damaged> {
  const rows = await db
    .selectFrom('ledger')
    .select((row) => ['app_id', row.fn.sum<number>('damaged').as('damaged')])
    .where('damaged', '>', 0)
    .groupBy('app_id')
    .execute();
  const of = (counted: typeof rows) => counted.reduce((sum, { damaged }) => sum + Number(damaged), 0);
  return { damaged: of(rows), unattributed: of(rows.filter((row) => row.app_id === UNKNOWN_APPLICATION)) };
}
