/** Spans and log records as everything but the wire knows them. */

/** By which address it came. */
export type SignalName = 'traces' | 'logs';

/** An attribute's value, or a log's body: plain data, whatever the encoding was. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [name: string]: Value | undefined };

export type Attributes = ReadonlyMap<string, Value>;

/** Who sent it: the process, and the library inside of it. */
export type Origin = { resource: Attributes; scope: string };

export type SpanEvent = { name: string; at: number | null; attributes: Attributes };

/** Times are milliseconds since 1970; null where none was sent. Ids are hex, in lower case. */
export type Span = Origin & {
  signal: 'span';
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  startedAt: number | null;
  endedAt: number | null;
  attributes: Attributes;
  events: readonly SpanEvent[];
  /** The status says error. */
  failed: boolean;
  statusMessage: string;
};

export type LogRecord = Origin & {
  signal: 'log';
  traceId: string | null;
  spanId: string | null;
  /** Of the event, where the record is one. */
  name: string;
  at: number | null;
  attributes: Attributes;
  body: Value;
};

/** Something said during the call: an event of the span, or a log record with its ids. */
export type CallEvent = { name: string; at: number | null; attributes: Attributes; body: Value };

/** A model call: its span, its log events, or both, whichever were received. */
export type Call = Origin & {
  traceId: string | null;
  spanId: string | null;
  parentSpanId: string | null;
  startedAt: number | null;
  endedAt: number | null;
  /** Of the span and of the event with the details; the span's count where both have one. */
  attributes: Attributes;
  events: readonly CallEvent[];
  failed: boolean;
  statusMessage: string;
};

/** Why something cannot be what it should be, in a sentence. */
export type Problem = { problem: string };
