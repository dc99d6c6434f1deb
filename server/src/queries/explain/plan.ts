/** The two periods of an explanation, and what it is told by. */
import type { ExplainBody } from '@parley/contract';
import { previous, type Range, rangeOf } from '../../clocks/range.ts';
import { InvalidQuery } from '../analytics/plan.ts';
import type { Apps } from '../filters.ts';
import { type ExplainedSums, explainedSums } from './explained-sums.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

export type ExplainPlan = {
  apps: Apps;
  body: ExplainBody;
  now: Range;
  before: Range;
  told: ExplainedSums;
};

export function planExplanation(apps: Apps, body: ExplainBody, time: number): ExplainPlan {
  const now = rangeOf(body, time);
  if (now.from >= now.to) throw new InvalidQuery('to', '`to` has to be later than `from`.');
  return { apps, body, now, before: comparedWith(body, now), told: explainedSums(body.measure) };
}

function comparedWith({ compare }: ExplainBody, now: Range): Range {
  if (compare === 'previous') return previous(now);
  if (compare === 'weekBefore') {
    // A period that is longer than a week must not overlap itself.
    const shift = Math.ceil((now.to - now.from) / WEEK_MS) * WEEK_MS;
    return { from: Math.max(0, now.from - shift), to: Math.max(0, now.to - shift) };
  }
  if (compare.from >= compare.to) throw new InvalidQuery('compare.to', '`to` has to be later than `from`.');
  if (compare.from < now.to && now.from < compare.to)
    throw new InvalidQuery('compare', 'The two periods must not overlap.');
  return compare;
}
