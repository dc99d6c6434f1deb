/** Who may change monitors, and what a monitor must not be. */
import { definitionFaults, MAX_MONITORS, type MonitorDefinition, may } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import type { Tables } from '../../metadata/tables.ts';
import { accountOfApplication, roleIn } from '../members/roles.ts';
import { monitorRows, type StoredMonitor, withChannels } from './stored-monitor.ts';

/** An application that the person cannot read does not exist for them. */
export async function checkMayManage(tx: Kysely<Tables>, personId: string, appId: string): Promise<void> {
  const accountId = await accountOfApplication(tx, appId);
  const role = accountId && (await roleIn(tx, personId, accountId));
  if (!role || !may(role, 'monitors:manage'))
    throw new ApiError('forbidden', { message: 'You can’t manage the monitors of this application.' });
}

/** Of a monitor or a report of an account: for people who cannot read it, it does not exist. */
export async function checkMayChange(tx: Kysely<Tables>, personId: string, accountId: string): Promise<void> {
  const role = await roleIn(tx, personId, accountId);
  if (!role || !may(role, 'interactions:read')) throw new ApiError('not_found');
  if (!may(role, 'monitors:manage'))
    throw new ApiError('forbidden', { message: `Your role, ${role}, does not allow this.` });
}

/** The monitor, if the person may change it. */
export async function changeableMonitor(
  tx: Kysely<Tables>,
  { id, personId }: { id: string; personId: string },
): Promise<StoredMonitor> {
  const row = await monitorRows(tx).where('monitor.id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('not_found');
  await checkMayChange(tx, personId, row.account_id);
  const [monitor] = await withChannels(tx, [row]);
  if (!monitor) throw new ApiError('not_found');
  return monitor;
}

export async function checkMonitorCount(tx: Kysely<Tables>, appId: string): Promise<void> {
  const { monitors } = await tx
    .selectFrom('monitor')
    .select((row) => row.fn.countAll<number>().as('monitors'))
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow();
  if (Number(monitors) < MAX_MONITORS) return;
  const message = `This application already has ${MAX_MONITORS} monitors, the maximum. Delete one first.`;
  throw new ApiError('conflict', { message });
}

export function checkDefinition(definition: MonitorDefinition): void {
  const issues = definitionFaults(definition).map((fault) => ({ ...fault, code: 'invalid_combination' }));
  if (issues.length > 0) throw new ApiError('invalid_query', { issues });
}
