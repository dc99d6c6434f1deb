/** The states of a monitor, from one evaluation to the next. No clock, no database: `now` is the end of what is known. */
import type { MonitorDefinition } from '@parley/contract';
import {
  type Change,
  freshState,
  type GroupState,
  type GroupStates,
  isAlarmed,
  type Message,
  MOST_MESSAGES,
  type Outcome,
} from './group-state.ts';
import { type ComparedFigure, judge, nothingFound, thresholdOf, type Verdict } from './judge.ts';

export type Evaluation = {
  definition: MonitorDefinition;
  states: GroupStates;
  /** In the order of importance; messages are told in it. */
  figures: ReadonlyMap<string, ComparedFigure>;
  /** Whether there were more groups than figures: what lacks a figure is unknown then, not missing. */
  isCut: boolean;
  window: { from: number; to: number };
  /** The start of the calendar period, if the window is one. */
  period: number | null;
  now: number;
  isMuted: boolean;
};

const MINUTE = 60_000;
/** A group that was not seen for so long is gone, rather than silent. */
const GONE_MS = 7 * 24 * 60 * MINUTE;

export function advance(evaluation: Evaluation): Outcome {
  const { definition, states, figures, isCut, now } = evaluation;
  const outcome: Outcome = { states: new Map(), changes: [], messages: [] };
  for (const group of groupsOf(definition, states, figures)) {
    const figure = figures.get(group);
    const before = states.get(group) ?? freshState(now);
    if (!figure && isCut) {
      outcome.states.set(group, before);
      continue;
    }
    const isGone = !figure && definition.groupBy !== null && isLongSilent(before, now);
    const verdict: Verdict = isGone
      ? { kind: 'clear', value: null }
      : judge(definition, figure ?? nothingFound(definition));
    const after = tell(evaluation, outcome, group, before, moved(evaluation, before, verdict), isGone);
    if (figure || definition.groupBy === null || after.state !== 'ok') outcome.states.set(group, after);
  }
  return outcome;
}

function groupsOf(
  { groupBy }: MonitorDefinition,
  states: GroupStates,
  figures: ReadonlyMap<string, unknown>,
): Iterable<string> {
  return groupBy === null ? [''] : new Set([...figures.keys(), ...states.keys()]);
}

function isLongSilent(state: GroupState, now: number): boolean {
  return isAlarmed(state) && now - state.since > GONE_MS;
}

/** The state after a verdict. */
function moved(
  { definition, period, now }: Evaluation,
  before: GroupState,
  { kind, value }: Verdict,
): GroupState {
  const at = (state: GroupState['state'], pendingSince: number | null): GroupState => ({
    ...before,
    state,
    since: state === before.state ? before.since : now,
    pendingSince,
    value,
    period,
  });
  switch (kind) {
    case 'keep':
      return { ...before, value, period };
    case 'clear':
      return at('ok', null);
    case 'between':
      return isAlarmed(before) ? at('recovering', before.pendingSince) : at('ok', null);
    case 'violated':
    case 'missing': {
      const since = before.pendingSince ?? now;
      const isLong = isAlarmed(before) || now - since >= definition.for * MINUTE;
      const alarm = kind === 'violated' ? 'firing' : 'noData';
      return at(isLong ? alarm : 'pending', since);
    }
  }
}

/** Notes the change, and says what people are told of it. Returns the state with how often they were told. */
function tell(
  { definition, window, isMuted, now }: Evaluation,
  { changes, messages }: Outcome,
  group: string,
  before: GroupState,
  after: GroupState,
  isGone: boolean,
): GroupState {
  const threshold = thresholdOf(definition.condition);
  const { state, value, period } = after;
  const say = (type: Message['type'], news: string, reason: string | null = null) => {
    const again = type === 'monitor.firing' && before.told > 0;
    const cause = `${group} ${before.pendingSince ?? after.pendingSince} ${news}`;
    const figures = { value, threshold, step: null, forecast: null };
    messages.push({ type, group, state, ...figures, window, again, reason, cause });
  };
  const isAlarm = state === 'firing' || state === 'noData';
  const isDue = isAlarm && (before.told === 0 || isTimeAgain(definition, before, now));
  const isFull = messages.length >= MOST_MESSAGES;
  if (state !== before.state) {
    const isNews = isAlarm && before.told === 0;
    const quiet = isNews && isMuted ? 'muted' : isNews && isFull ? 'tooMany' : null;
    const change: Change = {
      ...{ group, from: before.state, to: state, value, threshold, period },
      step: null,
      quiet,
    };
    changes.push(change);
  }
  if (isDue && !isMuted && !isFull) {
    say('monitor.firing', `firing ${before.told}`);
    return { ...after, toldAt: now, told: before.told + 1 };
  }
  if (isAlarmed(after) || before.told === 0) return after;
  // Also while it is muted: it ends what was told.
  say('monitor.recovered', 'recovered', isGone ? 'Nothing was seen of it for seven days.' : null);
  return { ...after, toldAt: null, told: 0 };
}

function isTimeAgain({ every }: MonitorDefinition, { toldAt }: GroupState, now: number): boolean {
  return every !== null && toldAt !== null && now - toldAt >= every * MINUTE;
}
