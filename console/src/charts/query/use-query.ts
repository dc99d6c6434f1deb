import type { Dimension, QueryBody } from '@parley/contract';
import type { Ask } from '../../api/call.ts';
import { useAsk } from '../../api/use-ask.ts';
import { bucketOf, comparedRange, filtersOf, rangeOf, timeZoneOf, type View } from '../../state/view.ts';

type Body = Ask<'POST /v1/query'>['body'];
type Question = Omit<Body, 'from' | 'to' | 'filters' | 'timezone'>;

/** An analytics query over a view. */
export function useQueryOf(appId: string, view: View, question: Question) {
  return useAsk('POST /v1/query', { body: bodyOf(appId, view, question) });
}

export function bodyOf(appId: string, view: View, question: Question): Body {
  const filters = { app: appId, ...filtersOf(view) };
  return { ...question, ...periodsOf(view, question), timezone: timeZoneOf(view), filters };
}

/** The range of a view and, where the question compares, the period before by the calendar. */
export function periodsOf(view: View, { compare }: Pick<Question, 'compare'>) {
  const now = Date.now();
  const range = rangeOf(view, now);
  const before = comparedRange(view, now);
  // Nothing is before 1970.
  return compare === undefined || before.to <= 0
    ? range
    : { ...range, compare: { from: Math.max(0, before.from), to: before.to } };
}

/** Maximum number of series that can be told apart. */
const MAX_SERIES = 7;

/** The query for a chart that is stacked by a dimension. */
export function stackedBy<D extends Dimension>(dimension: D, view: View) {
  const names = dimension === 'user';
  return { dimensions: [dimension], bucket: bucketOf(view), limit: MAX_SERIES, others: true, names };
}

export type Measure = QueryBody['measures'][number];

export function numberIn(row: Record<string, unknown> | undefined, name: string): number | null {
  const value = row?.[name];
  return typeof value === 'number' ? value : null;
}

export function textIn(row: Record<string, unknown>, name: string): string | null {
  const value = row[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}
