/**
 * What an OTLP request brings, out of its bytes. It knows nothing of this process, so that large requests can be
 * looked at on another thread: everything in it is plain data.
 */
import type { Issue, Labels, Trace, Warning } from '@parley/contract';
import type { Times } from '../entry.ts';
import { callFacts } from './facts/call-facts.ts';
import { type Seen, seenOf } from './find-repeats.ts';
import { callOfSpan, gatherCall } from './gather-call.ts';
import { classify } from './kinds/classify.ts';
import { classifyLog } from './kinds/classify-log.ts';
import type { Call, LogRecord, Span } from './telemetry.ts';
import type { Encoding, Received, Refusal } from './wire/decode.ts';
import { decodeLogs } from './wire/decode-logs.ts';
import { decodeTraces } from './wire/decode-traces.ts';

export type SignalName = 'traces' | 'logs';

/** What the envelope of a payload would say. */
export type CallEnvelope = Times & {
  type: string;
  /** The library that made the telemetry. */
  version: string;
  session: string | null;
  user: { userId: string | null; email: string | null } | null;
  labels: Labels;
  trace: Trace | null;
};

export type PreparedCall = {
  /** The span that it is, or the whole of a record without one. */
  name: CallName;
  envelope: CallEnvelope;
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
  receivedAt: number,
): Prepared | Refusal {
  return signal === 'traces'
    ? prepareSpans(decodeTraces(bytes, encoding), receivedAt)
    : prepareLogs(decodeLogs(bytes, encoding), receivedAt);
}

function prepareSpans(received: Received<Span>[] | Refusal, receivedAt: number): Prepared | Refusal {
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
      prepared.calls.push(callOf(callOfSpan(record), { traceId, spanId }, one.text(), receivedAt));
    } else prepared.others++;
  }
  return prepared;
}

function prepareLogs(received: Received<LogRecord>[] | Refusal, receivedAt: number): Prepared | Refusal {
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
    if (call) prepared.calls.push(callOf(call, name, one.text(), receivedAt));
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

function callOf(call: Call, name: CallName, text: Uint8Array, receivedAt: number): PreparedCall {
  const { provider: _, warnings, ...facts } = callFacts(call, receivedAt);
  return { name, envelope: { ...facts, version: call.scope }, warnings, text };
}
