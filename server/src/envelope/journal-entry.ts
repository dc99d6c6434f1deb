/**
 * What one frame of the journal says: a small JSON head, then the bytes it speaks of. Ingest writes
 * entries, the drain and the reader of fresh interactions read them back.
 *
 *   interaction   head, request bytes, response bytes
 *   duplicate     head                                  the interaction is already here or in the store
 *   rejection     head, payload bytes without the key   for `GET /v1/rejections` and replay
 *   part          head, log records                     what was said in a model call that came as a span
 *   ignored       head                                  spans and log records that are no model calls
 *   telemetry     head, slices of an OTLP request       the calls, parts and rejected records of an export:
 *                                                       what they share is there once, and what it stands for
 *                                                       is made of it by `otel/expand.ts`
 */
import type { Issue, Labels, RecordedFormat, Trace, Warning } from '@parley/contract';
import type { Outline } from './outline.ts';

export type Times = {
  /** Milliseconds since 1970. */
  requestedAt: number;
  respondedAt: number;
  latencyMs: number | null;
  /** From the request to the first piece of the answer; entries of earlier versions have none. */
  firstTokenMs?: number | null;
};

export type Person = {
  userId: string | null;
  email: string | null;
  isAuthenticated: boolean | null;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  gender: string | null;
};

/** The checked envelope of a payload. It holds no key. */
export type Envelope = Times & {
  format: RecordedFormat;
  type: string;
  version: string;
  /** Whose model it was, where the payload says so. */
  provider?: string;
  session: string | null;
  /** Minutes. */
  sessionTimeout: number;
  user: Person | null;
  /** Entries of earlier versions have none. */
  labels?: Labels;
  trace?: Trace | null;
};

type Common = { id: string; appId: string; receivedAt: number };

export type InteractionHead = Common & {
  kind: 'interaction';
  envelope: Envelope;
  warnings: Warning[];
  /** False when nobody could say whether the store has this id already: the drain must ask. */
  verified: boolean;
  /** Of the whole payload, where an `Idempotency-Key` names the interaction whatever its bytes are. */
  fingerprint?: string;
};
/** `count`: of so many; 1 where it is missing. */
export type DuplicateHead = Common & { kind: 'duplicate'; count?: number };
export type RejectionHead = Common & { kind: 'rejection'; issues: Issue[] };
/** `count`: of so many records; 1 where it is missing. `own`: found out here, and sent by nobody. */
export type PartHead = Common & { kind: 'part'; count?: number; own?: true };
/** For so many of them; of those around model calls, what is kept. */
export type IgnoredHead = Common & { kind: 'ignored'; count: number; outlines?: Outline[] };

/** Which slices a record is made of, by their numbers: its resource, its scope and itself. */
export type RecordPlace = [resource: number | null, scope: number | null, record: number];

/** A record of an export: a model call with the id of its interaction, or a part of one. */
export type TelemetryRecord = {
  id: string;
  at: RecordPlace;
  part?: true;
  /** The record itself is JSON, in whatever encoding it came: vectors were taken out of it. */
  json?: true;
  /** Nobody could say whether the store has this id already. */
  unverified?: true;
  fingerprint: string;
};

export type TelemetryHead = Common & {
  kind: 'telemetry';
  count: number;
  signal: 'traces' | 'logs';
  encoding: 'protobuf' | 'json';
  /** Minutes; of the application. */
  sessionTimeout: number;
  /** The length of each slice; they follow each other. */
  slices: number[];
  records: TelemetryRecord[];
  /** They are one rejection, which has the id of this entry. */
  rejected: RecordPlace[];
  /** What is wrong with them, each with the number of records that it is about. */
  issues: Issue[];
};

export type Head = InteractionHead | DuplicateHead | RejectionHead | PartHead | IgnoredHead | TelemetryHead;

/** What everything but the journal knows: telemetry is expanded into these. */
export type Entry =
  | { head: InteractionHead; request: Buffer; response: Buffer }
  | { head: DuplicateHead | IgnoredHead }
  | { head: RejectionHead; payload: Buffer }
  | { head: PartHead; logs: Buffer };

export type TelemetryEntry = { head: TelemetryHead; body: Buffer };

/** How many records were received with a frame. */
export function countOf(head: Head): number {
  if (head.kind === 'part' && head.own) return 0;
  if (head.kind === 'rejection') return sum(head.issues) || 1;
  return 'count' in head ? (head.count ?? 1) : 1;
}

function sum(issues: readonly Issue[]): number {
  return issues.reduce((total, { count = 0 }) => total + count, 0);
}

/** The interactions that a frame brings. */
export function interactionsIn(head: Head): { id: string; fingerprint: string }[] {
  if (head.kind === 'interaction') return [{ id: head.id, fingerprint: head.fingerprint ?? '' }];
  return head.kind === 'telemetry' ? head.records.filter(({ part }) => !part) : [];
}

const EMPTY = Buffer.alloc(0);

/** What can still be read in what is left of a head: whose it was, and when it came. */
export type HeadRemains = { appId: string | null; receivedAt: number | null; count: number };

/** A head is small, and says these first. */
const HEAD_BYTES = 4096;

export function readRemains(remains: Buffer): HeadRemains {
  const text = remains.toString('latin1', 0, HEAD_BYTES);
  const appId = /"appId":"([\w-]+)"/.exec(text)?.[1] ?? null;
  const receivedAt = Number(/"receivedAt":(\d{13})\b/.exec(text)?.[1] ?? Number.NaN);
  return { appId, receivedAt: receivedAt <= Date.now() ? receivedAt : null, count: countIn(text) };
}

/** How many records a frame is about, by the beginning of its head, which says it before anything of variable length. */
export function recordsIn([head = EMPTY]: readonly Buffer[]): number {
  return countIn(head.toString('latin1', 0, COUNT_BYTES));
}

const COUNT = /^\{"kind":"\w+","id":"[\w-]+","appId":"[\w-]+","receivedAt":\d+,"count":(\d{1,7})[,}]/;
const COUNT_BYTES = 256;

function countIn(text: string): number {
  return Number(COUNT.exec(text)?.[1] ?? 1);
}

export function encodeHead(head: Head): Buffer {
  return Buffer.from(JSON.stringify(head));
}

export function decodeHead(parts: readonly Buffer[]): Head {
  return JSON.parse((parts[0] ?? EMPTY).toString('utf8'));
}

export function decodeEntry(parts: readonly Buffer[]): Entry | TelemetryEntry {
  const head = decodeHead(parts);
  if (head.kind === 'telemetry') return { head, body: parts[1] ?? EMPTY };
  if (head.kind === 'interaction') return { head, request: parts[1] ?? EMPTY, response: parts[2] ?? EMPTY };
  if (head.kind === 'rejection') return { head, payload: parts[1] ?? EMPTY };
  if (head.kind === 'part') return { head, logs: parts[1] ?? EMPTY };
  return { head };
}
