import type { MonitorDefinition } from '@parley/contract';
import { timeZoneNamed } from '@parley/contract';
import type { Kysely, Selectable } from 'kysely';
import type { MonitorTable, Tables } from '../../metadata/tables.ts';

/** A monitor as stored; the API adds its states and formats its times. */
export type StoredMonitor = {
  id: string;
  app: string;
  appName: string;
  accountId: string;
  /** That of its application: where its days begin. */
  timeZone: string;
  name: string;
  definition: MonitorDefinition;
  revision: number;
  notify: string[];
  mutedUntil: number | null;
  enabled: boolean;
  createdBy: string | null;
  createdAt: number;
  updatedBy: string | null;
  updatedAt: number;
  nextAt: number;
  judgedAt: number | null;
  waitingSince: number | null;
  waitingWhy: string | null;
  failures: number;
  failingSince: number | null;
  failingWhy: string | null;
  groupsCut: boolean;
};

type Row = Selectable<MonitorTable> & {
  app_name: string;
  account_id: string;
  time_zone: string;
  maker: string | null;
  editor: string | null;
};

/** Monitors of applications that are not deleted. */
export function monitorRows(db: Kysely<Tables>) {
  return db
    .selectFrom('monitor')
    .innerJoin('application', 'application.id', 'monitor.app_id')
    .leftJoin('person as maker', 'maker.id', 'monitor.created_by')
    .leftJoin('person as editor', 'editor.id', 'monitor.updated_by')
    .selectAll('monitor')
    .select([
      'application.name as app_name',
      'application.account_id',
      'application.time_zone',
      'maker.name as maker',
      'editor.name as editor',
    ])
    .where('application.deleted_at', 'is', null);
}

/** A monitor of one of these applications; null if there is none. */
export async function storedMonitor(
  db: Kysely<Tables>,
  { id, apps }: { id: string; apps: readonly string[] },
): Promise<StoredMonitor | null> {
  if (apps.length === 0) return null;
  const row = await monitorRows(db)
    .where('monitor.id', '=', id)
    .where('monitor.app_id', 'in', apps)
    .executeTakeFirst();
  const [monitor = null] = row ? await withChannels(db, [row]) : [];
  return monitor;
}

export async function listMonitors(db: Kysely<Tables>, apps: readonly string[]): Promise<StoredMonitor[]> {
  const rows = await monitorRows(db)
    .where('monitor.app_id', 'in', apps)
    .orderBy('monitor.name')
    .orderBy('monitor.id')
    .execute();
  return withChannels(db, rows);
}

export async function withChannels(db: Kysely<Tables>, rows: readonly Row[]): Promise<StoredMonitor[]> {
  if (rows.length === 0) return [];
  const channels = await db
    .selectFrom('monitor_channel')
    .selectAll()
    .where(
      'monitor_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('channel_id')
    .execute();
  const channelsOf = Map.groupBy(channels, ({ monitor_id }) => monitor_id);
  return rows.map((row) => ({
    id: row.id,
    app: row.app_id,
    appName: row.app_name,
    accountId: row.account_id,
    timeZone: timeZoneNamed(row.time_zone) ?? 'UTC',
    name: row.name,
    // Written by `createMonitor` and `updateMonitor`, in this form.
    definition: JSON.parse(row.definition) as MonitorDefinition,
    revision: row.revision,
    notify: (channelsOf.get(row.id) ?? []).map(({ channel_id }) => channel_id),
    mutedUntil: row.muted_until,
    enabled: row.enabled === 1,
    createdBy: row.maker,
    createdAt: row.created_at,
    updatedBy: row.editor,
    updatedAt: row.updated_at,
    nextAt: row.next_at,
    judgedAt: row.judged_at,
    waitingSince: row.waiting_since,
    waitingWhy: row.waiting_why,
    failures: row.failures,
    failingSince: row.failing_since,
    failingWhy: row.failing_why,
    groupsCut: row.groups_cut === 1,
  }));
}
