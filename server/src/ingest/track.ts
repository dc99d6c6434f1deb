/**
 * The hot path: takes one payload from bytes to the journal. The steps are listed in `track`. Refusals are
 * `ApiError`s; accepted and rejected payloads are frames on the disk before they are answered. Nothing is
 * parsed before the keys were checked.
 */
import type { Issue, Warning } from '@parley/contract';
import { ApiError } from '../base/errors.ts';
import { lastMember, type Member, MemberScan } from '../base/member-scan.ts';
import { TOP_LEVEL_RESPONSE } from '../envelope/envelope.ts';
import { type Envelope, encodeHead, type Head } from '../envelope/journal-entry.ts';
import { derivedId, digestOf, newId } from '../envelope/uuid.ts';
import { type Appended, JournalUnavailable } from '../journal/writer.ts';
import type { Arrivals, Way } from './arrivals.ts';
import type { Application, Credentials } from './credentials.ts';
import type { Duplicates, Verdict } from './duplicates.ts';
import { keysIn } from './keys-in.ts';
import { type ParsedPayload, refusedFor } from './parse-payload.ts';
import type { ParsedBytes, PayloadParser } from './payload-parser.ts';
import type { Pending } from './pending.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { redactKeys } from './redact-keys.ts';
import { WrongKeys } from './wrong-keys.ts';

export type Accepted = { id: string; duplicate: boolean; warnings: readonly Warning[] };

export type Ingest = {
  credentials: Credentials;
  limiter: RateLimiter;
  payloadParser: PayloadParser;
  duplicates: Duplicates;
  pending: Pending;
  append: (parts: readonly Uint8Array[]) => Appended;
  /** When each API key was last used, until that is written to the metadata. */
  keyUses: Map<string, number>;
  arrivals: Arrivals;
  now: () => number;
};

/**
 * A payload that arrived completely. `track` owns the bytes and overwrites the API key in them. `way` is how it came,
 * unless it is a replay.
 */
export type Received = { bytes: Buffer; scan: MemberScan; way?: Way };

const SCANNED_MEMBERS = new Set(['reconify', 'request', 'response', ...TOP_LEVEL_RESPONSE]);

/** Beyond any real exchange, and within what is parsed quickly. */
const MAX_DEPTH = 512;
const MAX_VALUES = 1_000_000;
const MAX_KEY_LENGTH = 256;

/** A scan to be fed while the payload arrives. */
export function scanPayload(): MemberScan {
  return new MemberScan(SCANNED_MEMBERS);
}

/** A payload whose bytes are complete. */
export function received(bytes: Buffer): Received {
  const scan = scanPayload();
  scan.feed(bytes);
  return { bytes, scan };
}

/**
 * Steps that are nearly always synchronous return a value or a promise, and only promises are awaited: each
 * `await` costs the hot path a turn of the microtask queue.
 */
export async function track(ingest: Ingest, payload: Received, idempotencyKey?: string): Promise<Accepted> {
  checkFrame(payload);
  const changes = ingest.credentials.changes();
  if (changes !== undefined) await changes;
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
  const accepted = await record(ingest, application, checked, envelope, name, verdict);
  if (payload.way !== undefined && !accepted.duplicate)
    ingest.arrivals.note(application.id, payload.way, envelope.format, accepted.id);
  return accepted;
}

/**
 * Replays a rejected payload, whose keys were checked and removed when it arrived. `beforeRecording` is
 * awaited once the payload is known to be valid.
 */
export async function replayPayload(
  ingest: Ingest,
  application: Application,
  bytes: Buffer,
  rejectionId: string,
  beforeRecording: () => Promise<void> = async () => {},
): Promise<Accepted> {
  const payload = received(bytes);
  checkFrame(payload);
  const key = `rejection ${rejectionId}`;
  const checked = await check(ingest, application, payload, key);
  const { envelope, issues } = checked.parsed;
  if (!envelope) throw new ApiError('invalid_payload', { issues });
  await beforeRecording();
  const name = nameInteraction(application, checked, key);
  const verdict = await ingest.duplicates.check(name.id);
  return record(ingest, application, checked, envelope, name, verdict);
}

/** Refuses bytes that are not an object from the first brace to the last. */
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

/** Parses the payload, unless its structure or its idempotency key is invalid already. */
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
  const parsing = ingest.payloadParser.parsePayload(id, bytes, {
    receivedAt,
    sessionTimeout,
    digest,
    vectorsIn,
  });
  return parsing instanceof Promise ? parsing.then(checked) : checked(parsing);
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

/**
 * The id is derived from an idempotency key, or from bytes that state the time of the request; else it is
 * new.
 */
function nameInteraction(
  application: Application,
  { receivedAt, parsed: { stamped, digest } }: Checked,
  key: string | undefined,
): Name {
  if (key !== undefined && digest !== null) {
    const id = derivedId(`key ${application.id}`, digestOf(key));
    // Enough to recognise a different payload with the same key.
    return { id, derived: true, fingerprint: digest.slice(0, 16) };
  }
  if (stamped && digest !== null)
    return { id: derivedId(`payload ${application.id}`, digest), derived: true };
  return { id: newId(receivedAt), derived: false };
}

/**
 * Does not yield between checking for a pending duplicate and appending: of two equal payloads, one is new.
 */
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

/** Interactions in memory until they are stored, whatever their size. 2 million take about 500 MB. */
const MAX_PENDING = 2_000_000;

/**
 * Resolves when the frame is on the disk. The interaction is pending as soon as it has a position in the
 * journal.
 */
export async function append(ingest: Ingest, head: Head, parts: readonly Uint8Array[]): Promise<void> {
  let appended: Appended | undefined;
  try {
    if (ingest.pending.interactions >= MAX_PENDING)
      throw new JournalUnavailable(`${MAX_PENDING} interactions already wait in the journal for the store`);
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

/** The response of a client that put its fields at the top level, assembled from their bytes. */
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
