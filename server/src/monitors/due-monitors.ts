import type { Kysely } from 'kysely';
import { monitorRows, type StoredMonitor, withChannels } from '../accounts/monitors/stored-monitor.ts';
import type { Tables } from '../metadata/tables.ts';

/** Monitors of one round; the rest follows with the next. */
const MOST = 500;

/**
 * Monitors to judge now that everything up to `known` is stored, of each application in turn, so that one with many does
 * not delay the others. Archived applications receive nothing.
 */
export async function dueMonitors(db: Kysely<Tables>, known: number): Promise<StoredMonitor[]> {
  const rows = await monitorRows(db)
    .where('monitor.enabled', '=', 1)
    .where('monitor.next_at', '<=', known)
    .where('application.archived_at', 'is', null)
    .orderBy(({ fn }) =>
      fn.agg<number>('row_number').over((of) => of.partitionBy('monitor.app_id').orderBy('monitor.next_at')),
    )
    .orderBy('monitor.next_at')
    .limit(MOST)
    .execute();
  return withChannels(db, rows);
}

/** Whether there is anything to judge, or to say that it waits. */
export async function hasDue(db: Kysely<Tables>, now: number): Promise<boolean> {
  const due = await db
    .selectFrom('monitor')
    .innerJoin('application', 'application.id', 'monitor.app_id')
    .select('monitor.id')
    .where('monitor.enabled', '=', 1)
    .where('monitor.next_at', '<=', now)
    .where('application.archived_at', 'is', null)
    .where('application.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/** Says of monitors that should have been judged by now that they wait, and why. */
export async function noteWaiting(
  db: Kysely<Tables>,
  { due, known, why }: { due: number; known: number; why: string },
): Promise<void> {
  await db
    .updateTable('monitor')
    .set((row) => ({ waiting_since: row.fn.coalesce('waiting_since', 'next_at'), waiting_why: why }))
    .where('enabled', '=', 1)
    .where('next_at', '<=', due)
    .where('next_at', '>', known)
    .where((row) => row.or([row('waiting_why', 'is', null), row('waiting_why', '!=', why)]))
    .execute();
}
