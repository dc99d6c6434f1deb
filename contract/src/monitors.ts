/** Monitors: a measure that is judged again and again, and tells people when it leaves its bounds. */
import { z } from 'zod';
import { InteractionFilters } from './filters.ts';
import { Instant } from './instant.ts';
import { MonitorCondition } from './monitor-condition.ts';
import { MonitorState } from './monitor-events.ts';
import { Dimension, type QueryMeasure, QueryMeasure as QueryMeasureSchema } from './query.ts';
import { Timestamp } from './record.ts';
import { scoreMeasureOf } from './score-filters.ts';
import { TrimmedText } from './text.ts';

/** Monitors of an application. */
export const MAX_MONITORS = 200;
/** Groups of a monitor that are judged: the largest figures, or the smallest where those violate. */
export const MAX_GROUPS = 1000;
export const MAX_STEPS = 5;
/** Channels of a monitor. */
const MAX_NOTIFIED = 10;
/** Changes that are kept of a monitor: those of all steps of all groups in two periods. */
export const MAX_CHANGES = 2 * MAX_GROUPS * MAX_STEPS;

const Id = z.string().regex(/^\w{1,64}$/);
const MINUTE = 60_000;
const UNITS = { m: MINUTE, h: 60 * MINUTE, d: 24 * 60 * MINUTE } as const;
const MIN_WINDOW = 5 * UNITS.m;
const MAX_WINDOW = 30 * UNITS.d;
const MAX_MINUTES = MAX_WINDOW / MINUTE;

export const CALENDAR_WINDOWS = ['day', 'week', 'month'] as const;
export type CalendarWindow = (typeof CALENDAR_WINDOWS)[number];

/** The milliseconds of a rolling window such as `15m`; null for calendar windows and anything else. */
export function rollingWindow(window: string): number | null {
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(window) ?? [];
  return unit === 'm' || unit === 'h' || unit === 'd' ? Number(count) * UNITS[unit] : null;
}

export function isCalendarWindow(window: string): window is CalendarWindow {
  return CALENDAR_WINDOWS.some((name) => name === window);
}

export const MonitorWindow = z
  .string()
  .refine(
    (window) => {
      const length = rollingWindow(window);
      return isCalendarWindow(window) || (length !== null && length >= MIN_WINDOW && length <= MAX_WINDOW);
    },
    { message: 'A window is `5m` to `30d`, in minutes, hours or days, or `day`, `week` or `month`' },
  )
  .describe(
    '`5m` to `30d`: what lies so far back; `day`, `week` (from Monday) and `month`: in the time zone of the application',
  );

/** Measures that are 0 rather than unknown where there are no interactions. */
const COUNTS: readonly QueryMeasure[] = [
  'interactions',
  'users',
  'identifiedUsers',
  'anonymousUsers',
  'sessions',
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'cachedInputTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'costUsd',
  'latencyCount',
  'firstTokenCount',
  'errors',
  'models',
];

export function isCount(measure: QueryMeasure): boolean {
  return COUNTS.includes(measure) || scoreMeasureOf(measure)?.figure === 'count';
}

/** Measures of budgets: what is used up in the course of a period. */
export const BUDGET_MEASURES = [
  'costUsd',
  'totalTokens',
  'inputTokens',
  'outputTokens',
  'cachedInputTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'interactions',
] as const satisfies readonly QueryMeasure[];

export const MonitorMeasure = QueryMeasureSchema.refine(
  (measure) => measure !== 'firstAt' && measure !== 'lastAt',
  { message: 'A moment has no bounds: take a figure' },
);

export const NO_DATA = ['ok', 'alert', 'keep'] as const;

export const MonitorFilters = InteractionFilters.omit({ app: true, from: true, to: true });
export type MonitorFilters = z.output<typeof MonitorFilters>;

const minutes = z.int().min(0).max(MAX_MINUTES);

