import type { Exchange, Message, Outcome, UpstreamError, Usage, Vectors } from '@parley/contract';
import type { Json } from '../format.ts';
import type { Finish } from './finish-reasons.ts';
import { textsOf } from './messages.ts';
import { filterCode, upstreamError } from './upstream-error.ts';

/** What a format finds; everything else in an exchange follows from it. */
export type Findings = {
  requestedModel: string | null;
  model: string | null;
  input: Message[];
  /** One message per choice, the first choice first. */
  output: Message[];
  /** Why the first choice ended. */
  finish: Finish;
  /** The upstream's sentence on a failed ending, where it gives one. */
  finishMessage?: string | null;
  usage: Usage;
  upstreamId: string | null;
  /** The response that this one goes on from, where an upstream keeps what was said. */
  previousUpstreamId?: string | null;
  /** The body that may be an error, and whether it also holds an answer. */
  body: Json;
  answered: boolean;
  /** How many were embedded or ranked. */
  texts?: number;
  vectors?: Vectors | null;
};

export function exchangeOf(found: Findings): Exchange {
  const { finish, usage, error, outcome } = ending(found);
  return {
    model: found.model ?? found.requestedModel,
    requestedModel: found.requestedModel,
    outcome,
    finishReason: finish.reason,
    finishReasonRaw: finish.raw,
    input: found.input,
    output: found.output,
    ...textsOf(found.input, found.output),
    usage,
    upstreamId: found.upstreamId,
    previousUpstreamId: found.previousUpstreamId ?? null,
    error,
    texts: found.texts ?? null,
    vectors: found.vectors ?? null,
  };
}

type Ending = { finish: Finish; usage: Usage; error: UpstreamError | null; outcome: Outcome };

function ending({ finish, finishMessage = null, usage, body, answered }: Findings): Ending {
  const error = upstreamError(body, answered);
  if (error !== null) {
    const code = filterCode(body);
    if (code === null) return { finish, usage, error, outcome: 'error' };
    // A prompt that a filter refused is blocked, whether the upstream says so with 200 or with 400.
    return { finish: { reason: 'content_filter', raw: code }, usage, error, outcome: 'blocked' };
  }
  if (finish.reason === 'content_filter') return { finish, usage, error, outcome: 'blocked' };
  if (finish.reason !== 'error') return { finish, usage, error, outcome: 'ok' };
  return { finish, usage, error: { type: null, code: finish.raw, message: finishMessage }, outcome: 'error' };
}
