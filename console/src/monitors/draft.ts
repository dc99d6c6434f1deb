/** A monitor as the form has it: thresholds in the units that people write. */
import type { Monitor } from '@parley/contract';
import type { Ask } from '../api/call.ts';
import type { Filters } from '../state/view.ts';
import { unitOf } from './measures.ts';
import { isCalendar } from './windows.ts';

export type Compare = 'above' | 'below' | 'up' | 'down';

export type Draft = {
  name: string;
  measure: string;
  groupBy: string;
  window: string;
  compare: Compare;
  /** In the unit of the measure; in percent for a change. */
  threshold: string;
  against: 'previous' | 'weekBefore';
  /** Whether it is a budget, and its steps in percent. */
  isBudget: boolean;
  steps: string;
  minimum: string;
  pending: string;
  margin: string;
  noData: Monitor['noData'];
  every: string;
  notify: readonly string[];
};

export const BLANK: Draft = {
  name: '',
  measure: 'errorRate',
  groupBy: '',
  window: '1h',
  compare: 'above',
  threshold: '5',
  against: 'previous',
  isBudget: false,
  steps: '50, 80, 100',
  minimum: '20',
  pending: '0',
  margin: '10',
  noData: 'ok',
  every: '',
  notify: [],
};

export type NewMonitor = NonNullable<Ask<'POST /v1/monitors'>['body']>;
type Defining = Omit<NewMonitor, 'app' | 'name' | 'notify' | 'mutedUntil' | 'enabled'>;
type Definition = { [K in keyof Defining]-?: Exclude<Defining[K], undefined> };

/** What the server takes; null while a number is missing. */
export function definitionOf(draft: Draft, filters: Filters): Definition | null {
  const threshold = numberOf(draft.threshold);
  if (threshold === null) return null;
  const budget = mayBeBudget(draft) && draft.isBudget;
  const isChange = draft.compare === 'up' || draft.compare === 'down';
  const figure = clean(threshold * unitOf(draft.measure).factor);
  const condition =
    draft.compare === 'above'
      ? { above: figure }
      : draft.compare === 'below'
        ? { below: figure }
        : { changedBy: clean(threshold / (draft.compare === 'up' ? 100 : -100)), against: draft.against };
  return {
    // The form offers measures and dimensions that the server has.
    measure: draft.measure as Definition['measure'],
    filters: filters as Definition['filters'],
    groupBy: draft.groupBy === '' ? null : (draft.groupBy as NonNullable<Definition['groupBy']>),
    window: draft.window,
    condition,
    steps: budget ? stepsOf(draft.steps) : null,
    minimum: numberOf(draft.minimum) ?? 0,
    for: budget ? 0 : (numberOf(draft.pending) ?? 0),
    margin: budget || isChange ? 0 : clean((numberOf(draft.margin) ?? 0) / 100),
    noData: draft.noData,
    every: budget ? null : numberOf(draft.every),
  };
}

/** Steps need a period that begins and ends, and something that is used up in it. */
export function mayBeBudget({ measure, window, compare }: Draft): boolean {
  return isCalendar(window) && compare === 'above' && USED_UP.has(measure);
}

const USED_UP: ReadonlySet<string> = new Set([
  'costUsd',
  'totalTokens',
  'inputTokens',
  'outputTokens',
  'interactions',
]);

export function draftOf(monitor: Monitor): Draft {
  const { condition, measure, steps } = monitor;
  const factor = unitOf(measure).factor;
  const [compare, threshold]: [Compare, number] =
    'above' in condition
      ? ['above', condition.above / factor]
      : 'below' in condition
        ? ['below', condition.below / factor]
        : [condition.changedBy > 0 ? 'up' : 'down', Math.abs(condition.changedBy) * 100];
  return {
    name: monitor.name,
    measure,
    groupBy: monitor.groupBy ?? '',
    window: monitor.window,
    compare,
    threshold: String(clean(threshold)),
    against: 'against' in condition ? condition.against : 'previous',
    isBudget: steps !== null,
    steps: steps === null ? BLANK.steps : steps.map((step) => clean(step * 100)).join(', '),
    minimum: String(monitor.minimum),
    pending: String(monitor.for),
    margin: String(clean(monitor.margin * 100)),
    noData: monitor.noData,
    every: monitor.every === null ? '' : String(monitor.every),
    notify: monitor.notify,
  };
}

function stepsOf(text: string): number[] {
  const steps = text.split(/[,;\s]+/).flatMap((one) => numberOf(one) ?? []);
  return [...new Set(steps)].toSorted((a, b) => a - b).map((step) => clean(step / 100));
}

function numberOf(text: string): number | null {
  const value = Number(text.replace('%', ''));
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}

/** Without the noise of a division: 0.07 rather than 0.07000000000000001. */
function clean(value: number): number {
  return Number(value.toPrecision(12));
}