/** What is judged, and how. */
const definition = {
  measure: MonitorMeasure,
  filters: MonitorFilters.strict(),
  groupBy: Dimension.nullable().describe(
    `Each value has its own state: ${MAX_GROUPS} at most, those with the largest figures`,
  ),
  window: MonitorWindow,
  condition: MonitorCondition,
  steps: z
    .array(z.number().gt(0).max(10))
    .min(1)
    .max(MAX_STEPS)
    .refine((steps) => steps.every((step, i) => i === 0 || step > (steps[i - 1] ?? 0)), {
      message: 'In rising order, each once',
    })
    .nullable()
    .describe('Of a budget: shares of `above` that are each told once per period'),
  minimum: z.int().min(0).max(1_000_000_000).describe('With fewer interactions nothing is judged'),
  for: minutes.describe('Minutes for which it has to be violated before it fires'),
  margin: z
    .number()
    .min(0)
    .max(1)
    .describe('The share of the threshold by which it has to be better to recover'),
  noData: z
    .enum(NO_DATA)
    .describe('What no interactions mean: all is well, a reason to tell, or that nothing changes'),
  every: minutes
    .min(1)
    .nullable()
    .describe('Minutes after which it is told again while it fires; once, when absent'),
};

export const MonitorDefinition = z.object(definition).strict();
export type MonitorDefinition = z.output<typeof MonitorDefinition>;

const MonitorName = TrimmedText.min(1).max(100);
export const Notified = z
  .array(Id)
  .max(MAX_NOTIFIED)
  .refine((ids) => new Set(ids).size === ids.length, { message: 'Each channel once' })
  .describe('Ids of channels of the same application');
const MutedUntil = Instant.nullable().describe('Until then it tells nobody; its history goes on');

/** What a definition gets wrong as a whole, by the name of the field. */
export function definitionFaults({
  measure,
  window,
  condition,
  steps,
  for: pending,
  margin,
  every,
}: MonitorDefinition): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  if (window === 'month' && 'against' in condition && condition.against === 'weekBefore')
    faults.push({ path: 'condition', message: 'A month has none a week before: compare with `previous`.' });
  if (steps === null) return faults;
  if (!isCalendarWindow(window))
    faults.push({ path: 'window', message: 'Steps need a day, a week or a month.' });
  if (!('above' in condition) || condition.above <= 0)
    faults.push({ path: 'condition', message: 'Steps are shares of `above`, which has to be more than 0.' });
  if (!BUDGET_MEASURES.some((name) => name === measure))
    faults.push({
      path: 'measure',
      message: `Steps need a measure that is used up: ${BUDGET_MEASURES.join(', ')}.`,
    });
  for (const [path, isGiven] of [
    ['for', pending > 0],
    ['margin', margin > 0],
    ['every', every !== null],
  ] as const)
    if (isGiven) faults.push({ path, message: 'A step is reached once in a period: leave it out.' });
  return faults;
}

const NewDefinition = z
  .object({
    ...definition,
    filters: definition.filters.default({}),
    groupBy: definition.groupBy.default(null),
    steps: definition.steps.default(null),
    minimum: definition.minimum.default(0),
    for: definition.for.default(0),
    margin: definition.margin.default(0),
    noData: definition.noData.default('ok'),
    every: definition.every.default(null),
  })
  .strict();

function checkDefinition(
  given: MonitorDefinition,
  context: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
): void {
  for (const { path, message } of definitionFaults(given))
    context.addIssue({ code: 'custom', path: [path], message });
}

export const NewMonitorBody = NewDefinition.extend({
  app: Id,
  name: MonitorName,
  notify: Notified.default([]),
  mutedUntil: MutedUntil.default(null),
  enabled: z.boolean().default(true),
})
  .strict()
  .superRefine(checkDefinition);
export type NewMonitorBody = z.output<typeof NewMonitorBody>;

/** A monitor in a file. It is found again by its name; channels go by name, too, since ids differ between servers. */
export const MonitorEntry = NewDefinition.extend({
  name: MonitorName,
  notify: z.array(TrimmedText.min(1).max(100)).max(MAX_NOTIFIED).default([]).describe('Names of channels'),
  enabled: z.boolean().default(true),
})
  .strict()
  .superRefine(checkDefinition);
export type MonitorEntry = z.output<typeof MonitorEntry>;

export const MonitorChanges = MonitorDefinition.extend({
  name: MonitorName,
  notify: Notified,
  mutedUntil: MutedUntil,
  enabled: z.boolean(),
})
  .partial()
  .strict()
  .refine((changes) => Object.keys(changes).length > 0, { message: 'Says nothing to change' });
export type MonitorChanges = z.output<typeof MonitorChanges>;

