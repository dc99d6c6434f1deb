import type { WORDLESS_TYPES } from '@parley/contract';
import type { Call } from '../telemetry.ts';

/** What a span is for, where it is no model call itself but may be around one. */
export type Outline = 'agent' | 'workflow' | 'chain' | 'tool';

/** Calls that answer in words, and those that do not. */
export type CallKind = 'call' | (typeof WORDLESS_TYPES)[number];

export type Kind = CallKind | Outline | 'other';

/** What there is to tell by, of a span and of a call. */
export type Telling = Pick<Call, 'attributes' | 'scope'> & { events: readonly { name: string }[] };

/** What a span is, as one dialect says it; null when the span does not speak it. */
export type KindOf = (span: Telling) => Kind | null;

export function isCallKind(kind: Kind): kind is CallKind {
  return kind === 'call' || kind === 'embedding' || kind === 'rerank';
}
