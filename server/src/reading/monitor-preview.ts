import {
  type Dimension,
  gatherLabels,
  type MonitorDefinition,
  MonitorFilters,
  type MonitorPreview,
  scoreOf,
} from '@parley/contract';
import { instant, instantOrNull } from '../base/instant.ts';
import type { Range } from '../clocks/range.ts';
import {
  type BucketFigure,
  PREVIEWED_GROUPS,
  type PreviewSpan,
  preview,
  previewSpan,
} from '../monitors/rules/preview.ts';
import { bodyOf, groupIn, numberIn, questionOf } from '../monitors/rules/question.ts';
import { runQuery } from '../queries/analytics/run.ts';
import type { Sources } from './sources.ts';

export type AskedPreview = { app: string; definition: MonitorDefinition; timeZone: string; now: number };

/** Buckets that a question can have, and groups with as many: there are 24 hours of the day. */
const MOST_BUCKETS = 2000;
const MOST_GROUPS = 24;

/** The groups that matter, their figures in the past, then the rules. */
export async function monitorPreview(sources: Sources, asked: AskedPreview): Promise<MonitorPreview> {
  const span = previewSpan(asked);
  const groups = await groupsOf(sources, asked, span.known);
  const buckets: BucketFigure[] = [];
  for (const range of partsOf(span))
    buckets.push(...(await figuresOf(sources, asked, { span, range, groups })));
  const { points, group, fired } = preview(asked, span, buckets);
  return {
    from: instant(span.shown.from),
    to: instant(span.shown.to),
    bucketMs: span.bucketMs,
    points: points.map((point) => ({ ...point, time: instant(point.time) })),
    fired: fired.map(({ group: of, at, until, step }) => ({
      ...{ group: groupOrNull(of), step },
      at: instant(at),
      until: instantOrNull(until),
    })),
    group: groupOrNull(group),
    groups: new Set(buckets.map(({ group }) => group)).size,
  };
}

/** The most important groups; null without any. */
async function groupsOf(
  { store }: Sources,
  { app, definition, timeZone, now }: AskedPreview,
  range: Range,
): Promise<string[] | null> {
  const { measure, groupBy } = definition;
  if (groupBy === null) return null;
  const body = bodyOf(questionOf({ app, timeZone, definition }, range), [measure]);
  const { rows } = await runQuery(store, [app], { ...body, limit: PREVIEWED_GROUPS }, now);
  return rows.map((row) => groupIn(row[groupBy]));
}

/** What is known, in as many parts as there are questions. */
function partsOf({ known: { from, to }, bucketMs }: PreviewSpan): Range[] {
  const length = MOST_BUCKETS * bucketMs;
  return Array.from({ length: Math.ceil((to - from) / length) }, (_, i) => ({
    from: from + i * length,
    to: Math.min(to, from + (i + 1) * length),
  }));
}

type Part = { span: PreviewSpan; range: Range; groups: readonly string[] | null };

/** In the order of the groups. */
async function figuresOf(
  { store }: Sources,
  { app, definition, timeZone, now }: AskedPreview,
  { span, range, groups }: Part,
): Promise<BucketFigure[]> {
  const { measure, groupBy, filters } = definition;
  const only = groupBy && groups ? narrowed(filters, groupBy, groups) : filters;
  const body = bodyOf(questionOf({ app, timeZone, definition: { ...definition, filters: only } }, range), [
    measure,
  ]);
  const { rows } = await runQuery(store, [app], { ...body, bucket: span.bucket, limit: MOST_GROUPS }, now);
  const figures = rows.map((row): BucketFigure => {
    const from = Date.parse(row.time ?? '');
    return {
      group: groupBy ? groupIn(row[groupBy]) : '',
      ...{ from, to: from + span.bucketMs },
      value: numberIn(row[measure]),
      interactions: numberIn(row.interactions) ?? 0,
    };
  });
  if (!groups) return figures;
  const places = new Map(groups.map((group, place) => [group, place]));
  return figures
    .filter(({ group }) => places.has(group))
    .toSorted((a, b) => (places.get(a.group) ?? 0) - (places.get(b.group) ?? 0));
}

/** Filters that leave these groups. Times of the day and the week have none, and neither has what lacks a score. */
function narrowed(filters: MonitorFilters, groupBy: Dimension, groups: readonly string[]): MonitorFilters {
  const isFilter = !['app', 'hourOfDay', 'dayOfWeek'].includes(groupBy) && scoreOf(groupBy) === null;
  if (!isFilter) return filters;
  const { labels, ...only } = MonitorFilters.parse(gatherLabels({ [groupBy]: groups }));
  return { ...filters, ...only, ...(labels ? { labels: { ...filters.labels, ...labels } } : {}) };
}

function groupOrNull(group: string): string | null {
  return group === '' ? null : group;
}
