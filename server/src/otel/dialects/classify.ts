import type { LogRecord } from '../telemetry.ts';
import type { Kind, LogKind, SpanTraits } from './dialect.ts';
import { DIALECTS } from './dialects.ts';

/**
 * What a span is, as the first dialect that knows it says: a model call, something around calls, or neither.
 */
export function classify(span: SpanTraits): Kind {
  for (const { kind: kindOf } of DIALECTS) {
    const kind = kindOf?.(span) ?? null;
    if (kind !== null) return kind;
  }
  return 'other';
}

export function classifyLog(log: LogRecord): LogKind {
  for (const { logKind } of DIALECTS) {
    const kind = logKind?.(log) ?? null;
    if (kind !== null) return kind;
  }
  return 'other';
}
