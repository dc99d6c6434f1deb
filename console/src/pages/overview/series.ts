/** From the rows of a question to what a chart draws. */
import type { Bucket, QueryAnswer } from '@parley/contract';
import { colorOf, OTHERS_COLOR, RAMP } from '../../charts/colors.ts';
import type { Series } from '../../charts/time-chart.tsx';
import { upstreamName } from '../../lib/upstream-names.ts';
import { isWithinDay, type View } from '../../state/view.ts';
import { type Measure, numberIn, textIn } from './use-query.ts';

export type Group = Series & { key: string | null; others: boolean };
type Span = { from: string; to: string };
export type Stacked = { times: string[]; range: Span; series: Group[] };

const NO_RANGE: Span = { from: '', to: '' };
export const NOTHING: Stacked = { times: [], range: NO_RANGE, series: [] };

/** One above the other, the largest at the bottom and the others on top; what is nothing is left out. */
export function stack(
  answer: QueryAnswer | undefined,
  dimension: string,
  measure: Measure,
  none = 'unknown',
): Stacked {
  const times: string[] = [];
  const groups = new Map<string, Group & { values: (number | null)[] }>();
  for (const row of answer?.rows ?? []) {
    const time = row.time ?? '';
    if (times.at(-1) !== time) times.push(time);
    const key = textIn(row, dimension);
    const others = row.others === true;
    const name = others ? 'others' : nameOf(dimension, key, none);
    const group = groups.get(name) ?? { name, key, others, color: OTHERS_COLOR, values: [] };
    groups.set(name, group);
    group.values[times.length - 1] = numberIn(row, measure);
  }
  const series = [...groups.values()]
    .filter((group) => total(group) > 0)
    .sort((a, b) => Number(a.others) - Number(b.others) || total(b) - total(a) || (a.name < b.name ? -1 : 1));
  return { times, range: rangeOf(answer), series };
}

/** A label may have any value, also one that would be taken for all others. */
function nameOf(dimension: string, key: string | null, none: string): string {
  if (key === null) return none;
  return key === 'others' ? '“others”' : upstreamName(dimension, key);
}

function rangeOf(answer: QueryAnswer | undefined): Span {
  return answer ? { from: answer.from, to: answer.to } : NO_RANGE;
}

/** The time that a point counts: from its beginning to the next one's, as far as the question went. */
export function spanOf({ times, range }: Stacked, index: number): Span | null {
  const start = times[index];
  if (start === undefined) return null;
  return { from: start < range.from ? range.from : start, to: times[index + 1] ?? range.to };
}

/** What is looked at, at that point alone. */
export function viewAt({ range: _, ...view }: View, stacked: Stacked, index: number): View | null {
  const span = spanOf(stacked, index);
  return span && { ...view, ...span };
}

function total({ values }: Series): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

/** In charts beside each other, what is called the same looks the same. */
export function colored(stacks: readonly Stacked[]): Stacked[] {
  const named = stacks.flatMap(({ series }) => series.filter(({ others }) => !others));
  const names = [...new Set(named.map(({ name }) => name))];
  return stacks.map(({ series, ...rest }) => ({
    ...rest,
    series: series.map((one) => (one.others ? one : { ...one, color: colorOf(one.name, names) })),
  }));
}

/** Several measures of one thing, each a line of its own, in their order. */
export function lines(
  answer: QueryAnswer | undefined,
  measures: readonly (readonly [Measure, string])[],
): Stacked {
  const rows = answer?.rows ?? [];
  return {
    times: rows.map(({ time }) => time ?? ''),
    range: rangeOf(answer),
    series: measures.map(([measure, name], i) => ({
      name,
      key: null,
      others: false,
      // One alone has the plain colour.
      color: RAMP[measures.length === 1 ? 1 : i] ?? OTHERS_COLOR,
      values: rows.map((row) => numberIn(row, measure)),
    })),
  };
}

export function tableOf(
  { times, series }: Stacked,
  timeLabel: (time: string) => string,
  format: (value: number | null) => string,
) {
  return {
    columns: ['Time', ...series.map(({ name }) => name)],
    rows: times.map((time, i) => [timeLabel(time), ...series.map(({ values }) => format(values[i] ?? null))]),
  };
}

export function timeLabels(bucket: Bucket, timeZone: string): (time: string) => string {
  return (time) => {
    const date = new Date(time);
    const day = date.toLocaleDateString('en-GB', { timeZone, day: 'numeric', month: 'short' });
    if (!isWithinDay(bucket)) return day;
    return `${day} ${date.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })}`;
  };
}
