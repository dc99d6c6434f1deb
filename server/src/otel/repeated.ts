/**
 * What is noted of a recorded call when those inside of it turn out to have its tokens: a log record as others that
 * belong to the call are, so that whoever derives it again finds it in its bytes.
 */
import type { SpanName } from './find-repeats.ts';
import type { Call } from './telemetry.ts';

const REPEATED = 'parley.repeated';

/** As a log record is kept; always the same, so that a call has it once. */
export function repeatedText({ traceId, spanId }: SpanName): Buffer {
  const logRecord = { traceId, spanId, eventName: REPEATED };
  return Buffer.from(JSON.stringify({ resource: {}, scope: { name: 'parley' }, logRecord }));
}

export function isRepeated({ events }: Call): boolean {
  return events.some(({ name }) => name === REPEATED);
}
