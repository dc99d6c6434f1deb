/**
 * Messages between the acknowledging thread and reading threads. Queries, look-ups and writes go through a
 * `WorkerPool`. A stream has an id, which all of its messages carry:
 *
 *   open           → opened | failed, then each pull → piece | failed; the piece after the last is null
 *   drop             ends the stream; there is no reply
 *
 * Bytes are transferred, not copied.
 */
import type { Apps } from '../queries/filters.ts';
import type { Failure } from './failure.ts';
import type { LookupName } from './lookups.ts';
import type { QueryName } from './query-handlers.ts';
import type { StreamName } from './streams.ts';
import type { WriteName } from './writes.ts';

/** `asker` identifies the caller, so that callers share the threads fairly. */
export type Work = { asker: string; input: unknown } & (
  | { kind: 'query'; name: QueryName; apps: Apps }
  | { kind: 'look-up'; name: LookupName }
  | { kind: 'write'; name: WriteName }
);

export type Outcome = { value: unknown } | { failure: Failure };

export type OpenStream = { asker: string; name: StreamName; input: unknown };

export type ToStreams = { id: number } & (
  | ({ kind: 'open' } & OpenStream)
  | { kind: 'pull' }
  | { kind: 'drop' }
);

export type FromStreams = { id: number } & (
  | { kind: 'opened' }
  | { kind: 'piece'; bytes: Uint8Array | null }
  | { kind: 'failed'; failure: Failure }
);
