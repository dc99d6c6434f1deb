/**
 * Notes that intake adds to a recorded call when calls inside it turn out to have its tokens, or when it is
 * reported again in another trace. A note is a log record like others of the call, so deriving the
 * interaction again finds it.
 */
import type { Call, SpanIds } from './telemetry.ts';

const REPEATED = 'parley.repeated';
const REPORTED_TWICE = 'parley.told_twice';

export function repeatNote(span: SpanIds): Buffer {
  return noteText(span, REPEATED);
}

export function reportedTwiceNote(span: SpanIds): Buffer {
  return noteText(span, REPORTED_TWICE);
}

export function isRepeated(call: Call): boolean {
  return has(call, REPEATED);
}

export function isReportedTwice(call: Call): boolean {
  return has(call, REPORTED_TWICE);
}

/** The text of a log record as it is kept. The same bytes every time, so a call has the note once. */
function noteText({ traceId, spanId }: SpanIds, eventName: string): Buffer {
  const logRecord = { traceId, spanId, eventName };
  return Buffer.from(JSON.stringify({ resource: {}, scope: { name: 'parley' }, logRecord }));
}

function has({ events }: Call, note: string): boolean {
  return events.some(({ name }) => name === note);
}
