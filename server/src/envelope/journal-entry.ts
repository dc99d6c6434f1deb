/**
 * The content of a journal frame: a small JSON head, then bytes. Ingest writes entries; the drain, and the
 * reader of pending interactions, read them.
 *
 *   interaction   head, request bytes, response bytes
 *   duplicate     head                                  an interaction that was recorded before
 *   rejection     head, payload bytes without the key   for `GET /v1/rejections` and replay
 *   part          head, log records                     log records of a model call that came as a span
 *   ignored       head                                  spans and log records that are not model calls
 *   scores        head, scores as JSON                  what people and programs think of interactions
 *   telemetry     head, slices of an OTLP request       the calls, parts and rejected records of an export, with
 *                                                       what they share once; `otel/expand.ts` makes entries of it
 */
import type { Issue, Labels, RecordedFormat, Trace, Warning } from '@parley/contract';
import type { Outline } from './outline.ts';
import type { KeptScore } from './score.ts';

export type Times = {
  /** Milliseconds since 1970. */
  requestedAt: number;
  respondedAt: number;
  latencyMs: number | null;
  /**
   * Milliseconds from the request to the first piece of the answer; absent in entries of earlier versions.
   */
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

/** The checked envelope of a payload, without keys. */
export type Envelope = Times & {
  format: RecordedFormat;
  type: string;
  version: string;
  /** The provider, if the payload names it. */
  provider?: string;
  session: string | null;
  /** Minutes. */
  sessionTimeout: number;
  user: Person | null;
  /** Absent in entries of earlier versions. */
  labels?: Labels;
  trace?: Trace | null;
};

type Common = { id: string; appId: string; receivedAt: number };

export type InteractionHead = Common & {
  kind: 'interaction';
  envelope: Envelope;
  warnings: Warning[];
  /** False when it is unknown whether the store has this id: the drain must check. */
  verified: boolean;
  /** Of the whole payload, where the id is derived from an `Idempotency-Key`. */
  fingerprint?: string;
};
/** `count` interactions, or 1. */
export type DuplicateHead = Common & { kind: 'duplicate'; count?: number };
export type RejectionHead = Common & { kind: 'rejection'; issues: Issue[] };
/** `count` log records, or 1. `own` marks a note that intake made itself. */
export type PartHead = Common & { kind: 'part'; count?: number; own?: true };
/** `count` ignored records; `outlines` keeps those that surround a model call. */
export type IgnoredHead = Common & { kind: 'ignored'; count: number; outlines?: Outline[] };

/** `count` scores. */
export type ScoresHead = Common & { kind: 'scores'; count: number };

/** The slices of a record, by number: its resource, its scope and the record itself. */
export type RecordPlace = [resource: number | null, scope: number | null, record: number];

/** A record of an export: a model call with the id of its interaction, or a part of one. */
export type TelemetryRecord = {
  id: string;
  at: RecordPlace;
  part?: true;
  /** The record is JSON, whatever the encoding of the request, because vectors were removed from it. */
  json?: true;
  /** It is unknown whether the store has this id. */
  unverified?: true;
  fingerprint: string;
};

export type TelemetryHead = Common & {
  kind: 'telemetry';
  count: number;
  signal: 'traces' | 'logs';
  encoding: 'protobuf' | 'json';
  /** Minutes, as set for the application. */
  sessionTimeout: number;
  /** The length of each slice; slices follow one another. */
  slices: number[];
  records: TelemetryRecord[];
  /** The records of one rejection, which has the id of this entry. */
  rejected: RecordPlace[];
  /** Their problems, each with the number of records that have it. */
  issues: Issue[];
};

export type Head =
  | InteractionHead
  | DuplicateHead
  | RejectionHead
  | PartHead
  | IgnoredHead
  | ScoresHead
  | TelemetryHead;

/** The entries that other code handles; telemetry is expanded into them. */
export type Entry =
  | { head: InteractionHead; request: Buffer; response: Buffer }
  | { head: DuplicateHead | IgnoredHead }
  | { head: RejectionHead; payload: Buffer }
  | { head: PartHead; logs: Buffer }
  | { head: ScoresHead; scores: KeptScore[] };

export type TelemetryEntry = { head: TelemetryHead; body: Buffer };

/** The number of records that a frame stands for. */
export function countOf(head: Head): number {
  if (head.kind === 'part' && head.own) return 0;
  if (head.kind === 'rejection') return sum(head.issues) || 1;
  return 'count' in head ? (head.count ?? 1) : 1;
}

function sum(issues: readonly Issue[]): number {
  return issues.reduce((total, { count = 0 }) => total + count, 0);
}

/** The interactions in a frame. */
export function interactionsIn(head: Head): { id: string; fingerprint: string }[] {
  if (head.kind === 'interaction') return [{ id: head.id, fingerprint: head.fingerprint ?? '' }];
  return head.kind === 'telemetry' ? head.records.filter(({ part }) => !part) : [];
}

const EMPTY = Buffer.alloc(0);
const NO_SCORES = Buffer.from('[]');

/** What can be read of a damaged head: the application and the time of receipt. */
export type HeadRemains = { appId: string | null; receivedAt: number | null; count: number };

/** These members are the first of a head. */
const HEAD_BYTES = 4096;

export function readRemains(remains: Buffer): HeadRemains {
  const text = remains.toString('latin1', 0, HEAD_BYTES);
  const appId = /"appId":"([\w-]+)"/.exec(text)?.[1] ?? null;
  const receivedAt = Number(/"receivedAt":(\d{13})\b/.exec(text)?.[1] ?? Number.NaN);
  return { appId, receivedAt: receivedAt <= Date.now() ? receivedAt : null, count: countIn(text) };
}

/**
 * The number of records of a damaged frame, from the beginning of its head, where `count` precedes anything
 * long.
 */
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
  if (head.kind === 'scores') return { head, scores: JSON.parse((parts[1] ?? NO_SCORES).toString('utf8')) };
  return { head };
}
