/**
 * The hot path: one payload from bytes to a safe place in the journal. The steps are listed in `track`;
 * each refusal is an `ApiError`, and whatever is accepted or rejected is a frame before it is answered.
 * Nothing is parsed before the keys were found right.
 */
import type { Issue, Warning } from '@parley/contract';
import { ApiError } from '../base/errors.ts';
import { TOP_LEVEL_RESPONSE } from '../envelope/envelope.ts';
import { type Envelope, encodeHead, type Head } from '../envelope/journal-entry.ts';
import { derivedId, digestOf, newId } from '../envelope/uuid.ts';
import { type Appended, JournalUnavailable } from '../journal/writer.ts';
import type { Application, Credentials } from './credentials.ts';
import type { Duplicates, Verdict } from './duplicates.ts';
import { keysIn } from './keys-in.ts';
import { type ParsedPayload, refusedFor } from './parse-payload.ts';
import type { ParsedBytes, PayloadParser } from './payload-parser.ts';
import type { Pending } from './pending.ts';
import type { RateLimiter } from './rate-limit.ts';
import { redactKeys } from './redact.ts';
import { lastMember, type Member, MemberScan } from './slices.ts';
import { WrongKeys } from './wrong-keys.ts';

export type Accepted = { id: string; duplicate: boolean; warnings: readonly Warning[] };

export type Ingest = {
  credentials: Credentials;
  limiter: RateLimiter;
  payloadParser: PayloadParser;
  duplicates: Duplicates;
  pending: Pending;
  append: (parts: readonly Uint8Array[]) => Appended;
  /** When each API key was last used, until somebody writes it down. */
  keyUses: Map<string, number>;
  now: () => number;
};

/** A payload that came in whole. Its bytes are the receiver's own: the API key in them is overwritten. */
export type Received = { bytes: Buffer; scan: MemberScan };

const WANTED = new Set(['reconify', 'request', 'response', ...TOP_LEVEL_RESPONSE]);

/** More than any exchange has, and no more than is parsed in a blink. */
const MAX_DEPTH = 512;
const MAX_VALUES = 1_000_000;
const MAX_KEY_LENGTH = 256;

/** To be fed while the payload comes in. */
export function scanPayload(): MemberScan {
  return new MemberScan(WANTED);
}

/** A payload that is there already. */
export function received(bytes: Buffer): Received {
  const scan = scanPayload();
  scan.feed(bytes);
  return { bytes, scan };
}

export async function track(ingest: Ingest, payload: Received, idempotencyKey?: string): Promise<Accepted> {
  checkFrame(payload);
  const changes = ingest.credentials.changes();
  if (changes) await changes;
  const application = authenticate(ingest, payload);
  redactKeys(payload.bytes, payload.scan.members);
  limitRate(ingest, application);
  let checked = check(ingest, application, payload, idempotencyKey);
  if (checked instanceof Promise) checked = await checked;
  const { envelope } = checked.parsed;
  if (!envelope) return reject(ingest, application, checked);
  const name = nameInteraction(application, checked, idempotencyKey);
  let verdict = name.derived ? ingest.duplicates.check(name.id) : 'new';
  if (verdict instanceof Promise) verdict = await verdict;
  // The one promise of the common way is returned, not awaited: each would cost the hot path a little.
  return record(ingest, application, checked, envelope, name, verdict);
}

/**
 * Takes a payload that was rejected earlier once more; its keys were checked, and removed, back then.
 * `taking` is awaited when nothing is wrong with it any more: it is taken once that is done.
 */
export async function replayPayload(
  ingest: Ingest,
  application: Application,
  bytes: Buffer,
  rejectionId: string,
  taking: () => Promise<void> = async () => {},
): Promise<Accepted> {
  const payload = received(bytes);
  checkFrame(payload);
  const key = `rejection ${rejectionId}`;
  const checked = await check(ingest, application, payload, key);
  const { envelope, issues } = checked.parsed;
  if (!envelope) throw new ApiError('invalid_payload', { issues });
  await taking();
  const name = nameInteraction(application, checked, key);
  const verdict = await ingest.duplicates.check(name.id);
  return record(ingest, application, checked, envelope, name, verdict);
}

