/** What a report says: a few questions about its period, and about the one before. */
import {
  type Dimension,
  type MonitorFilters,
  type QueryBody,
  type QueryMeasure,
  type QueryRow,
  REPORT_MEASURES,
  REPORT_ROWS,
  type ReportEvent,
} from '@parley/contract';
import { reportedPeriods } from '../accounts/reports/report-times.ts';
import type { StoredReport } from '../accounts/reports/stored-report.ts';
import { instant } from '../base/instant.ts';
import type { Range } from '../clocks/range.ts';
import { numberIn } from '../monitors/rules/question.ts';
import { viewAddress } from './view-address.ts';

export type AskRows = (app: string, body: QueryBody) => Promise<readonly QueryRow[]>;

type Reported = Pick<StoredReport, 'id' | 'app' | 'appName' | 'name' | 'filters' | 'schedule' | 'timeZone'>;

/** Values of one period that are compared with the other; more kinds of errors are one kind of trouble. */
const MOST_VALUES = 1000;

export async function gatherReport(
  report: Reported,
  { at, baseUrl, ask }: { at: number; baseUrl: string; ask: AskRows },
): Promise<ReportEvent> {
  const { app, filters, timeZone, schedule } = report;
  const { period, before } = reportedPeriods(report, at);
  const rows = (range: Range, asked: Asked) => ask(app, bodyOf(timeZone, filters, range, asked));
  const figures: Asked = { measures: REPORT_MEASURES };
  const spent = (dimension: Dimension): Asked => ({
    measures: ['costUsd', 'interactions'],
    dimension,
    limit: REPORT_ROWS,
  });
  const newest = async (dimension: Dimension, only: MonitorFilters) => {
    const asked: Asked = { measures: ['interactions'], dimension, limit: MOST_VALUES, only };
    const [now, then] = await Promise.all([rows(period, asked), rows(before, asked)]);
    const known = new Set(then.map((row) => row[dimension]));
    return now
      .filter((row) => !known.has(row[dimension] ?? null))
      .slice(0, REPORT_ROWS)
      .map((row) => ({ value: textIn(row[dimension]), interactions: numberIn(row.interactions) ?? 0 }));
  };
  const mayFail = filters.outcome === undefined || filters.outcome.includes('error');
  const [[now], [then], models, users, newErrors, unpriced, chart] = await Promise.all([
    rows(period, figures),
    rows(before, figures),
    rows(period, spent('requestedModel')),
    rows(period, spent('user')),
    mayFail ? newest('errorCode', { outcome: ['error'] }) : [],
    newest('requestedModel', { costSource: [''], outcome: ['ok'] }),
    rows(period, { measures: ['costUsd', 'interactions'], bucket: schedule === 'daily' ? 'hour' : 'day' }),
  ]);
  return {
    type: 'report.ready',
    timestamp: new Date(at).toISOString(),
    data: {
      report: {
        id: report.id,
        name: report.name,
        url: viewAddress(baseUrl, { app, filters, range: period, timeZone }),
      },
      app: { id: app, name: report.appName },
      schedule,
      period: { from: instant(period.from), to: instant(period.to), timeZone },
      figures: REPORT_MEASURES.map((measure) => ({
        measure,
        value: numberIn(now?.[measure]),
        before: numberIn(then?.[measure]),
      })),
      models: models.map((row) => ({ model: textIn(row.requestedModel), ...spentIn(row) })),
      users: users.map((row) => ({ user: textIn(row.user), ...spentIn(row) })),
      newErrors: newErrors.map(({ value, interactions }) => ({ code: value, interactions })),
      unpriced: unpriced.map(({ value, interactions }) => ({ model: value, interactions })),
      chart: chart.map((row) => ({ from: row.time ?? instant(period.from), ...spentIn(row) })),
    },
  };
}

type Asked = {
  measures: readonly QueryMeasure[];
  dimension?: Dimension;
  bucket?: QueryBody['bucket'];
  limit?: number;
  only?: MonitorFilters;
};

function bodyOf(
  timezone: string,
  filters: MonitorFilters,
  { from, to }: Range,
  { measures, dimension, bucket, limit = MOST_VALUES, only = {} }: Asked,
): QueryBody {
  return {
    measures: [...measures],
    dimensions: dimension === undefined ? [] : [dimension],
    ...(bucket === undefined ? {} : { bucket }),
    timezone,
    from,
    to,
    filters: { ...filters, ...only },
    order: 'desc',
    limit,
    others: false,
    names: false,
  };
}

function spentIn(row: QueryRow) {
  return { costUsd: numberIn(row.costUsd), interactions: numberIn(row.interactions) ?? 0 };
}

function textIn(value: QueryRow[string] | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
