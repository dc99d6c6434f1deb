/**
 * What an OTLP request brings, out of its bytes. It knows nothing of this process, so that large requests can be
 * looked at on another thread: everything in it is plain data.
 */
import type { Issue, Warning } from '@parley/contract';
import type { Envelope } from '../entry.ts';
import { callEnvelope, type Receipt } from './call-envelope.ts';
import { type Seen, type SpanName, seenOf } from './find-repeats.ts';
import { callOfSpan, gatherCall } from './gather-call.ts';
import { classifyLog } from './kinds/classify-log.ts';
import { type Outline, outlineOf } from './outline.ts';
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

export type CallName = SpanName | null;

/** Something said in a call that is told by itself. */
export type PreparedPart = { name: SpanName; text: Uint8Array };

export type Prepared = {
  calls: PreparedCall[];
  parts: PreparedPart[];
  rejected: { issue: Issue; text: Uint8Array }[];
  /** How many log records are neither. */
  others: number;
  /** Every span, to tell calls that only repeat others. */
  seen: Seen[];
  /** Of every span. */
  outlines: Outline[];
};

export function prepare(
  signal: SignalName,
  bytes: Buffer,
  encoding: Encoding,
  receipt: Receipt,
): Prepared | Refusal {
  return signal === 'traces'
    ? sorted(decodeTraces(bytes, encoding), addSpan, receipt)
    : sorted(decodeLogs(bytes, encoding), addLog, receipt);
}

type Add<T> = (prepared: Prepared, record: T, text: () => Uint8Array, receipt: Receipt) => void;

function sorted<T>(received: Received<T>[] | Refusal, add: Add<T>, receipt: Receipt): Prepared | Refusal {
  if ('refusal' in received) return received;
  const prepared: Prepared = { calls: [], parts: [], rejected: [], others: 0, seen: [], outlines: [] };
  for (const { path, text, ...one } of received) {
    if ('record' in one) add(prepared, one.record, text, receipt);
    else {
      const issue = { path, code: 'invalid_telemetry', message: one.problem };
      prepared.rejected.push({ issue, text: text() });
    }
  }
  return prepared;
}

const addSpan: Add<Span> = (prepared, span, text, receipt) => {
  prepared.seen.push(seenOf(span));
  const outline = outlineOf(span);
  prepared.outlines.push(outline);
  if (outline.kind !== 'call') return;
  const { traceId, spanId } = span;
  prepared.calls.push(callOf(callOfSpan(span), { traceId, spanId }, text(), receipt));
};

const addLog: Add<LogRecord> = (prepared, log, text, receipt) => {
  const { traceId, spanId } = log;
  const name = traceId === null || spanId === null ? null : { traceId, spanId };
  const kind = classifyLog(log);
  const call = kind === 'call' ? gatherCall([log]) : null;
  if (call) prepared.calls.push(callOf(call, name, text(), receipt));
  else if (kind === 'part' && name) prepared.parts.push({ name, text: text() });
  else prepared.others++;
};

function callOf(call: Call, name: CallName, text: Uint8Array, receipt: Receipt): PreparedCall {
  return { name, ...callEnvelope(call, receipt), text };
}
