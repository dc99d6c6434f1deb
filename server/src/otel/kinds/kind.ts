import type { Span } from '../telemetry.ts';

/** What a span is for, where it is no model call itself but may be around one. */
export type Outline = 'agent' | 'workflow' | 'chain' | 'tool';

export type Kind = 'call' | Outline | 'other';

/** What a span is, as one dialect says it; null when the span does not speak it. */
export type KindOf = (span: Span) => Kind | null;
