import type { MonitorDefinition, MonitorPreview } from '@parley/contract';
import { type BucketFigure, PREVIEWED_GROUPS, preview, previewSpan } from '../monitors/rules/preview.ts';
import { bodyOf, groupIn, numberIn, questionOf } from '../monitors/rules/question.ts';
import { runQuery } from '../queries/analytics/run.ts';
import type { Sources } from './sources.ts';

export type AskedPreview = { app: string; definition: MonitorDefinition; timeZone: string; now: number };

/** One question about at most 2,000 buckets of ten groups, then the rules. */
export async function monitorPreview({ store }: Sources, asked: AskedPreview): Promise<MonitorPreview> {
  const { app, definition, timeZone } = asked;
  const { measure, groupBy } = definition;
  const span = previewSpan(asked);
  const body = bodyOf(questionOf({ app, timeZone, definition }, span.known), [measure]);
  const { rows } = await runQuery(
    store,
    [app],
    { ...body, bucket: span.bucket, limit: PREVIEWED_GROUPS },
    asked.now,
  );
  const buckets = rows.map((row): BucketFigure => {
    const from = Date.parse(row.time ?? '');
    return {
      group: groupBy ? groupIn(row[groupBy]) : '',
      ...{ from, to: from + span.bucketMs },
      value: numberIn(row[measure]),
      interactions: numberIn(row.interactions) ?? 0,
    };
  });
  const { points, group, fired } = preview(asked, span, buckets);
  const time = (at: number) => new Date(at).toISOString();
  return {
    from: time(span.shown.from),
    to: time(span.shown.to),
    bucketMs: span.bucketMs,
    points: points.map((point) => ({ ...point, time: time(point.time) })),
    fired: fired.map(({ group: of, at, until, step }) => ({
      ...{ group: groupOrNull(of), step },
      at: time(at),
      until: until === null ? null : time(until),
    })),
    group: groupOrNull(group),
    groups: new Set(buckets.map(({ group }) => group)).size,
  };
}

function groupOrNull(group: string): string | null {
  return group === '' ? null : group;
}
