/** The states of groups, as rows and as the rules know them. */
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { MonitorStateTable, Tables } from '../../metadata/tables.ts';
import type { GroupState } from '../../monitors/rules/group-state.ts';

export async function readStates(
  db: Kysely<Tables>,
  monitorIds: readonly string[],
): Promise<Map<string, Map<string, GroupState>>> {
  const rows =
    monitorIds.length === 0
      ? []
      : await db.selectFrom('monitor_state').selectAll().where('monitor_id', 'in', monitorIds).execute();
  const byMonitor = Map.groupBy(rows, ({ monitor_id }) => monitor_id);
  return new Map(
    monitorIds.map((id) => [
      id,
      new Map((byMonitor.get(id) ?? []).map((row) => [row.group_value, stateIn(row)])),
    ]),
  );
}

/** Writes the states that differ from those before, and removes those that are gone. */
export async function writeStates(
  tx: Kysely<Tables>,
  monitorId: string,
  before: ReadonlyMap<string, GroupState>,
  after: ReadonlyMap<string, GroupState>,
): Promise<void> {
  const gone = [...before.keys()].filter((group) => !after.has(group));
  const changed = [...after].filter(([group, state]) => group === '' || differs(before.get(group), state));
  for (const some of pages(gone))
    await tx
      .deleteFrom('monitor_state')
      .where('monitor_id', '=', monitorId)
      .where('group_value', 'in', some)
      .execute();
  for (const some of pages(changed))
    await tx
      .insertInto('monitor_state')
      .values(some.map(([group, state]) => rowOf(monitorId, group, state)))
      .onConflict((conflict) =>
        conflict.columns(['monitor_id', 'group_value']).doUpdateSet((row) => ({
          state: row.ref('excluded.state'),
          since: row.ref('excluded.since'),
          pending_since: row.ref('excluded.pending_since'),
          value: row.ref('excluded.value'),
          forecast: row.ref('excluded.forecast'),
          period: row.ref('excluded.period'),
          step: row.ref('excluded.step'),
          closed_step: row.ref('excluded.closed_step'),
          told_at: row.ref('excluded.told_at'),
          told: row.ref('excluded.told'),
        })),
      )
      .execute();
}

/** The figure of a monitor without groups is always written; those of many groups that are well are not. */
function differs(before: GroupState | undefined, after: GroupState): boolean {
  if (before === undefined || after.state !== 'ok' || before.state !== 'ok') return true;
  return (
    before.period !== after.period ||
    before.pendingSince !== after.pendingSince ||
    before.step !== after.step ||
    before.closedStep !== after.closedStep
  );
}

/** SQLite takes 32,766 parameters, PostgreSQL 65,535. */
const PAGE = 500;

function* pages<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += PAGE) yield items.slice(at, at + PAGE);
}

function stateIn(row: Selectable<MonitorStateTable>): GroupState {
  return {
    // The rules write no other.
    state: row.state === 'failing' ? 'ok' : row.state,
    since: row.since,
    pendingSince: row.pending_since,
    value: row.value,
    forecast: row.forecast,
    period: row.period,
    step: row.step,
    closedStep: row.closed_step,
    toldAt: row.told_at,
    told: row.told,
  };
}

function rowOf(monitorId: string, group: string, state: GroupState): Insertable<MonitorStateTable> {
  return {
    monitor_id: monitorId,
    group_value: group,
    state: state.state,
    since: state.since,
    pending_since: state.pendingSince,
    value: state.value,
    forecast: state.forecast,
    period: state.period,
    step: state.step,
    closed_step: state.closedStep,
    told_at: state.toldAt,
    told: state.told,
  };
}
