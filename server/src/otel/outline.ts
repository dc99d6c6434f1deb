/** What is kept of a span that is around a model call: enough to see the call in its tree. */
import { classify } from './kinds/classify.ts';
import type { Outline as OutlineKind } from './kinds/kind.ts';
import type { Span } from './telemetry.ts';

export type Outline = {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: OutlineKind | 'other';
  /** Milliseconds since 1970. */
  startedAt: number | null;
  endedAt: number | null;
  failed: boolean;
};

const LONGEST_NAME = 256;

/** Null for a model call, which is an interaction. */
export function outlineOf(span: Span): Outline | null {
  const kind = classify(span);
  if (kind === 'call') return null;
  const { traceId, spanId, parentSpanId, startedAt, endedAt, failed } = span;
  const name = span.name.slice(0, LONGEST_NAME).toWellFormed();
  return { traceId, spanId, parentSpanId, name, kind, startedAt, endedAt, failed };
}
