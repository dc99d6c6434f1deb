/**
 * What is noted of a recorded call when those inside of it turn out to have its tokens, or when it is reported again in
 * another trace: a log record as others that belong to the call are, so that whoever derives it again finds it in its
 * bytes.
 */
import type { SpanName } from './find-repeats.ts';
import type { Call } from './telemetry.ts';

const REPEATED = 'parley.repeated';
const TOLD_TWICE = 'parley.told_twice';

export function repeatedText(name: SpanName): Buffer {
  return noteText(name, REPEATED);
}

export function toldTwiceText(name: SpanName): Buffer {
  return noteText(name, TOLD_TWICE);
}

export function isRepeated(call: Call): boolean {
  return has(call, REPEATED);
}

export function isToldTwice(call: Call): boolean {
  return has(call, TOLD_TWICE);
}

/** As a log record is kept; always the same, so that a call has it once. */
function noteText({ traceId, spanId }: SpanName, eventName: string): Buffer {
  const logRecord = { traceId, spanId, eventName };
  return Buffer.from(JSON.stringify({ resource: {}, scope: { name: 'parley' }, logRecord }));
}

function has({ events }: Call, note: string): boolean {
  return events.some(({ name }) => name === note);
}
