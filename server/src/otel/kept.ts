/**
 * A model call as it is kept: its span where a request to an upstream would be, and the log records that belong to it
 * where a response would be. Either may be missing.
 */
import { gatherCall } from './gather-call.ts';
import { isObject, type Json, listOf } from './json.ts';
import { logOf } from './read-log.ts';
import { readOrigin } from './read-record.ts';
import { spanOf } from './read-span.ts';
import type { Call, LogRecord, Span } from './telemetry.ts';
import { sliceItems } from './wire/json-slices.ts';

export const NO_SPAN = Buffer.from('{}');
export const NO_LOGS = Buffer.from('{}');
const BEFORE_LOGS = Buffer.from('{"logs":[');
const BEHIND_LOGS = Buffer.from(']}');

/** Of which nothing is known. */
export const NO_CALL: Call = {
  resource: new Map(),
  scope: '',
  traceId: null,
  spanId: null,
  parentSpanId: null,
  startedAt: null,
  endedAt: null,
  attributes: new Map(),
  events: [],
  failed: false,
  statusMessage: '',
};

/** The texts that log records are kept as, together. */
export function keptLogs(texts: readonly Uint8Array[]): Buffer {
  if (texts.length === 0) return NO_LOGS;
  const between = texts.flatMap((text, i) => (i === 0 ? [text] : [Buffer.from(','), text]));
  return Buffer.concat([BEFORE_LOGS, ...between, BEHIND_LOGS]);
}

/**
 * All as `keptLogs` writes them, in this order; the first itself where the others have nothing new. What several have is
 * there once, as it was sent again; what one of them has twice was said twice.
 */
export function joinLogs(first: Buffer, ...others: readonly Buffer[]): Buffer {
  const filled = [first, ...others].filter(({ length }) => length > NO_LOGS.length);
  const records: Buffer[] = [];
  const times = new Map<string, number>();
  let isNew = false;
  for (const logs of filled) {
    const here = new Map<string, number>();
    for (const record of sliceItems(logs, BEFORE_LOGS.length - 1)) {
      const text = record.toString('latin1');
      const seen = (here.get(text) ?? 0) + 1;
      here.set(text, seen);
      if (seen <= (times.get(text) ?? 0)) continue;
      times.set(text, seen);
      records.push(record);
      isNew ||= logs !== first;
    }
  }
  return isNew ? keptLogs(records) : first;
}

/** Null when nothing of a call is there. */
export function keptCall(request: Json, response: Json): Call | null {
  const records: (Span | LogRecord)[] = [];
  if (isObject(request.span)) {
    const span = spanOf(readOrigin(request.resource, request.scope), request.span);
    if (!('problem' in span)) records.push(span);
  }
  for (const kept of listOf(response.logs)) {
    if (!isObject(kept)) continue;
    const log = logOf(readOrigin(kept.resource, kept.scope), kept.logRecord);
    if (!('problem' in log)) records.push(log);
  }
  return gatherCall(records);
}
