/** What is remembered of a group of a monitor, what changes, and what is told. */
import type { MonitorState, QuietReason } from '@parley/contract';

export type GroupState = {
  /** `failing` is a state of the monitor as a whole, since no group could be judged. */
  state: Exclude<MonitorState, 'failing'>;
  since: number;
  /** Since when it is violated: the incident that messages belong to. */
  pendingSince: number | null;
  value: number | null;
  forecast: number | null;
  /** Of calendar windows: the start of the period. */
  period: number | null;
  /** Of budgets: the highest step that was reached in the period, and in the one before. */
  step: number | null;
  closedStep: number | null;
  toldAt: number | null;
  /** How often people were told that it fires. */
  told: number;
};

/** By the value of `groupBy`; '' without one. */
export type GroupStates = ReadonlyMap<string, GroupState>;

export type Change = {
  group: string;
  from: GroupState['state'];
  to: GroupState['state'];
  value: number | null;
  threshold: number;
  period: number | null;
  step: number | null;
  quiet: QuietReason | null;
};

export type Message = {
  type: 'monitor.firing' | 'monitor.recovered';
  group: string;
  state: GroupState['state'];
  value: number | null;
  threshold: number;
  step: number | null;
  forecast: number | null;
  window: { from: number; to: number };
  again: boolean;
  reason: string | null;
  /** The same for the same news, however often it is computed; unique within a revision of the monitor. */
  cause: string;
};

/** What an evaluation comes to. Groups that are missing in `states` are forgotten. */
export type Outcome = { states: Map<string, GroupState>; changes: Change[]; messages: Message[] };

/** Messages of one evaluation; further groups are told by the next ones. */
export const MOST_MESSAGES = 100;

export function freshState(now: number): GroupState {
  return {
    state: 'ok',
    since: now,
    pendingSince: null,
    value: null,
    forecast: null,
    period: null,
    step: null,
    closedStep: null,
    toldAt: null,
    told: 0,
  };
}

export function isAlarmed({ state }: Pick<GroupState, 'state'>): boolean {
  return state === 'firing' || state === 'recovering' || state === 'noData';
}
