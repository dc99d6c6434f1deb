import { SPAN_KINDS, type TraceOutline } from '@parley/contract';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { type Apps, appCondition } from './filters.ts';

/** Maximum length of an outline; longer ones are of no use to a reader. */
const MAX_SPANS = 1000;

const time = z.number().transform((value) => (value === 0 ? null : new Date(value).toISOString()));

const Row = z.object({
  appId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().transform((value) => value || null),
  name: z.string(),
  kind: z.enum(SPAN_KINDS),
  startedAt: time,
  endedAt: time,
  failed: z.boolean(),
});

/** Spans around the model calls of a trace, earliest first. */
export async function getTrace(store: Store, apps: Apps, traceId: string): Promise<TraceOutline> {
  const { where, params } = appCondition(apps);
  const data = await store.query(
    Row,
    `SELECT app_id AS appId, span_id AS spanId, parent_span_id AS parentSpanId, name, kind,
            toUnixTimestamp64Milli(started_at) AS startedAt, toUnixTimestamp64Milli(ended_at) AS endedAt, failed
     FROM outlines FINAL
     WHERE ${where} AND trace_id = {traceId:String}
     ORDER BY started_at, id LIMIT ${MAX_SPANS}`,
    { ...params, traceId },
  );
  return { data };
}
