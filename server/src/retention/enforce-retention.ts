/**
 * Removes what applications no longer keep, in these steps:
 *
 *   1. read the limits and the deleted applications
 *   2. before a deletion, wait until the drain has passed everything in the journal: it drops frames of
 *      deleted applications, so that no row of them can arrive after step 3
 *   3. remove rows that are too old, and all rows of deleted applications
 *   4. empty bodies that are too old
 *   5. forget the deleted applications in the metadata
 *
 * It can be interrupted and repeated at any time. Applications that are already forgotten are included each
 * time: a node whose store was down may have stored a last batch of one.
 */
import type { Kysely } from 'kysely';
import { forgetApplication, forgetLateCounts } from '../accounts/applications/forget-application.ts';
import type { Retention } from '../accounts/applications/read-retention.ts';
import { settleAll } from '../base/settle-all.ts';
import type { Tables } from '../metadata/tables.ts';
import { ALL_ROWS, type Cutoffs, EXPIRING_TABLES, type ExpiredRows } from '../store/rewrite/expired-rows.ts';

export type RetentionSources = {
  db: Kysely<Tables>;
  rows: Pick<ExpiredRows, 'remove' | 'blank' | 'removeHidden'>;
  /** Resolves when everything now in the journal is drained. */
  drained: (signal: AbortSignal) => Promise<void>;
};

export type Removed = { rows: number; bodies: number; applications: string[] };

const DAY_MS = 86_400_000;

export async function enforceRetention(
  { db, rows, drained }: RetentionSources,
  { records, bodies, deleted, forgotten }: Retention,
  now: number,
  signal: AbortSignal,
): Promise<Removed> {
  const removed: Removed = { rows: 0, bodies: 0, applications: [] };
  const gone = [...deleted, ...forgotten].map((appId) => [appId, ALL_ROWS] as const);
  const oldRows = new Map([...cutoffs(records, now), ...gone]);
  const oldBodies = cutoffs(bodies, now);
  if (oldRows.size === 0 && oldBodies.size === 0) return removed;

  if (deleted.length > 0) await drained(signal);
  const steps: (() => Promise<void>)[] = [
    ...EXPIRING_TABLES.map((table) => async () => {
      removed.rows += await rows.remove(table, oldRows, signal);
    }),
    ...EXPIRING_TABLES.map((table) => async () => {
      removed.bodies += await rows.blank(table, oldBodies, signal);
    }),
    () => rows.removeHidden(signal),
  ];
  // A table that fails does not hold up the others; an application is only forgotten once its rows are gone.
  await settleAll(steps, (step) => step());
  await settleAll(deleted, async (appId) => {
    await forgetApplication(db, appId);
    removed.applications.push(appId);
  });
  await forgetLateCounts(db);
  return removed;
}

function cutoffs(days: ReadonlyMap<string, number>, now: number): Cutoffs {
  return new Map([...days].map(([appId, count]) => [appId, now - count * DAY_MS]));
}
