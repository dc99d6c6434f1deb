/** The view: a range of time and filters, kept in the address so that a link shows a colleague the same. */
import type { Bucket, InteractionFilters, LabelDimension } from '@parley/contract';
import { RANGE_FILTERS, type RangeFilter, VALUE_FILTERS, type ValueFilter } from '@parley/contract/fields';
import { SEARCH_IN } from '@parley/contract/search';
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

/**
 * The server's filters, but for the application and the range of time; labels are each a filter of their own.
 */
export type Filters = LabelFilters &
  Pick<InteractionFilters, ValueFilter | `not.${ValueFilter}` | RangeFilter | 'q' | 'in'>;

export type View = Filters & {
  range?: Preset;
  /** A custom range in place of a preset, ISO 8601. */
  from?: string;
  to?: string;
  /** The viewer's own zone, when absent. */
  tz?: string;
};

export const DEFAULT_PRESET: Preset = '7d';

const TEXTS = ['from', 'to', 'tz', 'q'] as const;

/** The name of a filter by values in the address. */
export function filterName(name: ValueName, not: boolean): FilterName {
  return not ? `not.${name}` : name;
}

/** Parses the parameters of an address; drops whatever is invalid. */
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
  if (SEARCH_IN.some((where) => where === search.in)) view.in = search.in;
  if (!isTimeZone(view.tz)) delete view.tz;
  if (typeof search.range === 'string' && search.range in PRESETS) view.range = search.range;
  return view as View;
}

/** Whether the server accepts the zone: a name, not an offset such as +02:00. */
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

/** Browsers may withhold the time zone. */
function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

const QUARTER_HOUR = 900_000;

/** Presets end at the next quarter of an hour, so that the server can answer from its pre-computed sums. */
export function rangeOf({ range, from, to }: View, now = Date.now()): { from: number; to: number } {
  if (from !== undefined && to !== undefined) return { from: Date.parse(from), to: Date.parse(to) };
  const end = Math.ceil((now + 1) / QUARTER_HOUR) * QUARTER_HOUR;
  return { from: end - PRESETS[range ?? DEFAULT_PRESET].ms, to: end };
}

/** The filters alone. Other parameters of the address are dropped, as the server would refuse them. */
export function filtersOf(view: View): Filters {
  const { range: _range, from: _from, to: _to, tz: _tz, ...filters } = readView(view);
  return filters;
}

/** Parameters of the server's lists: the filters and the range. */
export function listQuery(appId: string, view: View, now?: number) {
  const { from, to } = rangeOf(view, now);
  return { app: appId, from, to, ...filtersOf(view) };
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Approximate lengths. */
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
/** Preferred number of marks in a chart: enough detail, yet each can be pointed at. */
const MARKS = 55;

/** The bucket size that comes closest to the preferred number of marks. */
export function bucketOf(view: View): Bucket {
  const { from, to } = rangeOf(view);
  const off = (length: number) => Math.abs(Math.log((to - from) / length / MARKS));
  const [[closest] = ['day' as const]] = (Object.entries(BUCKETS) as [Bucket, number][]).sort(
    ([, a], [, b]) => off(a) - off(b),
  );
  return closest;
}

/** Whether labels of buckets need the time of day. */
export function isWithinDay(bucket: Bucket): boolean {
  return BUCKETS[bucket] < DAY;
}

/** The part of a view that also applies to other applications. */
export function rangeIn({ range, from, to, tz }: View): View {
  return readView({ range, from, to, tz });
}
