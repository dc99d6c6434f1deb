/** Everything about a call but its messages: what the envelope of an interaction holds. */
import type { InteractionType, Labels, Trace, Warning } from '@parley/contract';
import type { Times } from '../../envelope/journal-entry.ts';
import { Notes } from '../../envelope/notes.ts';
import { readTimestamps } from '../../envelope/timestamps.ts';
import { firstText } from '../attributes.ts';
import { classify } from '../dialects/classify.ts';
import { DIALECTS } from '../dialects/dialects.ts';
import type { Call } from '../telemetry.ts';
import { firstTokenOf } from './first-token.ts';
import { sessionOf, userOf } from './identity.ts';
import { labelsOf } from './labels.ts';
import { providerOf } from './provider.ts';

export type CallFacts = Times & {
  type: Extract<InteractionType, 'chat' | 'completion' | 'embedding' | 'rerank'>;
  provider: string | null;
  session: string | null;
  user: { userId: string | null; email: string | null } | null;
  labels: Labels;
  trace: Trace | null;
  warnings: Warning[];
};

/** Impossible times are replaced by the time of receipt, with a warning, as in `/track`. */
export function callFacts(call: Call, receivedAt: number): CallFacts {
  const notes = new Notes();
  const stamps = { request: call.startedAt, response: call.endedAt };
  const times = readTimestamps(stamps, receivedAt, notes);
  const { traceId, spanId, parentSpanId } = call;
  return {
    ...times,
    firstTokenMs: firstTokenOf(call),
    type: typeOf(call),
    provider: providerOf(call.attributes, notes),
    session: sessionOf(call, notes),
    user: userOf(call, notes),
    labels: labelsOf(call, notes),
    trace: traceId === null ? null : { traceId, spanId, parentSpanId },
    warnings: notes.warnings,
  };
}

const OPERATION = DIALECTS.flatMap(({ operation }) => operation ?? []);
const COMPLETION_ONLY = DIALECTS.flatMap(({ completionOnly }) => completionOnly ?? []);
const COMPLETIONS: ReadonlySet<string | null> = new Set(['text_completion', 'completion']);

function typeOf(call: Call): CallFacts['type'] {
  const { attributes } = call;
  const kind = classify(call);
  if (kind === 'embedding' || kind === 'rerank') return kind;
  const isCompletion =
    COMPLETIONS.has(firstText(attributes, OPERATION)) || COMPLETION_ONLY.some((name) => attributes.has(name));
  return isCompletion ? 'completion' : 'chat';
}
