/**
 * Parses and checks a payload: the only part of the hot path that parses. It depends on nothing of this
 * process, so large payloads can be parsed on a worker thread.
 */
import { isUtf8 } from 'node:buffer';
import type { Issue, Warning } from '@parley/contract';
import { isObject } from '../base/json.ts';
import { BYTE_ORDER_MARK, type Member } from '../base/member-scan.ts';
import { dropVectors } from '../envelope/drop-vectors.ts';
import { hasTopLevelResponse, readEnvelope } from '../envelope/envelope.ts';
import type { Envelope } from '../envelope/journal-entry.ts';
import { isAbsent, Notes } from '../envelope/notes.ts';
import { digestOf } from '../envelope/uuid.ts';

export type ParsedPayload = {
  /** Null when there are issues. */
  envelope: Envelope | null;
  issues: Issue[];
  warnings: Warning[];
  /** The fields of the response are at the top level instead of in `response`. */
  topLevelResponse: boolean;
  /** The payload states the time of the request, so identical bytes are the same interaction. */
  stamped: boolean;
  /** The hash of all bytes as they were sent; null where it is not needed. */
  digest: string | null;
  /** The response without its vectors, where these are not kept. */
  response: Uint8Array | null;
};

/** Why the bytes are not a payload, in a sentence. */
export type NotJson = { notJson: string };

export type ParseInput = {
  receivedAt: number;
  /** Minutes; the default for payloads without `sessionTimeout`. */
  sessionTimeout: number;
  /** Whether the digest is needed even if the payload does not state the time of the request. */
  digest: boolean;
  /** The place of the response, if its vectors must be removed. */
  vectorsIn: Pick<Member, 'start' | 'end'> | null;
};

/** The result for a payload that is refused without being parsed. */
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

/** V8 quotes the text around the error, which may hold a key: keep the reason and the position only. */
function describe(error: unknown, length: number): string {
  const message = error instanceof Error ? error.message : String(error);
  const position = / at position (\d+)/.exec(message)?.[1];
  if (/^(Unexpected end|Unterminated)/.test(message) || Number(position) >= length)
    return 'it ends too early';
  return `unexpected character${position === undefined ? '' : ` at position ${position}`}`;
}
