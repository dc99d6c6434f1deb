/** A report: the figures of a view in a period, beside those of the period before. */
import { z } from 'zod';
import { Timestamp } from './record.ts';

/** In the order of a report. */
export const REPORT_MEASURES = [
  'interactions',
  'costUsd',
  'totalTokens',
  'identifiedUsers',
  'errorRate',
  'latencyP50',
  'latencyP95',
] as const;
export type ReportMeasure = (typeof REPORT_MEASURES)[number];

/** Models, users, errors and models without a price that a report names. */
export const REPORT_ROWS = 5;

const Spent = z.object({ costUsd: z.number().nullable(), interactions: z.int() });

export const ReportEvent = z.object({
  type: z.literal('report.ready'),
  timestamp: Timestamp,
  data: z.object({
    report: z.object({ id: z.string(), name: z.string(), url: z.string() }),
    app: z.object({ id: z.string(), name: z.string() }),
    schedule: z.enum(['daily', 'weekly', 'monthly']),
    period: z.object({ from: Timestamp, to: Timestamp, timeZone: z.string() }),
    figures: z.array(
      z.object({
        measure: z.enum(REPORT_MEASURES),
        value: z.number().nullable(),
        before: z.number().nullable().describe('In the period before'),
      }),
    ),
    models: z.array(Spent.extend({ model: z.string().nullable() })).describe('Those that cost most'),
    users: z
      .array(Spent.extend({ user: z.string().nullable() }))
      .describe('Those that cost most, by their keys'),
    newErrors: z
      .array(z.object({ code: z.string().nullable(), interactions: z.int() }))
      .describe('Codes of errors that the period before did not have'),
    unpriced: z
      .array(z.object({ model: z.string().nullable(), interactions: z.int() }))
      .describe('Models without a price that the period before did not have'),
    chart: z
      .array(z.object({ from: Timestamp, costUsd: z.number().nullable(), interactions: z.int() }))
      .describe('Hour by hour of a day, day by day of a week or a month'),
  }),
});
export type ReportEvent = z.infer<typeof ReportEvent>;