export const MonitorGroupState = z.object({
  group: z.string().nullable().describe('The value of `groupBy`; `null` for interactions without one'),
  state: MonitorState,
  since: Timestamp,
  value: z.number().nullable().describe('The last figure; with `changedBy` the change, as a share'),
  step: z.number().nullable().describe('Of a budget: the highest step that was reached in the period'),
  forecast: z
    .number()
    .nullable()
    .describe('Of a budget: what the period will come to at this pace; `null` in its first tenth'),
});
export type MonitorGroupState = z.infer<typeof MonitorGroupState>;

export const Monitor = z.object({
  id: z.string(),
  app: z.string(),
  appName: z.string(),
  name: z.string(),
  ...definition,
  measure: z.string(),
  groupBy: z.string().nullable(),
  filters: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .describe('Under the names of the query parameters'),
  notify: z.array(z.string()).describe('Ids of channels'),
  mutedUntil: Timestamp.nullable(),
  enabled: z.boolean(),
  createdAt: Timestamp,
  createdBy: z.string().nullable(),
  updatedAt: Timestamp,
  updatedBy: z.string().nullable(),
  state: MonitorState.describe('The worst of its groups'),
  groups: z
    .array(MonitorGroupState)
    .describe('Without `groupBy` the only one; else those that are not well, at most 100, firing ones first'),
  unwell: z.int().nonnegative().describe('How many groups are not well'),
  groupsCut: z.boolean().describe(`Whether there were more than ${MAX_GROUPS} groups`),
  judgedAt: Timestamp.nullable().describe('The end of the last window that was judged'),
  nextAt: Timestamp.nullable().describe('When it is judged next'),
  waitingSince: Timestamp.nullable().describe('Since when it waits for what was received to be stored'),
  waitingWhy: z.string().nullable(),
  failingWhy: z.string().nullable().describe('Why the last question failed'),
});
export type Monitor = z.infer<typeof Monitor>;

export const ListMonitorsQuery = z.object({ app: Id.optional() }).strict();
export const MonitorList = z.object({ data: z.array(Monitor) });
export const MonitorParams = z.object({ monitorId: Id });

export const QUIET_REASONS = ['late', 'muted', 'higherStep', 'tooMany'] as const;
export const QuietReason = z
  .enum(QUIET_REASONS)
  .describe(
    'Why nobody was told: data that came after the period, a muted monitor, a higher step at the same time, too many groups at once',
  );
export type QuietReason = z.infer<typeof QuietReason>;

export const MonitorChange = z.object({
  id: z.string(),
  group: z.string().nullable(),
  at: Timestamp,
  from: MonitorState,
  to: MonitorState,
  value: z.number().nullable(),
  threshold: z.number(),
  period: Timestamp.nullable().describe('Of calendar windows: the start of the period'),
  step: z.number().nullable(),
  quiet: QuietReason.nullable(),
});
export type MonitorChange = z.infer<typeof MonitorChange>;

export const MonitorHistoryQuery = z
  .object({
    before: Instant.optional().describe('Only earlier ones'),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
  })
  .strict();
export const MonitorHistory = z.object({ data: z.array(MonitorChange).describe('The newest first') });

export const MonitorPreviewBody = NewDefinition.extend({ app: Id }).strict().superRefine(checkDefinition);
export type MonitorPreviewBody = z.output<typeof MonitorPreviewBody>;

export const MonitorPreview = z.object({
  from: Timestamp,
  to: Timestamp,
  bucketMs: z.int().describe('How often the past was judged'),
  points: z
    .array(
      z.object({
        time: Timestamp.describe('The end of the window'),
        value: z
          .number()
          .nullable()
          .describe('Null where there is none, or too few interactions to judge it'),
      }),
    )
    .describe('At most 1,000: of several in a row, the one that is closest to firing'),
  fired: z
    .array(
      z.object({
        group: z.string().nullable(),
        at: Timestamp,
        until: Timestamp.nullable(),
        step: z.number().nullable(),
      }),
    )
    .describe('When it would have fired, and until when'),
  group: z.string().nullable().describe('The group that the points are of'),
  groups: z.int().describe('The number of groups that were looked at'),
});
export type MonitorPreview = z.infer<typeof MonitorPreview>;
