/**
 * Makes the reports that are due, once everything that belongs to their period is stored, and puts them into the outbox.
 * The next time and the messages are written in one transaction; a report that was due several times is made once.
 */
import { type Kysely, sql } from 'kysely';
import { queueDeliveries } from '../accounts/queue-deliveries.ts';
import { nextReport } from '../accounts/reports/report-times.ts';
import { reportRows, type StoredReport, withChannels } from '../accounts/reports/stored-report.ts';
import type { Tables } from '../metadata/tables.ts';
import { type AskRows, gatherReport } from './gather-report.ts';

/** Reports of one round; the rest follows with the next. */
const MOST = 50;

export type ReportSources = {
  db: Kysely<Tables>;
  ask: AskRows;
  baseUrl: () => string;
  now: () => number;
  isStopping: () => boolean;
};

/** Whether a report is due. */
export async function hasDueReports(db: Kysely<Tables>, now: number): Promise<boolean> {
  const due = await dueRows(db, now).limit(1).executeTakeFirst();
  return due !== undefined;
}

/** Throws the first failure in the end: a report that cannot be made does not hold up the others. */
export async function sendReports(sources: ReportSources, known: number): Promise<void> {
  const rows = await dueRows(sources.db, known).limit(MOST).execute();
  const failures: unknown[] = [];
  for (const report of await withChannels(sources.db, rows)) {
    if (sources.isStopping()) break;
    await sendReport(sources, report).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

function dueRows(db: Kysely<Tables>, until: number) {
  return (
    reportRows(db)
      .where('report.enabled', '=', 1)
      .where('report.next_at', '<=', until)
      .where('application.archived_at', 'is', null)
      // By chance: those that fail every time, and are due again, hold up no others.
      .orderBy(sql`random()`)
  );
}

async function sendReport({ db, ask, baseUrl, now }: ReportSources, report: StoredReport): Promise<void> {
  const event = await gatherReport(report, { at: report.nextAt, baseUrl: baseUrl(), ask });
  const body = JSON.stringify(event);
  const at = now();
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('report')
      .set({ next_at: nextReport(report, Math.max(at, report.nextAt)), sent_at: at })
      .where('id', '=', report.id)
      .where('next_at', '=', report.nextAt)
      .where('enabled', '=', 1)
      .executeTakeFirst();
    // Changed, or sent by another node, since it was read.
    if (numUpdatedRows === 0n) return;
    const { app, id, nextAt, notify } = report;
    await queueDeliveries(tx, notify, { app, type: event.type, cause: `${id} ${nextAt}`, body, now: at });
  });
}
