/** Monitors as code: the monitors of an application as a file, and the way from what is there to what a file says. */
import { isDeepStrictEqual } from 'node:util';
import { gatherLabels, gatherScores, MonitorEntry } from '@parley/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../../metadata/tables.ts';
import { filtersAsSent } from '../filters-as-sent.ts';
import { insertMonitor } from './create-monitor.ts';
import { removeMonitor } from './delete-monitor.ts';
import type { Sending } from './queue-messages.ts';
import { listMonitors, type StoredMonitor } from './stored-monitor.ts';
import { changeMonitor } from './update-monitor.ts';

/** Filters are written as they are sent, with labels and scores under names of their own. */
const withNamedFilters = (entry: unknown) =>
  typeof entry === 'object' && entry !== null && 'filters' in entry
    ? { ...entry, filters: gatherScores(gatherLabels(entry.filters)) }
    : entry;

export const MonitorsFile = z
  .object({
    monitors: z
      .array(z.preprocess(withNamedFilters, MonitorEntry))
      .refine((monitors) => new Set(monitors.map(({ name }) => name)).size === monitors.length, {
        message: 'No name twice',
      }),
  })
  .strict();
export type MonitorsFile = z.output<typeof MonitorsFile>;

/** A file or an application that cannot be brought together, for whoever called the command. */
export class MonitorsFileError extends Error {}

export type Step =
  | { kind: 'create'; entry: MonitorEntry }
  | { kind: 'change'; entry: MonitorEntry; monitor: StoredMonitor; fields: string[] }
  | { kind: 'delete'; monitor: StoredMonitor };

export async function exportMonitors(db: Kysely<Tables>, appId: string): Promise<object> {
  const channels = await channelsOf(db, appId);
  const nameOf = new Map(channels.map(({ id, name }) => [id, name]));
  const monitors = (await listMonitors(db, [appId])).map((monitor) => ({
    ...entryOf(monitor, nameOf),
    filters: filtersAsSent(monitor.definition.filters),
  }));
  return { monitors };
}

/** What has to be done, and nothing where all is as the file says. */
export async function planMonitors(
  db: Kysely<Tables>,
  appId: string,
  { monitors: entries }: MonitorsFile,
  { prune }: { prune: boolean },
): Promise<Step[]> {
  const monitors = await listMonitors(db, [appId]);
  const nameOf = new Map((await channelsOf(db, appId)).map(({ id, name }) => [id, name]));
  const byName = Map.groupBy(monitors, ({ name }) => name);
  const steps = entries.flatMap((entry): Step[] => {
    const [monitor, twin] = byName.get(entry.name) ?? [];
    if (twin) throw new MonitorsFileError(`Two monitors are called “${entry.name}”: rename one first.`);
    if (!monitor) return [{ kind: 'create', entry }];
    const fields = changedFields(entryOf(monitor, nameOf), entry);
    return fields.length > 0 ? [{ kind: 'change', entry, monitor, fields }] : [];
  });
  const named = new Set(entries.map(({ name }) => name));
  const others = prune ? monitors.filter(({ name }) => !named.has(name)) : [];
  return [...steps, ...others.map((monitor) => ({ kind: 'delete', monitor }) as const)];
}

/** Must run in one transaction with `planMonitors`. */
export async function applySteps(
  tx: Kysely<Tables>,
  appId: string,
  steps: readonly Step[],
  sending: Sending,
): Promise<void> {
  const channels = await channelsOf(tx, appId);
  for (const step of steps) {
    if (step.kind === 'delete') {
      await removeMonitor(tx, step.monitor, sending);
      continue;
    }
    const { notify: names, ...entry } = step.entry;
    const notify = names.map((name) => channelNamed(channels, name));
    if (step.kind === 'create')
      await insertMonitor(tx, null, { app: appId, ...entry, notify, mutedUntil: null });
    else await changeMonitor(tx, step.monitor, { personId: null, sending }, { ...entry, notify });
  }
}

type Channel = { id: string; name: string };

function channelsOf(db: Kysely<Tables>, appId: string): Promise<Channel[]> {
  return db.selectFrom('channel').select(['id', 'name']).where('app_id', '=', appId).execute();
}

function channelNamed(channels: readonly Channel[], name: string): string {
  const [channel, twin] = channels.filter((one) => one.name === name);
  if (twin) throw new MonitorsFileError(`Two channels are called “${name}”: rename one first.`);
  if (!channel) throw new MonitorsFileError(`The application has no channel called “${name}”.`);
  return channel.id;
}

function entryOf(
  { name, definition, notify, enabled }: StoredMonitor,
  nameOf: ReadonlyMap<string, string>,
): MonitorEntry {
  return { name, ...definition, notify: notify.map((id) => nameOf.get(id) ?? id).sort(), enabled };
}

function changedFields(before: MonitorEntry, after: MonitorEntry): string[] {
  const now: Record<string, unknown> = JSON.parse(JSON.stringify(before));
  const then: Record<string, unknown> = JSON.parse(
    JSON.stringify({ ...after, notify: after.notify.toSorted() }),
  );
  return Object.keys(then).filter((field) => !isDeepStrictEqual(now[field], then[field]));
}
