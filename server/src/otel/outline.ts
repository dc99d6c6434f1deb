import type { Outline } from '../envelope/outline.ts';
import { classify } from './kinds/classify.ts';
import { isCallKind } from './kinds/kind.ts';
import type { Span } from './telemetry.ts';

const LONGEST_NAME = 256;
/** Senders may say anything; the store has no later times. */
const LATEST = Date.UTC(2286, 0);

export function outlineOf(span: Span): Outline {
  const { traceId, spanId, parentSpanId, startedAt, endedAt, failed } = span;
  const name = span.name.slice(0, LONGEST_NAME).toWellFormed();
  const times = { startedAt: possible(startedAt), endedAt: possible(endedAt) };
  const kind = classify(span);
  return { traceId, spanId, parentSpanId, name, kind: isCallKind(kind) ? 'call' : kind, ...times, failed };
}

function possible(time: number | null): number | null {
  return time !== null && time < LATEST ? time : null;
}
