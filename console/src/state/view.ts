/** The view: a range of time and filters, kept in the address so that a link shows a colleague the same. */
import type { Bucket, InteractionFilters, LabelDimension } from '@parley/contract';
import { RANGE_FILTERS, type RangeFilter, VALUE_FILTERS, type ValueFilter } from '@parley/contract/fields';
import { SEARCH_IN } from '@parley/contract/search';
import { type LabelFilters, labelsIn } from './label-filters.ts';
import {
  DEFAULT_PRESET,
  isPreset,
  latest,
  type Preset,
  periodOf,
  presetOf,
  type Range,
  rangeOfPreset,
  shifted,
} from './presets.ts';
import { type ScoreParameters, scoreParameters, scoresIn } from './score-filters.ts';

/** Filters by values, of which a matching interaction has one. */
export type ValueName = ValueFilter | LabelDimension;
export type FilterName = ValueName | `not.${ValueName}`;

/**
 * The server's filters, but for the application and the range of time; labels and scores are each a filter of their own.
 */
export type Filters = LabelFilters &
  ScoreParameters &
  Pick<InteractionFilters, ValueFilter | `not.${ValueFilter}` | RangeFilter | 'q' | 'in'>;

export type View = Filters & {
  range?: Preset;
  /** A custom range in place of a preset, ISO 8601. */
  from?: string;
  to?: string;
  /** The viewer's own zone, when absent. */
  tz?: string;
};

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
  Object.assign(view, scoreParameters(scoresIn(search)));
  for (const name of TEXTS)
    if (search[name] !== undefined && search[name] !== '') view[name] = String(search[name]);
  if (SEARCH_IN.some((where) => where === search.in)) view.in = search.in;
  if (!isTimeZone(view.tz)) delete view.tz;
  // A range needs both ends.
  if (!isTime(view.from) || !isTime(view.to)) {
    delete view.from;
    delete view.to;
  }
  if (isPreset(search.range)) view.range = search.range;
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

function isTime(text: unknown): boolean {
  return typeof text === 'string' && !Number.isNaN(Date.parse(text));
}

export function timeZoneOf({ tz }: View): string {
  return tz ?? ownTimeZone();
}

/** Browsers may withhold the time zone. */
function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

function customRange({ from, to }: View): Range | null {
  if (from === undefined || to === undefined) return null;
  return { from: Date.parse(from), to: Date.parse(to) };
}

/** The range of a view; the default one when it has none. */
export function rangeOf(view: View, now = Date.now()): Range {
  return customRange(view) ?? rangeOfPreset(view.range ?? DEFAULT_PRESET, timeZoneOf(view), now);
}

function wholePeriod(view: View, now: number): Range {
  return customRange(view) ?? periodOf(view.range ?? DEFAULT_PRESET, timeZoneOf(view), now);
}

/**
 * The period that a view is compared with: the one before, and where the view lasts until now, as much of it.
 */
export function comparedRange(view: View, now = Date.now()): Range {
  const [shown, whole] = [rangeOf(view, now), wholePeriod(view, now)];
  const before = shifted(whole, -1, timeZoneOf(view));
  if (shown.to === whole.to) return before;
  return { from: before.from, to: Math.min(before.to, before.from + (shown.to - shown.from)) };
}

/** The view of the period before (-1) or after (1); null where that would lie ahead. */
export function viewBeside(view: View, way: -1 | 1, now = Date.now()): View | null {
  const timeZone = timeZoneOf(view);
  const whole = wholePeriod(view, now);
  if (way === 1 && whole.to > now) return null;
  const beside = shifted(whole, way, timeZone);
  if (beside.from < 0) return null;
  // A period that has begun is shown up to now.
  const isAhead = beside.to > now && presetOf(beside, timeZone, now) === undefined;
  const period = isAhead ? latest(beside, timeZone, now) : beside;
  const range = presetOf(period, timeZone, now);
  if (range !== undefined) return readView({ ...view, range, from: undefined, to: undefined });
  const [from, to] = [period.from, period.to].map((ms) => new Date(ms).toISOString());
  return readView({ ...view, range: undefined, from, to });
}

/** Whether a view lasts until now, so that what comes in belongs to it. */
export function lastsUntilNow(view: View, now = Date.now()): boolean {
  return customRange(view) === null && wholePeriod(view, now).to > now;
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

/** The approximate length of a bucket, in milliseconds. */
export function lengthOf(bucket: Bucket): number {
  return BUCKETS[bucket];
}

/** The part of a view that also applies to other applications. */
export function rangeIn({ range, from, to, tz }: View): View {
  return readView({ range, from, to, tz });
}
