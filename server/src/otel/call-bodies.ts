/**
 * The bodies of an interaction that came as telemetry: the call's span in place of a request to an upstream,
 * and its log records in place of the response. Either may be missing.
 */

import { type Json, listOf } from '../base/json.ts';
import { sliceItems } from '../base/json-bytes.ts';
import { gatherCall } from './gather-call.ts';
import type { Call, LogRecord, Span } from './telemetry.ts';

import { readLog } from './wire/read-log.ts';
import { readSpan } from './wire/read-span.ts';

export const NO_SPAN = Buffer.from('{}');
export const NO_LOGS = Buffer.from('{}');
const BEFORE_LOGS = Buffer.from('{"logs":[');
const AFTER_LOGS = Buffer.from(']}');

/** Stands in for a call of which nothing can be read. */
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

/** The response body of log records, given the texts that are kept of them. */
export function logsBody(texts: readonly Uint8Array[]): Buffer {
  if (texts.length === 0) return NO_LOGS;
  const between = texts.flatMap((text, i) => (i === 0 ? [text] : [Buffer.from(','), text]));
  return Buffer.concat([BEFORE_LOGS, ...between, AFTER_LOGS]);
}

/**
 * Joins bodies of log records, in this order; returns the first where the others add nothing. A record in
 * several bodies was sent again and is kept once; a record twice in one body was reported twice and is kept
 * twice.
 */
export function joinLogs(first: Buffer, ...others: readonly Buffer[]): Buffer {
  const filled = [first, ...others].filter(({ length }) => length > NO_LOGS.length);
  const records: Buffer[] = [];
  const counts = new Map<string, number>();
  let addsRecords = false;
  for (const logs of filled) {
    const inBody = new Map<string, number>();
    for (const record of sliceItems(logs, BEFORE_LOGS.length - 1).items) {
      const text = record.toString('latin1');
      const count = (inBody.get(text) ?? 0) + 1;
      inBody.set(text, count);
      if (count <= (counts.get(text) ?? 0)) continue;
      counts.set(text, count);
      records.push(record);
      addsRecords ||= logs !== first;
    }
  }
  return addsRecords ? logsBody(records) : first;
}

/** The call in these bodies: the one way in which the drain reads telemetry. Null when there is none. */
export function readCall(request: Json, response: Json): Call | null {
  const read = [readSpan(request), ...listOf(response.logs).map(readLog)];
  return gatherCall(read.filter((record): record is Span | LogRecord => !('problem' in record)));
}
