import { MONITOR_STATES, type Monitor, type MonitorChange, type MonitorState } from '@parley/contract';
import type { Selectable } from 'kysely';
import { filtersAsSent } from '../../accounts/filters-as-sent.ts';
import type { StoredMonitor } from '../../accounts/monitors/stored-monitor.ts';
import { instant, instantOrNull } from '../../base/instant.ts';
import type { MonitorChangeTable } from '../../metadata/tables.ts';
import type { GroupState } from '../../monitors/rules/group-state.ts';

/** Groups in an answer; all of them are up to a thousand. */
const SHOWN_GROUPS = 100;

/** The worst last. */
const BY_WEIGHT = [
  'ok',
  'recovering',
  'pending',
  'noData',
  'failing',
  'firing',
] as const satisfies MonitorState[];
const WEIGHT = Object.fromEntries(MONITOR_STATES.map((state) => [state, BY_WEIGHT.indexOf(state)]));

export function weightOf(state: MonitorState): number {
  return WEIGHT[state] ?? 0;
}

export function showMonitor(monitor: StoredMonitor, states: ReadonlyMap<string, GroupState>): Monitor {
  const { id, app, appName, name, definition, notify, enabled } = monitor;
  const groups = [...states].sort(
    ([, a], [, b]) => weightOf(b.state) - weightOf(a.state) || b.since - a.since,
  );
  const unwell = groups.filter(([, { state }]) => state !== 'ok');
  const worst = monitor.failingSince === null ? (groups[0]?.[1].state ?? 'ok') : 'failing';
  return {
    ...{ id, app, appName, name, ...definition, notify, enabled },
    filters: filtersAsSent(definition.filters),
    mutedUntil: instantOrNull(monitor.mutedUntil),
    createdAt: instant(monitor.createdAt),
    createdBy: monitor.createdBy,
    updatedAt: instant(monitor.updatedAt),
    updatedBy: monitor.updatedBy,
    state: worst,
    groups: (definition.groupBy === null ? groups : unwell).slice(0, SHOWN_GROUPS).map(showGroup),
    unwell: unwell.length,
    groupsCut: monitor.groupsCut,
    judgedAt: instantOrNull(monitor.judgedAt),
    nextAt: enabled ? instant(monitor.nextAt) : null,
    waitingSince: instantOrNull(monitor.waitingSince),
    waitingWhy: monitor.waitingWhy,
    failingWhy: monitor.failingWhy,
  };
}

function showGroup([group, { state, since, value, step, forecast }]: [string, GroupState]) {
  return { group: group === '' ? null : group, state, since: instant(since), value, step, forecast };
}

export function showChange(row: Selectable<MonitorChangeTable>): MonitorChange {
  return {
    id: row.id,
    group: row.group_value === '' ? null : row.group_value,
    at: instant(row.at),
    from: row.from_state,
    to: row.to_state,
    value: row.value,
    threshold: row.threshold,
    period: instantOrNull(row.period),
    step: row.step,
    quiet: row.quiet,
  };
}
