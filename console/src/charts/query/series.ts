/** Turns the rows of a query into series for a chart. */
import type { QueryAnswer } from '@parley/contract';
import { valueName } from '../../lib/upstream-names.ts';
import { userName } from '../../lib/user-name.ts';
import type { View } from '../../state/view.ts';
import type { TableData } from '../chart-card.tsx';
import { colorOf, OTHERS_COLOR, RAMP } from '../colors.ts';
import { grown } from '../first-seen.ts';
import { type Series, withCalls } from '../time-series.ts';
import type { Selection } from '../use-drag.ts';
import { type Measure, numberIn, textIn } from './use-query.ts';

export type Group = Series & { key: string | null; others: boolean };
type Span = { from: string; to: string };
export type Stacked = { times: string[]; range: Span; series: Group[] };

const NO_RANGE: Span = { from: '', to: '' };
export const NOTHING: Stacked = { times: [], range: NO_RANGE, series: [] };

/** Stacked series, the largest at the bottom and "Others" on top; empty series are left out. */
export function stack(
  answer: QueryAnswer | undefined,
  dimension: string,
  measure: Measure,
  none = 'Unknown',
): Stacked {
  const times: string[] = [];
  const users = new Map(answer?.users?.map((user) => [user.key, userName(user, user.key)]));
  const groups = new Map<string, Group & { values: (number | null)[] }>();
  for (const row of answer?.rows ?? []) {
    const time = row.time ?? '';
    if (times.at(-1) !== time) times.push(time);
    const key = textIn(row, dimension);
    const others = row.others === true;
    const id = others ? 'others' : `key ${key}`;
    let group = groups.get(id);
    if (!group) {
      const name = others ? 'Others' : unused(nameOf(dimension, key, none, users), key, groups);
      group = { name, key, others, color: OTHERS_COLOR, values: [] };
      groups.set(id, group);
    }
    group.values[times.length - 1] = numberIn(row, measure);
  }
  const series = [...groups.values()]
    .filter((group) => total(group) > 0)
    .sort((a, b) => Number(a.others) - Number(b.others) || total(b) - total(a) || (a.name < b.name ? -1 : 1));
  return { times, range: rangeOf(answer), series };
}

/** A label may have any value, including one that reads like the group of all others. */
function nameOf(
  dimension: string,
  key: string | null,
  none: string,
  users: ReadonlyMap<string, string>,
): string {
  if (key === null) return none;
  if (dimension === 'user') return users.get(key) ?? key;
  return key === 'Others' ? '“Others”' : valueName(dimension, key);
}

/** Marks are found by their name, which two users may share. */
function unused(name: string, key: string | null, groups: ReadonlyMap<string, Group>): string {
  const isUsed = [...groups.values()].some((group) => group.name === name);
  return isUsed ? `${name} (${key})` : name;
}

function rangeOf(answer: QueryAnswer | undefined): Span {
  return answer ? { from: answer.from, to: answer.to } : NO_RANGE;
}

/**
 * The time range of some buckets: from the start of the first to the end of the last, within the queried
 * range.
 */
export function spanOf({ times, range }: Stacked, first: number, last = first): Span | null {
  const start = times[first];
  if (start === undefined) return null;
  return { from: start < range.from ? range.from : start, to: times[last + 1] ?? range.to };
}

/** The view narrowed to the buckets that were dragged over. */
export function selectedIn(stacked: Stacked, { first, last }: Selection): Span | null {
  return spanOf(stacked, first, last);
}

/** The view narrowed to one bucket. */
export function viewAt({ range: _, ...view }: View, stacked: Stacked, index: number): View | null {
  const span = spanOf(stacked, index);
  return span && { ...view, ...span };
}

/** The index of the current bucket, which is incomplete. */
export function unfinishedIn({ times, range }: Stacked, now = Date.now()): number | null {
  const index = times.findLastIndex((start) => Date.parse(start) <= now);
  return index !== -1 && now < Date.parse(times[index + 1] ?? range.to) ? index : null;
}

function total({ values }: Series): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

/** Colours series by their position in the order, the same in all charts; unknown names come after it. */
export function colored(stacks: readonly Stacked[], order: readonly string[]): Stacked[] {
  const keyOf = ({ key }: Group) => key ?? '';
  const named = stacks.flatMap(({ series }) => series.filter(({ others }) => !others));
  const all = grown(order, named.map(keyOf));
  return stacks.map(({ series, ...rest }) => ({
    ...rest,
    series: series.map((one) => (one.others ? one : { ...one, color: colorOf(keyOf(one), all) })),
  }));
}

/** Several measures, each as a line, in the given order. */
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
      // A single line has the first colour.
      color: RAMP[measures.length === 1 ? 1 : i] ?? OTHERS_COLOR,
      values: rows.map((row) => numberIn(row, measure)),
    })),
  };
}

export function tableOf(
  { times, series }: Stacked,
  timeLabel: (time: string) => string,
  format: (value: number | null) => string,
  exact?: (value: number | null) => string,
): TableData {
  const cell = (value: number | null, calls?: number) => {
    const text = withCalls(format(value), calls);
    return exact === undefined || value === null ? text : { text, title: exact(value) };
  };
  return {
    columns: ['Time', ...series.map(({ name }) => name)],
    rows: times.map((time, i) => [
      timeLabel(time),
      ...series.map(({ values, counts }) => cell(values[i] ?? null, counts?.[i])),
    ]),
  };
}
