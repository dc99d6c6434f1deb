/**
 * How the acknowledging thread and those that read talk. Questions go by way of a `WorkerPool`. A stream has a number,
 * and everything that concerns it carries that number:
 *
 *   open           → opened | failed, then each pull → piece | failed; the piece after the last is null
 *   drop             nobody reads on: ends it, answers nothing
 *
 * Bytes change hands, they are not copied.
 */
import type { Apps } from '../queries/filters.ts';
import type { Failure } from './failure.ts';
import type { LookupName } from './lookups.ts';
import type { QueryName } from './query-handlers.ts';
import type { StreamName } from './streams.ts';
import type { WriteName } from './writes.ts';

/** `asker`: who waits for it, so that nobody takes the place of everybody else. */
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
