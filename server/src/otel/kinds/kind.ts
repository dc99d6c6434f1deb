import type { WORDLESS_TYPES } from '@parley/contract';
import type { OutlineKind } from '../../envelope/outline.ts';
import type { Call } from '../telemetry.ts';

/** Calls that answer in words, and those that do not. */
export type CallKind = 'call' | (typeof WORDLESS_TYPES)[number];

export type Kind = CallKind | OutlineKind | 'other';

/** What there is to tell by, of a span and of a call. */
export type Telling = Pick<Call, 'attributes' | 'scope'> & { events: readonly { name: string }[] };

/** What a span is, as one dialect says it; null when the span does not speak it. */
export type KindOf = (span: Telling) => Kind | null;

export function isCallKind(kind: Kind): kind is CallKind {
  return kind === 'call' || kind === 'embedding' || kind === 'rerank';
}
