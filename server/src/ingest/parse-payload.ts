/**
 * What a payload says, out of its bytes: the only place of the hot path that parses. It knows nothing of
 * this process, so that large payloads can be parsed on another thread.
 */
import { isUtf8 } from 'node:buffer';
import type { Issue, Warning } from '@parley/contract';
import { dropVectors } from '../envelope/drop-vectors.ts';
import { hasTopLevelResponse, readEnvelope } from '../envelope/envelope.ts';
import type { Envelope } from '../envelope/journal-entry.ts';
import { isAbsent, isObject, Notes } from '../envelope/notes.ts';
import { digestOf } from '../envelope/uuid.ts';
import { BYTE_ORDER_MARK, type Member } from './slices.ts';

export type ParsedPayload = {
  /** Null when there is an issue. */
  envelope: Envelope | null;
  issues: Issue[];
  warnings: Warning[];
  /** The response fields stand at the top level instead of inside `response`. */
  topLevelResponse: boolean;
  /** It says when it was requested, so that identical bytes are the same interaction. */
  stamped: boolean;
  /** Of all its bytes, as they were sent; null where nobody asked. */
  digest: string | null;
  /** What is kept of the response, where that is not all of it. */
  response: Uint8Array | null;
};

/** Why the bytes are no payload at all. */
export type NotJson = { notJson: string };

export type ParseInput = {
  receivedAt: number;
  /** Minutes; what a payload without `sessionTimeout` gets. */
  sessionTimeout: number;
  /** Whether the digest is needed even if the payload has no time of request. */
  digest: boolean;
  /** Where the response is, if its vectors are not to be kept. */
  vectorsIn: Pick<Member, 'start' | 'end'> | null;
};

/** What is said of a payload that nobody examines. */
export function refusedFor(issues: Issue[]): ParsedPayload {
  return {
    envelope: null,
    issues,
    warnings: [],
    topLevelResponse: false,
    stamped: false,
    digest: null,
    response: null,
  };
}

export function parsePayload(sent: Buffer, input: ParseInput): ParsedPayload | NotJson {
  if (!isUtf8(sent)) return { notJson: 'The body is not UTF-8.' };
  const marked = sent.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const bytes = marked ? sent.subarray(BYTE_ORDER_MARK.length) : sent;
  const text = bytes.toString('utf8');
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch (error) {
    return { notJson: `The body is not JSON: ${describe(error, text.length)}.` };
  }
  if (!isObject(payload)) return { notJson: 'The body is JSON, but not an object.' };
  const notes = new Notes();
  if (marked) notes.warn('', 'byte_order_mark', 'The byte order mark in front of the payload was ignored.');
  const envelope = readEnvelope(payload, input.receivedAt, input.sessionTimeout, notes);
  const stamped = isObject(payload.timestamps) && !isAbsent(payload.timestamps.request);
  return {
    envelope,
    issues: notes.issues,
    warnings: notes.warnings,
    topLevelResponse: hasTopLevelResponse(payload),
    stamped,
    digest: stamped || input.digest ? digestOf(bytes) : null,
    response: envelope?.type === 'embedding' ? withoutVectors(sent, input.vectorsIn) : null,
  };
}

function withoutVectors(sent: Buffer, place: ParseInput['vectorsIn']): Uint8Array | null {
  return place && Buffer.from(dropVectors(sent.toString('utf8', place.start, place.end)));
}

/** V8 quotes the text around the fault, which may hold a key: keep what it says, drop what it shows. */
function describe(error: unknown, length: number): string {
  const message = error instanceof Error ? error.message : String(error);
  const position = / at position (\d+)/.exec(message)?.[1];
  if (/^(Unexpected end|Unterminated)/.test(message) || Number(position) >= length)
    return 'it ends too early';
  return `unexpected character${position === undefined ? '' : ` at position ${position}`}`;
}
