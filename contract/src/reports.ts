/** Reports: the figures of a view, sent to channels once in a day, a week or a month. */
import { z } from 'zod';
import { MonitorFilters, Notified } from './monitors.ts';
import { Timestamp } from './record.ts';
import { TrimmedText } from './text.ts';

/** Reports of an application. */
export const MAX_REPORTS = 50;

const Id = z.string().regex(/^\w{1,64}$/);
const ReportName = TrimmedText.min(1).max(100);

export const ReportSchedule = z
  .enum(['daily', 'weekly', 'monthly'])
  .describe('About the day, the week (from Monday) or the month before, in the time zone of the application');
export type ReportSchedule = z.infer<typeof ReportSchedule>;

const Hour = z.int().min(0).max(23).describe('The hour at which it is sent, in that time zone');

export const NewReportBody = z
  .object({
    app: Id,
    name: ReportName,
    filters: MonitorFilters.strict().default({}),
    schedule: ReportSchedule,
    hour: Hour.default(8),
    notify: Notified.default([]),
    enabled: z.boolean().default(true),
  })
  .strict();
export type NewReportBody = z.output<typeof NewReportBody>;

export const ReportChanges = z
  .object({
    name: ReportName,
    filters: MonitorFilters.strict(),
    schedule: ReportSchedule,
    hour: Hour,
    notify: Notified,
    enabled: z.boolean(),
  })
  .partial()
  .strict()
  .refine((changes) => Object.keys(changes).length > 0, { message: 'Says nothing to change' });
export type ReportChanges = z.output<typeof ReportChanges>;

export const Report = z.object({
  id: z.string(),
  app: z.string(),
  name: z.string(),
  filters: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .describe('Under the names of the query parameters'),
  schedule: ReportSchedule,
  hour: Hour,
  notify: z.array(z.string()).describe('Ids of channels'),
  enabled: z.boolean(),
  createdAt: Timestamp,
  createdBy: z.string().nullable(),
  sentAt: Timestamp.nullable().describe('When the last one was made'),
  nextAt: Timestamp.nullable(),
});
export type Report = z.infer<typeof Report>;

export const ListReportsQuery = z.object({ app: Id.optional() }).strict();
export const ReportList = z.object({ data: z.array(Report) });
export const ReportParams = z.object({ reportId: Id });
