import type { Exchange, Message, Outcome, UpstreamError, Usage, Vectors } from '@parley/contract';
import type { Json } from '../format.ts';
import type { Finish } from './finish-reasons.ts';
import { textsOf } from './messages.ts';
import { filterCode, upstreamError } from './upstream-error.ts';

/** What a format reads; the other fields of an exchange are derived from it. */
export type Findings = {
  requestedModel: string | null;
  model: string | null;
  input: Message[];
  /** One message per choice, in order. */
  output: Message[];
  /** Why the first choice ended. */
  finish: Finish;
  /** The upstream's message about a failed ending. */
  finishMessage?: string | null;
  usage: Usage;
  upstreamId: string | null;
  /** The response that this one continues, where the upstream stores conversations. */
  previousUpstreamId?: string | null;
  /** The body that may contain an error, and whether it also contains an answer. */
  body: Json;
  answered: boolean;
  /** Number of embedded texts or ranked documents. */
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
    // A prompt that a filter refused counts as blocked, whether the upstream answers 200 or 400.
    return { finish: { reason: 'content_filter', raw: code }, usage, error, outcome: 'blocked' };
  }
  if (finish.reason === 'content_filter') return { finish, usage, error, outcome: 'blocked' };
  if (finish.reason !== 'error') return { finish, usage, error, outcome: 'ok' };
  return { finish, usage, error: { type: null, code: finish.raw, message: finishMessage }, outcome: 'error' };
}
