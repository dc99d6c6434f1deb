/**
 * The states of a budget: shares of an amount that are each reached once in a calendar period. What the period before
 * came to is looked at again with every evaluation, since data arrives late: that is noted and told nobody.
 */
import type { MonitorDefinition, QuietReason } from '@parley/contract';
import type { Range } from '../../clocks/range.ts';
import { freshState, type GroupState, type GroupStates, MOST_MESSAGES, type Outcome } from './group-state.ts';
import type { Figure } from './judge.ts';

export type BudgetEvaluation = {
  definition: MonitorDefinition;
  steps: readonly number[];
  /** What the steps are shares of. */
  amount: number;
  states: GroupStates;
  /** Of the period so far, and of the whole period before, in the order of importance. */
  figures: ReadonlyMap<string, Figure>;
  closed: ReadonlyMap<string, Figure>;
  period: Range;
  closedPeriod: Range;
  /** The end of what was judged last; null for the first time. */
  judgedAt: number | null;
  now: number;
  isMuted: boolean;
};

/** Too early in a period, one large call would make the forecast. */
const FORECAST_FROM = 0.1;

/** What the period will come to if it goes on like this; null in its first tenth. */
export function forecast(value: number | null, { from, to }: Range, now: number): number | null {
  const share = (now - from) / (to - from);
  return value === null || share < FORECAST_FROM ? null : value / Math.min(1, share);
}

export function advanceBudget(evaluation: BudgetEvaluation): Outcome {
  const { definition, states, figures, closed, period, now } = evaluation;
  const outcome: Outcome = { states: new Map(), changes: [], messages: [] };
  const groups =
    definition.groupBy === null ? [''] : new Set([...figures.keys(), ...closed.keys(), ...states.keys()]);
  for (const group of groups) {
    const turned = turnPage(evaluation, outcome, group, states.get(group) ?? freshState(now));
    const late = noteLate(evaluation, outcome, group, turned);
    const spent = figures.get(group)?.value ?? 0;
    const after: GroupState = {
      ...reach(evaluation, outcome, group, late, { period, spent, quiet: null }),
      value: spent,
      forecast: forecast(spent, period, now),
    };
    if (definition.groupBy === null || after.step !== null || after.closedStep !== null)
      outcome.states.set(group, after);
  }
  return outcome;
}

/** Begins a new period: what the old one came to at its end is told, then the state starts again. */
function turnPage(
  evaluation: BudgetEvaluation,
  outcome: Outcome,
  group: string,
  before: GroupState,
): GroupState {
  const { closed, period, closedPeriod, judgedAt, amount, now } = evaluation;
  if (before.period === period.from) return before;
  const spent = closed.get(group)?.value ?? 0;
  const fresh = { ...freshState(now), period: period.from };
  // What happened before there was a monitor is no news.
  if (judgedAt === null) return { ...fresh, closedStep: reachedStep(evaluation, spent) };
  // A group that had reached nothing when the page was turned.
  if (judgedAt >= period.from) return fresh;
  const known = before.period === closedPeriod.from ? before : { ...before, step: null };
  const ended = reach(evaluation, outcome, group, known, { period: closedPeriod, spent, quiet: null });
  if (ended.state === 'firing') {
    outcome.changes.push({
      ...{ group, from: 'firing', to: 'ok', value: 0, threshold: amount, period: period.from },
      ...{ step: null, quiet: null },
    });
    if (ended.told > 0)
      outcome.messages.push({
        ...{ type: 'monitor.recovered', group, state: 'ok', value: 0, threshold: amount },
        ...{ step: null, forecast: null, window: period, again: false },
        reason: 'A new period has begun.',
        cause: `${group} ${period.from} new period`,
      });
  }
  return { ...fresh, closedStep: ended.step };
}

function noteLate(
  evaluation: BudgetEvaluation,
  outcome: Outcome,
  group: string,
  state: GroupState,
): GroupState {
  const { closed, closedPeriod } = evaluation;
  const spent = closed.get(group)?.value ?? 0;
  const late = { period: closedPeriod, spent, quiet: 'late' } as const;
  const { step } = reach(evaluation, outcome, group, { ...state, step: state.closedStep }, late);
  return { ...state, closedStep: step };
}

type Spent = { period: Range; spent: number; quiet: QuietReason | null };

/** Notes each step that was reached since; people are told of the highest. */
function reach(
  evaluation: BudgetEvaluation,
  { changes, messages }: Outcome,
  group: string,
  state: GroupState,
  { period, spent, quiet }: Spent,
): GroupState {
  const { steps, amount, now, isMuted } = evaluation;
  const reached = reachedStep(evaluation, spent);
  const fresh = steps.filter((step) => step > (state.step ?? 0) && step <= (reached ?? 0));
  const step = fresh.at(-1);
  const isTold = quiet === null && !isMuted;
  // The rest is reached with the next evaluation.
  if (step === undefined || (isTold && messages.length >= MOST_MESSAGES)) return state;
  for (const [i, one] of fresh.entries())
    changes.push({
      group,
      from: quiet === null && i > 0 ? 'firing' : state.state,
      to: quiet === null ? 'firing' : state.state,
      ...{ value: spent, threshold: amount * one, period: period.from, step: one },
      quiet: quiet ?? (isMuted ? 'muted' : one === step ? null : 'higherStep'),
    });
  if (quiet !== null) return { ...state, step };
  const after: GroupState = {
    ...{ ...state, state: 'firing', step, value: spent },
    since: state.state === 'firing' ? state.since : now,
  };
  if (!isTold) return after;
  messages.push({
    ...{ type: 'monitor.firing', group, state: 'firing', value: spent, threshold: amount * step, step },
    forecast: forecast(spent, period, now),
    window: { from: period.from, to: Math.min(period.to, now) },
    ...{ again: false, reason: null },
    cause: `${group} ${period.from} step ${step}`,
  });
  return { ...after, toldAt: now, told: state.told + 1 };
}

function reachedStep({ steps, amount }: BudgetEvaluation, spent: number): number | null {
  return steps.findLast((step) => spent >= step * amount) ?? null;
}
