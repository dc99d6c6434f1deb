/**
 * The result of an evaluation: state, history and messages in one transaction, which the caller begins, so that no crash
 * tells twice or never.
 */
import type { Kysely } from 'kysely';
import { writeStates } from '../accounts/monitors/group-states.ts';
import { noteChanges } from '../accounts/monitors/history.ts';
import { queueMessages, type Told } from '../accounts/monitors/queue-messages.ts';
import type { StoredMonitor } from '../accounts/monitors/stored-monitor.ts';
import type { Tables } from '../metadata/tables.ts';
import type { Evaluated } from './rules/evaluate.ts';
import type { GroupState } from './rules/group-state.ts';

export type Writing = {
  monitor: StoredMonitor;
  /** The end of what was judged. */
  at: number;
  nextAt: number;
  baseUrl: string;
};

/** False if the monitor was changed, or judged by another node, since it was read: then nothing is written. */
export async function writeOutcome(
  tx: Kysely<Tables>,
  { monitor, at, nextAt, baseUrl }: Writing,
  before: ReadonlyMap<string, GroupState>,
  { states, changes, messages, isCut }: Evaluated,
): Promise<boolean> {
  const isOurs = await claim(tx, monitor, {
    ...{ next_at: nextAt, judged_at: at, groups_cut: Number(isCut), ...WELL },
  });
  if (!isOurs) return false;
  await writeStates(tx, monitor.id, before, states);
  await noteChanges(tx, { id: monitor.id, revision: monitor.revision, at }, changes);
  const recovered = monitor.failingSince === null ? [] : [failingMessage(monitor, at, null)];
  await queueMessages(tx, monitor, [...messages, ...recovered], { now: Date.now(), baseUrl });
  return true;
}

const WELL = { waiting_since: null, waiting_why: null, failures: 0, failing_since: null, failing_why: null };

/** Once in a while a question fails; so many in a row are told. */
const FAILURES_TO_TELL = 3;

/** A question that the store refuses is told as well: a monitor that cannot judge is not one. */
export async function writeFailure(
  tx: Kysely<Tables>,
  { monitor, at, nextAt, baseUrl }: Writing,
  why: string,
): Promise<void> {
  const failures = monitor.failures + 1;
  const isTold = failures >= FAILURES_TO_TELL && monitor.failingSince === null;
  const failingSince = isTold ? at : monitor.failingSince;
  const isOurs = await claim(tx, monitor, {
    ...{ next_at: nextAt, failures, failing_since: failingSince, failing_why: why },
  });
  if (!isOurs || !isTold || isMuted(monitor, at)) return;
  const failing = { ...monitor, failingSince };
  await queueMessages(tx, monitor, [failingMessage(failing, at, why)], { now: Date.now(), baseUrl });
}

export function isMuted({ mutedUntil }: StoredMonitor, now: number): boolean {
  return mutedUntil !== null && mutedUntil > now;
}

type Fields = { next_at: number } & Record<string, number | string | null>;

/** Writes the row first: it locks it, and fails if it is not the one that was read. */
async function claim(tx: Kysely<Tables>, monitor: StoredMonitor, fields: Fields): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('monitor')
    .set(fields)
    .where('id', '=', monitor.id)
    .where('revision', '=', monitor.revision)
    .where('enabled', '=', 1)
    .where('next_at', '=', monitor.nextAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function failingMessage(
  { failingSince }: Pick<StoredMonitor, 'failingSince'>,
  at: number,
  why: string | null,
): Told {
  return {
    type: why === null ? 'monitor.recovered' : 'monitor.firing',
    state: why === null ? 'ok' : 'failing',
    ...{ group: '', step: null, value: null, threshold: 0, forecast: null, again: false, reason: why },
    window: { from: at, to: at },
    cause: `failing ${failingSince} ${why === null ? 'over' : 'begun'}`,
  };
}