/** What can be seen from outside: an object from its first brace to its last. */
function checkFrame({ scan: { complete, opened, brokenAt } }: Received): void {
  if (complete) return;
  let message = 'The body is empty.';
  if (!opened && brokenAt !== null) message = 'The body is not JSON, or JSON but not an object.';
  else if (brokenAt !== null) message = `The body is not JSON: unexpected character at byte ${brokenAt}.`;
  else if (opened) message = 'The body is not JSON: it ends too early.';
  throw new ApiError('invalid_json', { message });
}

function authenticate(ingest: Ingest, { bytes, scan }: Received): Application {
  const header = lastMember(scan.members, 'reconify');
  const sent = keysIn(header && bytes.subarray(header.start, header.end));
  const now = ingest.now();
  const found = ingest.credentials.authenticate(sent.appKey, sent.apiKey, now);
  if (!found) throw new WrongKeys(sent);
  ingest.keyUses.set(found.keyId, now);
  return found.application;
}

export function limitRate(ingest: Ingest, application: Application, count = 1): void {
  if (application.rateLimit === null) return;
  const wait = ingest.limiter.take(application.id, application.rateLimit, ingest.now(), count);
  if (wait === 0) return;
  throw new ApiError('rate_limited', {
    message: `The application may send ${application.rateLimit} payloads a second.`,
    retryAfter: Math.ceil(wait / 1000),
  });
}

type Checked = { bytes: Buffer; members: readonly Member[]; receivedAt: number; parsed: ParsedPayload };

/** A payload that is refused for its shape or its key is not parsed at all. */
function check(
  ingest: Ingest,
  application: Application,
  { bytes, scan }: Received,
  idempotencyKey: string | undefined,
): Checked | Promise<Checked> {
  const { members } = scan;
  const receivedAt = ingest.now();
  const issues = issuesOf(scan, idempotencyKey);
  if (issues.length > 0) return { bytes, members, receivedAt, parsed: refusedFor(issues) };
  const checked = ({ bytes, parsed }: ParsedBytes): Checked => {
    if ('notJson' in parsed) throw new ApiError('invalid_json', { message: parsed.notJson });
    return { bytes, members, receivedAt, parsed };
  };
  const { id, sessionTimeout, keepVectors } = application;
  const digest = idempotencyKey !== undefined;
  const vectorsIn = keepVectors ? null : (lastMember(members, 'response') ?? null);
  const examining = ingest.payloadParser.parsePayload(id, bytes, {
    receivedAt,
    sessionTimeout,
    digest,
    vectorsIn,
  });
  return examining instanceof Promise ? examining.then(checked) : checked(examining);
}

function issuesOf({ depth, values }: MemberScan, idempotencyKey: string | undefined): Issue[] {
  const issues: Issue[] = [];
  if (depth > MAX_DEPTH) {
    const message = `The payload may have ${MAX_DEPTH} levels of objects and arrays at most, not ${depth}.`;
    issues.push({ path: '', code: 'too_deep', message });
  }
  if (values > MAX_VALUES) {
    const message = `The payload may have ${MAX_VALUES} values at most.`;
    issues.push({ path: '', code: 'too_many_values', message });
  }
  if (idempotencyKey !== undefined && idempotencyKey.length > MAX_KEY_LENGTH) {
    const message = `Idempotency-Key may have ${MAX_KEY_LENGTH} characters at most.`;
    issues.push({ path: 'Idempotency-Key', code: 'too_long', message });
  }
  return issues;
}

type Name = { id: string; derived: boolean; fingerprint?: string };

