import { z } from 'zod';
import { Timestamp } from './record.ts';

/** `call`: a model call whose tokens another span reports, so it is not an interaction of its own. */
export const SPAN_KINDS = ['agent', 'workflow', 'chain', 'tool', 'call', 'other'] as const;

export const TraceSpan = z.object({
  appId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().nullable(),
  name: z.string().describe('Empty where the application does not keep what was said for so long'),
  kind: z.enum(SPAN_KINDS),
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  failed: z.boolean(),
});
export type TraceSpan = z.infer<typeof TraceSpan>;

export const TraceParams = z.object({ traceId: z.string().max(128) }).strict();

/** The outline of a trace: the spans around its model calls, from telemetry. The calls are interactions. */
export const TraceOutline = z.object({ data: z.array(TraceSpan) });
export type TraceOutline = z.infer<typeof TraceOutline>;
