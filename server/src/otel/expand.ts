/** The entries of a frame. Telemetry is journalled as slices of its request and becomes interactions here. */

import { isObject, parseJson } from '../base/json.ts';
import {
  decodeEntry,
  type Entry,
  type RecordPlace,
  type TelemetryEntry,
  type TelemetryHead,
} from '../envelope/journal-entry.ts';
import { logsBody, NO_CALL, NO_LOGS, NO_SPAN, readCall } from './call-bodies.ts';
import { callEnvelope } from './call-envelope.ts';
import { type OriginText, originText } from './origin-text.ts';
import { memberOf, type OriginTexts, originTexts, SIGNALS, textBefore, textOfRecord } from './record-text.ts';

/** With `only`, just the entries of telemetry that have this id. */
export function entriesIn(parts: readonly Buffer[], only?: string): Entry[] {
  const entry = decodeEntry(parts);
  return 'body' in entry ? [...expand(entry, only)] : [entry];
}

function* expand({ head, body }: TelemetryEntry, only?: string): Generator<Entry> {
  const { signal, encoding, appId, receivedAt, sessionTimeout } = head;
  const slices = cut(body, head.slices);
  const origins = new Origins(head, slices);
  /** The log records of each call, in the order of the export, which nothing else records. */
  const parts = new Map<string, Buffer[]>();
  for (const { id, at, part, json, unverified, fingerprint } of head.records) {
    if (only !== undefined && id !== only) continue;
    const { before, warnings } = origins.of(at);
    const record = textOfRecord(signal, json ? 'json' : encoding, sliceAt(slices, at[2]));
    const text = Buffer.concat([before, record]);
    if (part) {
      const texts = parts.get(id);
      if (texts) texts.push(text);
      else parts.set(id, [text]);
      continue;
    }
    const kept = parseJson(text.toString('utf8'));
    const call =
      (signal === 'traces' ? readCall(isObject(kept) ? kept : {}, {}) : readCall({}, { logs: [kept] })) ??
      NO_CALL;
    const { envelope, warnings: ofCall } = callEnvelope(call, { receivedAt, sessionTimeout });
    const common = { id, appId, receivedAt, envelope, fingerprint, verified: !unverified };
    yield {
      head: { kind: 'interaction', ...common, warnings: [...ofCall, ...warnings] },
      request: signal === 'traces' ? text : NO_SPAN,
      response: signal === 'traces' ? NO_LOGS : logsBody([text]),
    };
  }
  for (const [id, texts] of parts)
    yield { head: { kind: 'part', id, appId, receivedAt, count: texts.length }, logs: logsBody(texts) };
  if (head.rejected.length > 0 && only === undefined) {
    const { id, issues } = head;
    yield {
      head: { kind: 'rejection', id, appId, receivedAt, issues },
      payload: rejectedPayload(head, slices),
    };
  }
}

/** The resources and scopes of a frame, each made once for all records that share it. */
class Origins {
  readonly #head: TelemetryHead;
  readonly #slices: readonly Buffer[];
  readonly #received: number;
  readonly #made = new Map<string, OriginText>();

  constructor(head: TelemetryHead, slices: readonly Buffer[]) {
    this.#head = head;
    this.#slices = slices;
    this.#received = slices.reduce((sum, { length }) => sum + length, 0);
  }

  of(at: RecordPlace): OriginText {
    const key = keyOf(at);
    const made = this.#made.get(key);
    if (made) return made;
    const texts = originAt(this.#head, this.#slices, at);
    const origin = originText(texts, this.#head.records.length, this.#received);
    this.#made.set(key, origin);
    return origin;
  }
}

function keyOf([resource, scope]: RecordPlace): string {
  return `${resource} ${scope}`;
}

function originAt({ encoding }: TelemetryHead, slices: readonly Buffer[], at: RecordPlace): OriginTexts {
  const [resource, scope] = at;
  return originTexts(encoding, {
    resource: resource === null ? null : sliceAt(slices, resource),
    scope: scope === null ? null : sliceAt(slices, scope),
  });
}

/**
 * A single record as it would be kept if it were valid; several as an OTLP request in JSON with only these.
 */
function rejectedPayload(head: TelemetryHead, slices: readonly Buffer[]): Buffer {
  const [first, ...others] = head.rejected;
  if (first === undefined || others.length > 0) return requestOf(head, slices);
  const before = textBefore(originAt(head, slices, first));
  return Buffer.concat([before, textOfRecord(head.signal, head.encoding, sliceAt(slices, first[2]))]);
}

function requestOf(head: TelemetryHead, slices: readonly Buffer[]): Buffer {
  const { groups, scopes, records } = SIGNALS[head.signal];
  const pieces: Buffer[] = [];
  const add = (text: string) => pieces.push(Buffer.from(text));
  let open: RecordPlace | undefined;
  add(`{"${groups}":[`);
  for (const at of head.rejected) {
    if (open && keyOf(open) === keyOf(at)) add(',');
    else {
      if (open) add(']}]},');
      const { resource, scope } = originAt(head, slices, at);
      add('{"resource":');
      pieces.push(resource);
      add(`,"${scopes}":[{"scope":`);
      pieces.push(scope);
      add(`,"${records}":[`);
      open = at;
    }
    const { name, json } = memberOf(head.signal, head.encoding, sliceAt(slices, at[2]));
    if (name !== 'protobuf') pieces.push(json);
    else pieces.push(Buffer.from('{"protobuf":'), json, Buffer.from('}'));
  }
  add(open ? ']}]}]}' : ']}');
  return Buffer.concat(pieces);
}

function cut(body: Buffer, lengths: readonly number[]): Buffer[] {
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return body.subarray(end - length, end);
  });
}

const EMPTY = Buffer.alloc(0);

function sliceAt(slices: readonly Buffer[], index: number): Buffer {
  return slices[index] ?? EMPTY;
}
