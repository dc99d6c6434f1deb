/** From the rows of a question to what a chart draws. */
import type { QueryAnswer } from '@parley/contract';
import { colorOf } from '../../charts/colors.ts';
import type { Series } from '../../charts/time-chart.tsx';
import { type Measure, numberIn, textIn } from './use-query.ts';

export type Stacked = { times: string[]; series: (Series & { key: string | null; others: boolean })[] };

export function stack(answer: QueryAnswer | undefined, dimension: string, measure: Measure): Stacked {
  const times: string[] = [];
  const groups = new Map<string, Stacked['series'][number] & { values: (number | null)[] }>();
  for (const row of answer?.rows ?? []) {
    const time = row.time ?? '';
    if (times.at(-1) !== time) times.push(time);
    const key = textIn(row, dimension);
    const others = row.others === true;
    const name = others ? 'others' : (key ?? 'unknown');
    let group = groups.get(name);
    if (!group) {
      group = { name, key, others, color: colorOf(name, groups.size, others), values: [] };
      groups.set(name, group);
    }
    group.values[times.length - 1] = numberIn(row, measure);
  }
  return { times, series: [...groups.values()] };
}

/** Several measures of one thing, each a line of its own. */
export function lines(
  answer: QueryAnswer | undefined,
  measures: readonly (readonly [Measure, string])[],
): Stacked {
  const rows = answer?.rows ?? [];
  return {
    times: rows.map(({ time }) => time ?? ''),
    series: measures.map(([measure, name], i) => ({
      name,
      key: null,
      others: false,
      color: colorOf(name, i),
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

export function timeLabels(bucket: 'hour' | 'day' | 'week', timeZone: string): (time: string) => string {
  return (time) => {
    const date = new Date(time);
    const day = date.toLocaleDateString('en-GB', { timeZone, day: 'numeric', month: 'short' });
    if (bucket !== 'hour') return day;
    return `${day} ${date.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })}`;
  };
}
