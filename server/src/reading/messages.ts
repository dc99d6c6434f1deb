/**
 * How the acknowledging thread and a reading thread talk. Whatever is asked has a number; everything that
 * concerns it carries that number. Bytes change hands, they are not copied.
 *
 *   ask, look-up   → answered | failed
 *   open           → answered | failed, then each pull → piece | failed; the piece after the last is null
 *   drop             nobody waits any more: ends it, answers nothing
 *
 * A thread that has loaded says `up`, without a number.
 */
import type { Apps } from '../queries/filters.ts';
import type { Failure } from './failure.ts';
import type { LookupName } from './lookups.ts';
import type { QuestionName } from './questions.ts';
import type { StreamName } from './streams.ts';

export type Work =
  | { kind: 'ask'; name: QuestionName; apps: Apps; input: unknown }
  | { kind: 'look-up'; name: LookupName; input: unknown }
  | { kind: 'open'; name: StreamName; input: unknown };

export type ToReader = { id: number } & (Work | { kind: 'pull' } | { kind: 'drop' });

export type FromReader =
  | { kind: 'up' }
  | { kind: 'answered'; id: number; value: unknown }
  | { kind: 'piece'; id: number; bytes: Uint8Array | null }
  | { kind: 'failed'; id: number; failure: Failure };
