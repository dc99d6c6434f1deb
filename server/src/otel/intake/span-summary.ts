import type { Outline } from '../../envelope/outline.ts';
import { classify } from '../dialects/classify.ts';
import { isCallKind } from '../dialects/dialect.ts';
import { hasContent } from '../facts/has-content.ts';
import { readTokens } from '../facts/tokens.ts';
import type { Span } from '../telemetry.ts';
import { signatureOf } from './call-signature.ts';
import type { KnownSpan } from './find-repeats.ts';

/**
 * What intake needs of every span: to find calls that only repeat others, and to keep the spans around calls.
 */
export type SpanSummary = KnownSpan & Outline;

const MAX_NAME_LENGTH = 256;
/** The latest time that the store can hold; senders may state any. */
const LATEST = Date.UTC(2286, 0);

export function summariseSpan(span: Span): SpanSummary {
  const { traceId, spanId, parentSpanId, startedAt, endedAt, failed } = span;
  const kind = classify(span);
  const common = {
    traceId,
    spanId,
    parentSpanId,
    name: span.name.slice(0, MAX_NAME_LENGTH).toWellFormed(),
    startedAt: storable(startedAt),
    endedAt: storable(endedAt),
    failed,
  };
  if (!isCallKind(kind)) return { ...common, ...NO_CALL, kind };
  const { input, output } = readTokens(span.scope, span.attributes);
  return {
    ...common,
    kind: 'call',
    isCall: true,
    ...(kind === 'call' ? {} : { wordless: kind }),
    hasContent: hasContent(span),
    input,
    output,
    signature: signatureOf(span),
  };
}

const NO_CALL = { isCall: false, hasContent: false, input: null, output: null, signature: null } as const;

export function outlineIn(summary: SpanSummary): Outline {
  const { traceId, spanId, parentSpanId, name, kind, startedAt, endedAt, failed } = summary;
  return { traceId, spanId, parentSpanId, name, kind, startedAt, endedAt, failed };
}

function storable(time: number | null): number | null {
  return time !== null && time < LATEST ? time : null;
}
