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
import { isObject, type JsonObject, Notes } from './notes.ts';
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
  return record(ingest, application, checked, checked.envelope, idempotencyKey);
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
  return record(ingest, application, checked, checked.envelope, `rejection ${rejectionId}`);
}

type Checked = { read: Read; receivedAt: number; notes: Notes; envelope: Envelope | null };

function check(application: Application, read: Read, receivedAt: number): Checked {
  const notes = new Notes();
  if (read.bom) notes.warn('', 'byte_order_mark', 'The byte order mark in front of the payload was ignored.');
  const envelope = readEnvelope(read.payload, receivedAt, application.sessionTimeout, notes);
  return { read, receivedAt, notes, envelope };
}

async function record(
  ingest: Ingest,
  application: Application,
  { read, receivedAt, notes }: Checked,
  envelope: Envelope,
  idempotencyKey: string | undefined,
): Promise<Accepted> {
  const id = nameInteraction(application, read, receivedAt, idempotencyKey);
  let verdict = verify(ingest, id);
  if (verdict instanceof Promise) verdict = await verdict;
  // From here to the append nothing waits, so of two equal payloads exactly one is new.
  if (id.derived && ingest.pending.has(id.value)) verdict = 'duplicate';
  const head = { id: id.value, appId: application.id, receivedAt };
  if (verdict === 'duplicate') {
    await append(ingest, { ...head, kind: 'duplicate' }, []);
    return { id: id.value, duplicate: true, warnings: notes.warnings };
  }
  if (id.derived) ingest.duplicates.known.add(id.value);
  await keep(ingest, read, { ...head, envelope, warnings: notes.warnings, verified: verdict === 'new' });
  return { id: id.value, duplicate: false, warnings: notes.warnings };
}

function parse(sent: Buffer): Read {
  const bom = sent[0] === 0xef && sent[1] === 0xbb && sent[2] === 0xbf;
  const bytes = bom ? sent.subarray(3) : sent;
  if (bytes.length === 0) throw new ApiError('invalid_json', { message: 'The body is empty.' });
  if (!isUtf8(bytes)) throw new ApiError('invalid_json', { message: 'The body is not UTF-8.' });
  let payload: unknown;
  try {
    payload = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new ApiError('invalid_json', { message: `The body is not JSON: ${describe(error)}.` });
  }
  if (!isObject(payload)) {
    throw new ApiError('invalid_json', { message: 'The body is JSON, but not an object.' });
  }
  return { bytes, payload, topLevel: members(bytes), bom };
}

function authenticate(ingest: Ingest, { payload }: Read): Application {
  const header = isObject(payload.reconify) ? payload.reconify : {};
  const found = ingest.credentials.authenticate(header.appKey, header.apiKey, ingest.now());
  if (!found) throw new ApiError('invalid_credentials');
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

type Name = { value: string; derived: boolean };

/** An idempotency key, or identical bytes with a request time, name the same interaction. */
function nameInteraction(application: Application, read: Read, now: number, key: string | undefined): Name {
  if (key !== undefined) return { value: derivedId(`key ${application.id}`, key), derived: true };
  const { timestamps } = read.payload;
  if (isObject(timestamps) && timestamps.request !== undefined && timestamps.request !== null) {
    return { value: derivedId(`payload ${application.id}`, read.bytes), derived: true };
  }
  return { value: newId(now), derived: false };
}

function verify(ingest: Ingest, id: Name): Verdict | Promise<Verdict> {
  return id.derived ? ingest.duplicates.check(id.value) : 'new';
}

type Kept = {
  id: string;
  appId: string;
  receivedAt: number;
  envelope: Envelope;
  warnings: Warning[];
  verified: boolean;
};

async function keep(ingest: Ingest, read: Read, kept: Kept): Promise<void> {
  const request = slice(read, 'request');
  const response = hasTopLevelResponse(read.payload) ? gatherResponse(read) : slice(read, 'response');
  await append(ingest, { kind: 'interaction', ...kept }, [request, response]);
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
function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const position = / at position \d+/.exec(message)?.[0] ?? '';
  const kind =
    message.startsWith('Unexpected end') || message.startsWith('Unterminated')
      ? 'it ends too early'
      : 'unexpected character';
  return `${kind}${position}`;
}
