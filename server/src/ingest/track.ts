/**
 * The hot path: one payload from bytes to a safe place in the journal. The steps are listed in `track`;
 * each refusal is an `ApiError`, and whatever is accepted or rejected is a frame before it is answered.
 */
import { isUtf8 } from 'node:buffer';
import type { Warning } from '@parley/contract';
import { type Envelope, encodeHead, type Head } from '../entry.ts';
import { ApiError } from '../errors.ts';
import { type Appended, JournalUnavailable } from '../journal/writer.ts';
import type { Application, Credentials } from './credentials.ts';
import type { Duplicates, Verdict } from './duplicates.ts';
import { hasTopLevelResponse, readEnvelope, TOP_LEVEL_RESPONSE } from './envelope.ts';
import { isAbsent, isObject, type JsonObject, Notes } from './notes.ts';
import type { Pending } from './pending.ts';
import type { RateLimiter } from './rate-limit.ts';
import { redactKeys } from './redact.ts';
import { lastMember, type Member, members } from './slices.ts';
import { derivedId, newId } from './uuid.ts';

export type Accepted = { id: string; duplicate: boolean; warnings: readonly Warning[] };

export type Ingest = {
  credentials: Credentials;
  limiter: RateLimiter;
  duplicates: Duplicates;
  pending: Pending;
  append: (parts: readonly Uint8Array[]) => Appended;
  /** When each API key was last used, until somebody writes it down. */
  keyUses: Map<string, number>;
  now: () => number;
};

type Read = {
  bytes: Buffer;
  payload: JsonObject;
  topLevel: Member[];
  bom: boolean;
};

/** `bytes` must be the caller's to give away: the API key in them is overwritten. */
export async function track(ingest: Ingest, bytes: Buffer, idempotencyKey?: string): Promise<Accepted> {
  const read = parse(bytes);
  const changes = ingest.credentials.changes();
  if (changes) await changes;
  const application = authenticate(ingest, read);
  redactKeys(read.bytes, read.topLevel);
  limitRate(ingest, application);
  const checked = check(application, read, ingest.now());
  if (!checked.envelope) return reject(ingest, application, checked);
  const name = nameInteraction(application, checked, idempotencyKey);
  let verdict = name.derived ? ingest.duplicates.check(name.id) : 'new';
  if (verdict instanceof Promise) verdict = await verdict;
  // The one promise of the common way is returned, not awaited: each would cost the hot path a little.
  return record(ingest, application, checked, checked.envelope, name, verdict);
}

/** Takes a payload that was rejected earlier once more; its keys were checked, and removed, back then. */
export async function retrack(
  ingest: Ingest,
  application: Application,
  bytes: Buffer,
  rejectionId: string,
): Promise<Accepted> {
  const checked = check(application, parse(bytes), ingest.now());
  if (!checked.envelope) throw new ApiError('invalid_payload', { issues: checked.notes.issues });
  const name = nameInteraction(application, checked, `rejection ${rejectionId}`);
  const verdict = await ingest.duplicates.check(name.id);
  return record(ingest, application, checked, checked.envelope, name, verdict);
}

type Checked = { read: Read; receivedAt: number; notes: Notes; envelope: Envelope | null };

function check(application: Application, read: Read, receivedAt: number): Checked {
  const notes = new Notes();
  if (read.bom) notes.warn('', 'byte_order_mark', 'The byte order mark in front of the payload was ignored.');
  const envelope = readEnvelope(read.payload, receivedAt, application.sessionTimeout, notes);
  return { read, receivedAt, notes, envelope };
}

/** Nothing waits between the last look at what is pending and the append: of two equal payloads one is new. */
async function record(
  ingest: Ingest,
  application: Application,
  { read, receivedAt, notes: { warnings } }: Checked,
  envelope: Envelope,
  { id, derived }: Name,
  verdict: Verdict,
): Promise<Accepted> {
  const appId = application.id;
  const duplicate = verdict === 'duplicate' || (derived && ingest.pending.has(id));
  if (duplicate) await append(ingest, { kind: 'duplicate', id, appId, receivedAt }, []);
  else {
    if (derived) ingest.duplicates.known.add(id);
    const verified = verdict === 'new';
    const head: Head = { kind: 'interaction', id, appId, receivedAt, envelope, warnings, verified };
    const response = hasTopLevelResponse(read.payload) ? gatherResponse(read) : slice(read, 'response');
    await append(ingest, head, [slice(read, 'request'), response]);
  }
  return { id, duplicate, warnings };
}

