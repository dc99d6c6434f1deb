import { type MonitorFilters, type ReportSchedule, timeZoneNamed } from '@parley/contract';
import type { Kysely, Selectable } from 'kysely';
import type { ReportTable, Tables } from '../../metadata/tables.ts';

export type StoredReport = {
  id: string;
  app: string;
  appName: string;
  accountId: string;
  /** That of its application: where its days begin. */
  timeZone: string;
  name: string;
  filters: MonitorFilters;
  schedule: ReportSchedule;
  hour: number;
  notify: string[];
  enabled: boolean;
  createdBy: string | null;
  createdAt: number;
  sentAt: number | null;
  nextAt: number;
};

type Row = Selectable<ReportTable> & {
  app_name: string;
  account_id: string;
  time_zone: string;
  maker: string | null;
};

/** Reports of applications that are not deleted. */
export function reportRows(db: Kysely<Tables>) {
  return db
    .selectFrom('report')
    .innerJoin('application', 'application.id', 'report.app_id')
    .leftJoin('person as maker', 'maker.id', 'report.created_by')
    .selectAll('report')
    .select([
      'application.name as app_name',
      'application.account_id',
      'application.time_zone',
      'maker.name as maker',
    ])
    .where('application.deleted_at', 'is', null);
}

export async function listReports(db: Kysely<Tables>, apps: readonly string[]): Promise<StoredReport[]> {
  if (apps.length === 0) return [];
  const rows = await reportRows(db)
    .where('report.app_id', 'in', apps)
    .orderBy('report.name')
    .orderBy('report.id')
    .execute();
  return withChannels(db, rows);
}

/** A report of one of these applications; null if there is none. */
export async function storedReport(
  db: Kysely<Tables>,
  { id, apps }: { id: string; apps: readonly string[] },
): Promise<StoredReport | null> {
  if (apps.length === 0) return null;
  const row = await reportRows(db)
    .where('report.id', '=', id)
    .where('report.app_id', 'in', apps)
    .executeTakeFirst();
  const [report = null] = row ? await withChannels(db, [row]) : [];
  return report;
}

export async function withChannels(db: Kysely<Tables>, rows: readonly Row[]): Promise<StoredReport[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const channels = await db
    .selectFrom('report_channel')
    .selectAll()
    .where('report_id', 'in', ids)
    .orderBy('channel_id')
    .execute();
  const channelsOf = Map.groupBy(channels, ({ report_id }) => report_id);
  return rows.map((row) => ({
    id: row.id,
    app: row.app_id,
    appName: row.app_name,
    accountId: row.account_id,
    timeZone: timeZoneNamed(row.time_zone) ?? 'UTC',
    name: row.name,
    // Written by `createReport` and `updateReport`, in this form.
    filters: JSON.parse(row.filters) as MonitorFilters,
    schedule: row.schedule,
    hour: row.hour,
    notify: (channelsOf.get(row.id) ?? []).map(({ channel_id }) => channel_id),
    enabled: row.enabled === 1,
    createdBy: row.maker,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    nextAt: row.next_at,
  }));
}
