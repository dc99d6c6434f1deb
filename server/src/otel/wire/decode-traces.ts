import type { Span } from '../telemetry.ts';
import {
  type DecodeLimits,
  decode,
  type Encoding,
  isLogAmongSpans,
  type Received,
  type Signal,
} from './decode.ts';
import { SpanMessage } from './messages.ts';
import { spanOf } from './read-span.ts';
import type { Refusal } from './slices.ts';

export const TRACES: Signal<Span> = {
  groups: 'resourceSpans',
  scopes: 'scopeSpans',
  records: 'spans',
  record: 'span',
  message: SpanMessage,
  read: spanOf,
  isForeign: isLogAmongSpans,
  foreign: { groups: 'resourceLogs', refusal: 'These are logs: they belong to /v1/logs, not to /v1/traces.' },
};

/** The spans of an `ExportTraceServiceRequest`. Never throws. */
export function decodeTraces(
  bytes: Buffer,
  encoding: Encoding,
  limits?: DecodeLimits,
): Received<Span>[] | Refusal {
  return decode(bytes, encoding, TRACES, limits);
}
