/** Creating, changing and deleting reports, for those who manage monitors. */
import { MAX_REPORTS, type NewReportBody, type ReportChanges } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { timeZoneOf } from '../applications/time-zone-of.ts';
import { checkMayChange, checkMayManage } from '../monitors/rules.ts';
import { checkChannels } from '../monitors/set-channels.ts';
import { newId } from '../secrets.ts';
import { nextReport } from './report-times.ts';
import { reportRows, type StoredReport, withChannels } from './stored-report.ts';

/** Returns the report's id. */
export async function createReport(
  db: Kysely<Tables>,
  personId: string,
  { app: appId, name, filters, schedule, hour, notify, enabled }: NewReportBody,
): Promise<string> {
  return change(db, async (tx) => {
    await checkMayManage(tx, personId, appId);
    await checkReportCount(tx, appId);
    const id = newId('rep');
    const now = Date.now();
    const timeZone = await timeZoneOf(tx, [appId]);
    await tx
      .insertInto('report')
      .values({
        id,
        app_id: appId,
        name,
        filters: JSON.stringify(filters),
        schedule,
        hour,
        enabled: Number(enabled),
        created_by: personId,
        created_at: now,
        next_at: nextReport({ schedule, hour, timeZone }, now),
      })
      .execute();
    await setChannels(tx, id, appId, notify);
    return id;
  });
}

export async function updateReport(
  db: Kysely<Tables>,
  { id, personId }: { id: string; personId: string },
  { name, filters, schedule, hour, notify, enabled }: ReportChanges,
): Promise<StoredReport> {
  return change(db, async (tx) => {
    const before = await changeableReport(tx, { id, personId });
    const timed = {
      timeZone: before.timeZone,
      schedule: schedule ?? before.schedule,
      hour: hour ?? before.hour,
    };
    // One that is due, and waits for what belongs to it, is not lost by a new name.
    const isRetimed = schedule !== undefined || hour !== undefined || (enabled === true && !before.enabled);
    await tx
      .updateTable('report')
      .set({
        name: name ?? before.name,
        filters: JSON.stringify(filters ?? before.filters),
        schedule: timed.schedule,
        hour: timed.hour,
        enabled: Number(enabled ?? before.enabled),
        next_at: isRetimed ? nextReport(timed, Date.now()) : before.nextAt,
      })
      .where('id', '=', id)
      .execute();
    if (notify) await setChannels(tx, id, before.app, notify);
    return changeableReport(tx, { id, personId });
  });
}

/** Makes a report due now; it is made and sent like any other that is due. */
export async function makeReportDue(
  db: Kysely<Tables>,
  { id, personId }: { id: string; personId: string },
): Promise<StoredReport> {
  return change(db, async (tx) => {
    const { enabled, notify, nextAt } = await changeableReport(tx, { id, personId });
    if (!enabled) throw new ApiError('conflict', { message: 'The report is switched off.' });
    if (notify.length === 0) throw new ApiError('conflict', { message: 'The report has no channel.' });
    const now = Date.now();
    if (now < nextAt) await tx.updateTable('report').set({ next_at: now }).where('id', '=', id).execute();
    return changeableReport(tx, { id, personId });
  });
}

export async function deleteReport(
  db: Kysely<Tables>,
  { id, personId }: { id: string; personId: string },
): Promise<StoredReport> {
  return change(db, async (tx) => {
    const report = await changeableReport(tx, { id, personId });
    await tx.deleteFrom('report').where('id', '=', id).execute();
    return report;
  });
}

/** The report, if the person may change it. */
async function changeableReport(
  tx: Kysely<Tables>,
  { id, personId }: { id: string; personId: string },
): Promise<StoredReport> {
  const row = await reportRows(tx).where('report.id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('not_found');
  await checkMayChange(tx, personId, row.account_id);
  const [report] = await withChannels(tx, [row]);
  if (!report) throw new ApiError('not_found');
  return report;
}

async function checkReportCount(tx: Kysely<Tables>, appId: string): Promise<void> {
  const { reports } = await tx
    .selectFrom('report')
    .select((row) => row.fn.countAll<number>().as('reports'))
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow();
  if (Number(reports) < MAX_REPORTS) return;
  const message = `This application already has ${MAX_REPORTS} reports, the maximum. Delete one first.`;
  throw new ApiError('conflict', { message });
}

async function setChannels(
  tx: Kysely<Tables>,
  reportId: string,
  appId: string,
  notify: readonly string[],
): Promise<void> {
  await checkChannels(tx, appId, notify, { takesReports: true });
  await tx.deleteFrom('report_channel').where('report_id', '=', reportId).execute();
  if (notify.length > 0)
    await tx
      .insertInto('report_channel')
      .values(notify.map((channel) => ({ report_id: reportId, channel_id: channel })))
      .execute();
}
