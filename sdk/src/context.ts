import type { Context, Trace } from './payload.ts';

/** Merges two contexts: the inner one takes precedence, and labels are merged by name. */
export function merged(outer: Context | undefined, inner: Context): Context {
  if (outer === undefined) return inner;
  const given = Object.fromEntries(Object.entries(inner).filter(([, value]) => value !== undefined));
  const labels = outer.labels && inner.labels ? { ...outer.labels, ...inner.labels } : undefined;
  return { ...outer, ...given, ...(labels && { labels }) };
}

/** The active OpenTelemetry span, read from the global that all versions of its API share. */
export function activeTrace(): Trace | undefined {
  try {
    const api = (globalThis as Record<symbol, unknown>)[Symbol.for('opentelemetry.js.api.1')] as OtelGlobal;
    const span = api?.context?.active?.().getValue(Symbol.for('OpenTelemetry Context Key SPAN'));
    const { traceId, spanId } = span?.spanContext?.() ?? {};
    return traceId && spanId && !/^0+$/.test(traceId) ? { traceId, spanId } : undefined;
  } catch {
    return undefined;
  }
}

type OtelGlobal =
  | { context?: { active?: () => { getValue: (key: symbol) => OtelSpan | undefined } } }
  | undefined;
type OtelSpan = { spanContext?: () => { traceId?: string; spanId?: string } };