function parse(sent: Buffer): Read {
  const bom = sent[0] === 0xef && sent[1] === 0xbb && sent[2] === 0xbf;
  const bytes = bom ? sent.subarray(3) : sent;
  if (bytes.length === 0) throw new ApiError('invalid_json', { message: 'The body is empty.' });
  if (!isUtf8(bytes)) throw new ApiError('invalid_json', { message: 'The body is not UTF-8.' });
  const text = bytes.toString('utf8');
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch (error) {
    throw new ApiError('invalid_json', { message: `The body is not JSON: ${describe(error, text.length)}.` });
  }
  if (!isObject(payload)) {
    throw new ApiError('invalid_json', { message: 'The body is JSON, but not an object.' });
  }
  return { bytes, payload, topLevel: members(bytes), bom };
}

function authenticate(ingest: Ingest, { payload }: Read): Application {
  const header = isObject(payload.reconify) ? payload.reconify : {};
  const now = ingest.now();
  const found = ingest.credentials.authenticate(header.appKey, header.apiKey, now);
  if (!found) throw new ApiError('invalid_credentials');
  ingest.keyUses.set(found.keyId, now);
  return found.application;
}

function limitRate(ingest: Ingest, application: Application): void {
  if (application.rateLimit === null) return;
  const wait = ingest.limiter.take(application.id, application.rateLimit, ingest.now());
  if (wait === 0) return;
  throw new ApiError('rate_limited', {
    message: `The application may send ${application.rateLimit} payloads a second.`,
    retryAfter: Math.ceil(wait / 1000),
  });
}

type Name = { id: string; derived: boolean };

/** An idempotency key, or identical bytes with a request time, name the same interaction. */
function nameInteraction(application: Application, checked: Checked, key: string | undefined): Name {
  if (key !== undefined) return { id: derivedId(`key ${application.id}`, key), derived: true };
  const { payload, bytes } = checked.read;
  if (isObject(payload.timestamps) && !isAbsent(payload.timestamps.request)) {
    return { id: derivedId(`payload ${application.id}`, bytes), derived: true };
  }
  return { id: newId(checked.receivedAt), derived: false };
}

async function reject(ingest: Ingest, application: Application, checked: Checked): Promise<never> {
  const { receivedAt, notes, read } = checked;
  const { issues } = notes;
  const head: Head = { kind: 'rejection', id: newId(receivedAt), appId: application.id, receivedAt, issues };
  await append(ingest, head, [read.bytes]);
  throw new ApiError('invalid_payload', { issues });
}

/** Resolves when the frame is safe. It is pending from the moment it has a place in the journal. */
async function append(ingest: Ingest, head: Head, parts: readonly Uint8Array[]): Promise<void> {
  let appended: Appended | undefined;
  try {
    appended = ingest.append([encodeHead(head), ...parts]);
    ingest.pending.add(head, appended.position);
    await appended.committed;
  } catch (error) {
    if (appended) ingest.pending.remove(appended.position);
    throw unavailable(error);
  }
}

function slice({ bytes, topLevel }: Read, key: string): Buffer {
  const member = lastMember(topLevel, key);
  return member ? bytes.subarray(member.start, member.end) : Buffer.from('{}');
}

/** The response of a client that put its fields at the top level, from their own bytes. */
function gatherResponse(read: Read): Buffer {
  const fields = TOP_LEVEL_RESPONSE.flatMap((key) => {
    const member = lastMember(read.topLevel, key);
    return member ? [`${JSON.stringify(key)}:${read.bytes.toString('utf8', member.start, member.end)}`] : [];
  });
  return Buffer.from(`{${fields.join(',')}}`);
}

function unavailable(error: unknown): unknown {
  if (!(error instanceof JournalUnavailable)) return error;
  return new ApiError('unavailable', {
    message: `Nothing was kept: ${error.message}. Try again later.`,
    retryAfter: 1,
  });
}

/** V8 quotes the text around the fault, which may hold a key: keep what it says, drop what it shows. */
function describe(error: unknown, length: number): string {
  const message = error instanceof Error ? error.message : String(error);
  const position = / at position (\d+)/.exec(message)?.[1];
  if (/^(Unexpected end|Unterminated)/.test(message) || Number(position) >= length)
    return 'it ends too early';
  return `unexpected character${position === undefined ? '' : ` at position ${position}`}`;
}
