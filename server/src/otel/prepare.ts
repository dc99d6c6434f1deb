/**
 * What an OTLP request brings, out of its bytes. It knows nothing of this process, so that large requests can be
 * looked at on another thread: everything in it is plain data.
 */
import type { Issue, Warning } from '@parley/contract';
import type { Envelope } from '../entry.ts';
import { callEnvelope, type Receipt } from './call-envelope.ts';
import { type Seen, seenOf } from './find-repeats.ts';
import { callOfSpan, gatherCall } from './gather-call.ts';
import { classify } from './kinds/classify.ts';
import { classifyLog } from './kinds/classify-log.ts';
import type { Call, LogRecord, Span } from './telemetry.ts';
import type { Encoding, Received, Refusal } from './wire/decode.ts';
import { decodeLogs } from './wire/decode-logs.ts';
import { decodeTraces } from './wire/decode-traces.ts';

export type SignalName = 'traces' | 'logs';

export type PreparedCall = {
  /** The span that it is, or the whole of a record without one. */
  name: CallName;
  envelope: Envelope;
  warnings: Warning[];
  text: Uint8Array;
};

export type CallName = { traceId: string; spanId: string } | null;

/** Something said in a call that is told by itself. */
export type PreparedPart = { name: { traceId: string; spanId: string }; text: Uint8Array };

export type Prepared = {
  calls: PreparedCall[];
  parts: PreparedPart[];
  rejected: { issue: Issue; text: Uint8Array }[];
  /** How many are neither. */
  others: number;
  /** Every span, to tell calls that only repeat others. */
  seen: Seen[];
};

export function prepare(
  signal: SignalName,
  bytes: Buffer,
  encoding: Encoding,
  receipt: Receipt,
): Prepared | Refusal {
  return signal === 'traces'
    ? prepareSpans(decodeTraces(bytes, encoding), receipt)
    : prepareLogs(decodeLogs(bytes, encoding), receipt);
}

function prepareSpans(received: Received<Span>[] | Refusal, receipt: Receipt): Prepared | Refusal {
  if ('refusal' in received) return received;
  const prepared = nothing();
  for (const one of received) {
    if ('problem' in one) {
      prepared.rejected.push(rejected(one));
      continue;
    }
    const { record } = one;
    prepared.seen.push(seenOf(record));
    if (classify(record) === 'call') {
      const { traceId, spanId } = record;
      prepared.calls.push(callOf(callOfSpan(record), { traceId, spanId }, one.text(), receipt));
    } else prepared.others++;
  }
  return prepared;
}

function prepareLogs(received: Received<LogRecord>[] | Refusal, receipt: Receipt): Prepared | Refusal {
  if ('refusal' in received) return received;
  const prepared = nothing();
  for (const one of received) {
    if ('problem' in one) {
      prepared.rejected.push(rejected(one));
      continue;
    }
    const { record } = one;
    const { traceId, spanId } = record;
    const name = traceId === null || spanId === null ? null : { traceId, spanId };
    const kind = classifyLog(record);
    const call = kind === 'call' ? gatherCall([record]) : null;
    if (call) prepared.calls.push(callOf(call, name, one.text(), receipt));
    else if (kind === 'part' && name) prepared.parts.push({ name, text: one.text() });
    else prepared.others++;
  }
  return prepared;
}

function nothing(): Prepared {
  return { calls: [], parts: [], rejected: [], others: 0, seen: [] };
}

function rejected({
  path,
  problem,
  text,
}: Received<unknown> & { problem: string }): Prepared['rejected'][number] {
  return { issue: { path, code: 'invalid_telemetry', message: problem }, text: text() };
}

function callOf(call: Call, name: CallName, text: Uint8Array, receipt: Receipt): PreparedCall {
  return { name, ...callEnvelope(call, receipt), text };
}