/** An idempotency key, or identical bytes with a request time, name the same interaction. */
function nameInteraction(
  application: Application,
  { receivedAt, parsed: { stamped, digest } }: Checked,
  key: string | undefined,
): Name {
  if (key !== undefined && digest !== null) {
    const id = derivedId(`key ${application.id}`, digestOf(key));
    // Enough to tell another payload from this one.
    return { id, derived: true, fingerprint: digest.slice(0, 16) };
  }
  if (stamped && digest !== null)
    return { id: derivedId(`payload ${application.id}`, digest), derived: true };
  return { id: newId(receivedAt), derived: false };
}

/** Nothing waits between the last look at what is pending and the append: of two equal payloads one is new. */
async function record(
  ingest: Ingest,
  application: Application,
  checked: Checked,
  envelope: Envelope,
  { id, derived, fingerprint }: Name,
  verdict: Verdict,
): Promise<Accepted> {
  const appId = application.id;
  const { receivedAt, parsed } = checked;
  const recorded = typeof verdict === 'object' ? verdict.fingerprint : ingest.pending.fingerprint(id);
  if (derived && recorded !== undefined) {
    await append(ingest, { kind: 'duplicate', id, appId, receivedAt }, []);
    const other = fingerprint !== undefined && recorded !== '' && recorded !== fingerprint;
    return {
      id,
      duplicate: true,
      warnings: other ? [...parsed.warnings, DIFFERENT_BODY] : parsed.warnings,
    };
  }
  if (derived) ingest.duplicates.known.add(id);
  const { warnings, topLevelResponse } = parsed;
  const verified = verdict === 'new';
  const head: Head = { kind: 'interaction', id, appId, receivedAt, envelope, warnings, verified };
  if (fingerprint !== undefined) head.fingerprint = fingerprint;
  const response =
    parsed.response ?? (topLevelResponse ? gatherResponse(checked) : slice(checked, 'response'));
  await append(ingest, head, [slice(checked, 'request'), response]);
  return { id, duplicate: false, warnings };
}

const DIFFERENT_BODY: Warning = {
  path: 'Idempotency-Key',
  code: 'different_body',
  message: 'This key was used for another payload before: that one is kept, and this one is not.',
};

async function reject(ingest: Ingest, application: Application, checked: Checked): Promise<never> {
  const { receivedAt, bytes, parsed } = checked;
  const { issues } = parsed;
  const head: Head = { kind: 'rejection', id: newId(receivedAt), appId: application.id, receivedAt, issues };
  await append(ingest, head, [bytes]);
  throw new ApiError('invalid_payload', { issues });
}

/** A payload of a few bytes takes as much memory until it is stored as a large one; 2 million take about 500 MB. */
const MAX_WAITING = 2_000_000;

/** Resolves when the frame is safe. It is pending from the moment it has a place in the journal. */
export async function append(ingest: Ingest, head: Head, parts: readonly Uint8Array[]): Promise<void> {
  let appended: Appended | undefined;
  try {
    if (ingest.pending.interactions >= MAX_WAITING)
      throw new JournalUnavailable(`${MAX_WAITING} interactions already wait in the journal for the store`);
    appended = ingest.append([encodeHead(head), ...parts]);
    ingest.pending.add(head, appended.position);
    await appended.committed;
  } catch (error) {
    if (appended) ingest.pending.remove(appended.position);
    throw unavailable(error);
  }
}

function slice({ bytes, members }: Checked, key: string): Buffer {
  const member = lastMember(members, key);
  return member ? bytes.subarray(member.start, member.end) : Buffer.from('{}');
}

/** The response of a client that put its fields at the top level, from their own bytes. */
function gatherResponse({ bytes, members }: Checked): Buffer {
  const fields = TOP_LEVEL_RESPONSE.flatMap((key) => {
    const member = lastMember(members, key);
    return member ? [`${JSON.stringify(key)}:${bytes.toString('utf8', member.start, member.end)}`] : [];
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
