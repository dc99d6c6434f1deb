/** Spans and log records, independent of how they were encoded. */

/** The OTLP endpoint that received it. */
export type SignalName = 'traces' | 'logs';

/** The value of an attribute, or the body of a log record, as plain data. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [name: string]: Value | undefined };

export type Attributes = ReadonlyMap<string, Value>;

/** The sender: the attributes of its process, and the name of the instrumentation library. */
export type Origin = { resource: Attributes; scope: string };

export type SpanEvent = { name: string; at: number | null; attributes: Attributes };

export type SpanIds = { traceId: string; spanId: string };

/** Times are milliseconds since 1970, null where none was sent. Ids are hexadecimal, in lower case. */
export type Span = Origin &
  SpanIds & {
    signal: 'span';
    parentSpanId: string | null;
    name: string;
    startedAt: number | null;
    endedAt: number | null;
    attributes: Attributes;
    events: readonly SpanEvent[];
    /** The status code is an error. */
    failed: boolean;
    statusMessage: string;
  };

export type LogRecord = Origin & {
  signal: 'log';
  traceId: string | null;
  spanId: string | null;
  /** The name of the event, where the record is one. */
  name: string;
  at: number | null;
  attributes: Attributes;
  body: Value;
};

/** An event during the call: of its span, or a log record with the ids of its span. */
export type CallEvent = { name: string; at: number | null; attributes: Attributes; body: Value };

/** A model call: its span, its log records, or both, whichever were received. */
export type Call = Origin & {
  traceId: string | null;
  spanId: string | null;
  parentSpanId: string | null;
  startedAt: number | null;
  endedAt: number | null;
  /** Those of the span and of the details event; the span's take precedence. */
  attributes: Attributes;
  events: readonly CallEvent[];
  failed: boolean;
  statusMessage: string;
};

/** Why a record is invalid, in a sentence. */
export type Problem = { problem: string };

export function spanKey({ traceId, spanId }: SpanIds): string {
  return `${traceId}/${spanId}`;
}
