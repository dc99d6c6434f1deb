/**
 * What one frame of the journal says: a small JSON head, then the bytes it speaks of. Ingest writes
 * entries, the drain and the reader of fresh interactions read them back.
 *
 *   interaction   head, request bytes, response bytes
 *   duplicate     head                                  the interaction is already here or in the store
 *   rejection     head, payload bytes without the key   for `GET /v1/rejections` and replay
 *   part          head, log records                     what was said in a model call that came as a span
 *   ignored       head                                  spans and log records that are no model calls
 */
import type { Issue, Labels, RecordedFormat, Trace, Warning } from '@parley/contract';
import type { Outline } from './otel/outline.ts';

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
export type DuplicateHead = Common & { kind: 'duplicate' };
export type RejectionHead = Common & { kind: 'rejection'; issues: Issue[] };
/** `own`: found out here, and sent by nobody. */
export type PartHead = Common & { kind: 'part'; own?: true };
/** For so many of them; of those around model calls, what is kept. */
export type IgnoredHead = Common & { kind: 'ignored'; count: number; outlines?: Outline[] };
export type Head = InteractionHead | DuplicateHead | RejectionHead | PartHead | IgnoredHead;

export type Entry =
  | { head: InteractionHead; request: Buffer; response: Buffer }
  | { head: DuplicateHead | IgnoredHead }
  | { head: RejectionHead; payload: Buffer }
  | { head: PartHead; logs: Buffer };

/** How many records were received with a frame. */
export function countOf(head: Head): number {
  if (head.kind === 'ignored') return head.count;
  return head.kind === 'part' && head.own ? 0 : 1;
}

const EMPTY = Buffer.alloc(0);

/** What can still be read in what is left of a head: whose it was, and when it came. */
export type HeadRemains = { appId: string | null; receivedAt: number | null };

/** A head is small, and says these first. */
const HEAD_BYTES = 4096;

export function readRemains(remains: Buffer): HeadRemains {
  const text = remains.toString('latin1', 0, HEAD_BYTES);
  const appId = /"appId":"([\w-]+)"/.exec(text)?.[1] ?? null;
  const receivedAt = Number(/"receivedAt":(\d{13})\b/.exec(text)?.[1] ?? Number.NaN);
  return { appId, receivedAt: receivedAt <= Date.now() ? receivedAt : null };
}

export function encodeHead(head: Head): Buffer {
  return Buffer.from(JSON.stringify(head));
}

export function decodeEntry(parts: readonly Buffer[]): Entry {
  const head: Head = JSON.parse((parts[0] ?? EMPTY).toString('utf8'));
  if (head.kind === 'interaction') return { head, request: parts[1] ?? EMPTY, response: parts[2] ?? EMPTY };
  if (head.kind === 'rejection') return { head, payload: parts[1] ?? EMPTY };
  if (head.kind === 'part') return { head, logs: parts[1] ?? EMPTY };
  return { head };
}
