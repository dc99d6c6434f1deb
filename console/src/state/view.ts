/** What is looked at, as the address bar has it: a range of time and filters. A link shows a colleague the same. */
import type { Bucket, InteractionFilters, LabelDimension } from '@parley/contract';
import { RANGE_FILTERS, type RangeFilter, VALUE_FILTERS, type ValueFilter } from '@parley/contract/fields';
import { type LabelFilters, labelsIn } from './label-filters.ts';

export const PRESETS = {
  '1h': { label: 'Last hour', ms: 3_600_000 },
  '24h': { label: 'Last 24 hours', ms: 86_400_000 },
  '7d': { label: 'Last 7 days', ms: 7 * 86_400_000 },
  '30d': { label: 'Last 30 days', ms: 30 * 86_400_000 },
  '90d': { label: 'Last 90 days', ms: 90 * 86_400_000 },
} as const;
export type Preset = keyof typeof PRESETS;

/** Filters by values, of which a matching interaction has one. */
export type ValueName = ValueFilter | LabelDimension;
export type FilterName = ValueName | `not.${ValueName}`;

/** The server's filters, but for the application and the range of time; labels are each a filter of their own. */
export type Filters = LabelFilters &
  Pick<InteractionFilters, ValueFilter | `not.${ValueFilter}` | RangeFilter | 'q'>;

export type View = Filters & {
  range?: Preset;
  /** Instead of a preset: ISO 8601. */
  from?: string;
  to?: string;
  /** The viewer's own zone, when absent. */
  tz?: string;
};

export const DEFAULT_PRESET: Preset = '7d';

const TEXTS = ['from', 'to', 'tz', 'q'] as const;

/** How a filter by values is named in addresses. */
export function filterName(name: ValueName, not: boolean): FilterName {
  return not ? `not.${name}` : name;
}

/** Whatever an address says, what comes out fits; what does not is left out. */
export function readView(search: Record<string, unknown>): View {
  const view: Record<string, unknown> = {};
  const names = [...VALUE_FILTERS, ...labelsIn(search)];
  for (const name of names.flatMap((one) => [filterName(one, false), filterName(one, true)])) {
    const values = [search[name]]
      .flat()
      .filter((value) => typeof value === 'string' || typeof value === 'number');
    if (values.length > 0) view[name] = values.map(String);
  }
  for (const name of RANGE_FILTERS) {
    const value = Number(search[name]);
    if (search[name] !== undefined && Number.isFinite(value) && value >= 0) view[name] = value;
  }
  for (const name of TEXTS)
    if (search[name] !== undefined && search[name] !== '') view[name] = String(search[name]);
  if (!isTimeZone(view.tz)) delete view.tz;
  if (typeof search.range === 'string' && search.range in PRESETS) view.range = search.range;
  return view as View;
}

/** A zone by name, as the server takes it: no offset such as +02:00. */
function isTimeZone(name: unknown): boolean {
  try {
    return (
      typeof name === 'string' &&
      /^[a-z]/i.test(name) &&
      Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
    );
  } catch {
    return false;
  }
}

export function timeZoneOf({ tz }: View): string {
  return tz ?? ownTimeZone();
}

/** A browser need not say where it is. */
function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

const QUARTER_HOUR = 900_000;

/** Presets end with the quarter of an hour that runs, so that the server can answer from its sums. */
export function rangeOf({ range, from, to }: View, now = Date.now()): { from: number; to: number } {
  if (from !== undefined && to !== undefined) return { from: Date.parse(from), to: Date.parse(to) };
  const end = Math.ceil((now + 1) / QUARTER_HOUR) * QUARTER_HOUR;
  return { from: end - PRESETS[range ?? DEFAULT_PRESET].ms, to: end };
}

/** An address may say more than a page knows; the server refuses what it does not. */
export function filtersOf(view: View): Filters {
  const { range: _range, from: _from, to: _to, tz: _tz, ...filters } = readView(view);
  return filters;
}

/** The filters as the server's lists take them, with the range. */
export function listQuery(appId: string, view: View, now?: number) {
  const { from, to } = rangeOf(view, now);
  return { app: appId, from, to, ...filtersOf(view) };
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** About how long each is. */
const BUCKETS: Readonly<Record<Bucket, number>> = {
  minute: MINUTE,
  '5minutes': 5 * MINUTE,
  '15minutes': 15 * MINUTE,
  hour: 60 * MINUTE,
  '6hours': 6 * 60 * MINUTE,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
};
/** Marks of a chart: enough to see what happened, and few enough to point at. */
const MARKS = 55;

/** The size of bucket that comes closest to as many marks as a chart should have. */
export function bucketOf(view: View): Bucket {
  const { from, to } = rangeOf(view);
  const off = (length: number) => Math.abs(Math.log((to - from) / length / MARKS));
  const [[closest] = ['day' as const]] = (Object.entries(BUCKETS) as [Bucket, number][]).sort(
    ([, a], [, b]) => off(a) - off(b),
  );
  return closest;
}

/** Whether a moment needs its time of day to be told from the next. */
export function isWithinDay(bucket: Bucket): boolean {
  return BUCKETS[bucket] < DAY;
}

/** What goes along to another application: the rest is about this one. */
export function rangeIn({ range, from, to, tz }: View): View {
  return readView({ range, from, to, tz });
}
