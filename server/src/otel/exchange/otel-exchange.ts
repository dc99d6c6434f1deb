/** Reads a model call from telemetry into an exchange, as `formats/` does for a request and a response. */
import type { Exchange, Warning } from '@parley/contract';
import type { Reading } from '../../formats/index.ts';
import { exchangeOf } from '../../formats/shared/exchange.ts';
import { type Finish, finishOf, UNFINISHED } from '../../formats/shared/finish-reasons.ts';
import { NO_USAGE, usageOf, warnOfRest } from '../../formats/shared/usage.ts';
import { warning } from '../../formats/shared/warnings.ts';
import { firstText } from '../attributes.ts';
import { classify } from '../dialects/classify.ts';
import { readTokens } from '../facts/tokens.ts';
import { isRepeated, isReportedTwice } from '../repeat-notes.ts';
import type { Call } from '../telemetry.ts';
import type { CallContent, ReadContent } from './call-content.ts';
import { callError } from './call-error.ts';
import { readGenAi } from './gen-ai.ts';
import { readLangfuse } from './langfuse.ts';
import { readEvents } from './older-gen-ai.ts';
import { readOpenInference } from './open-inference.ts';
import { readOpenLlmetry } from './open-llmetry.ts';
import { readProviderBodies } from './provider-bodies.ts';
import { readVercel } from './vercel.ts';
import { wordlessExchange } from './wordless.ts';

/**
 * The readers of content, in order of precedence; `dialects.ts` lists everything else about a dialect. All of
 * them read, since a span may speak several dialects. The conventions come late: their attributes are often a
 * shortened copy.
 */
const CONTENT_READERS: readonly ReadContent[] = [
  readVercel,
  readOpenInference,
  readLangfuse,
  readGenAi,
  readOpenLlmetry,
  readEvents,
];

/** Pure, and never throws: a failure gives an exchange without content, and a warning. */
export function otelExchange(call: Call): Reading {
  try {
    const said = merged(CONTENT_READERS.map((read) => read(call)));
    const kind = classify(call);
    if (kind === 'embedding' || kind === 'rerank')
      return withoutRepeats(call, wordlessExchange(kind, call, said));
    const bodies = readProviderBodies(call);
    const exchange = ofAttributes(call, said);
    return withoutRepeats(call, bodies === null ? exchange : joined(bodies, exchange));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const failed = warning('', 'normalise_failed', `Not normalised: ${reason}`);
    return { exchange: ofAttributes(call, {}), warnings: [failed] };
  }
}

/** Drops the tokens where calls inside this one have them, and adds warnings about repeats. */
function withoutRepeats(call: Call, exchange: Exchange): Reading {
  const warnings: Warning[] = [];
  if (isReportedTwice(call)) warnings.push(warning('', 'told_twice', REPORTED_TWICE));
  if (!isRepeated(call)) return { exchange, warnings: [...warnings, ...warnOfRest(exchange.usage)] };
  warnings.push(warning('', 'counted_inside', COUNTED_INSIDE));
  return { exchange: { ...exchange, usage: NO_USAGE }, warnings };
}

const REPORTED_TWICE =
  'Another library reports this call, too, in a trace of its own: it is counted once, here. Switch off one of the two instrumentations.';
const COUNTED_INSIDE =
  'Calls inside of this one, in the same trace, have its tokens: they are counted there.';

function ofAttributes(call: Call, said: CallContent): Exchange {
  const output = said.output ?? [];
  const answered = output.some(({ content }) => content.length > 0) || (said.finish ?? null) !== null;
  const error = callError(call, answered);
  return exchangeOf({
    requestedModel: said.requestedModel ?? null,
    model: said.model ?? null,
    input: said.input ?? [],
    output,
    finish: finishOfWord(said.finish ?? null),
    usage: usageOf(readTokens(call.scope, call.attributes)),
    upstreamId: said.upstreamId ?? null,
    previousUpstreamId: firstText(call.attributes, ['gen_ai.request.previous_response.id']),
    body: error === null ? {} : { error },
    answered,
  });
}

/** The provider's own bodies take precedence; attributes fill in what they leave out. */
function joined(bodies: Exchange, attributes: Exchange): Exchange {
  const counted = bodies.usage.input !== null || bodies.usage.output !== null;
  return {
    ...bodies,
    // The response may name no model where the attributes do.
    model: bodies.model === bodies.requestedModel ? (attributes.model ?? bodies.model) : bodies.model,
    requestedModel: bodies.requestedModel ?? attributes.requestedModel,
    usage: counted ? bodies.usage : attributes.usage,
    error: bodies.error ?? attributes.error,
    outcome: bodies.outcome === 'ok' ? attributes.outcome : bodies.outcome,
    upstreamId: bodies.upstreamId ?? attributes.upstreamId,
  };
}

function merged(found: readonly CallContent[]): CallContent {
  const said: CallContent = {};
  for (const each of found) {
    said.requestedModel ??= each.requestedModel ?? null;
    said.model ??= each.model ?? null;
    said.finish ??= each.finish ?? null;
    said.upstreamId ??= each.upstreamId ?? null;
    if (said.input === undefined && each.input !== undefined) said.input = each.input;
    if (said.output === undefined && each.output !== undefined) said.output = each.output;
  }
  return said;
}

/** Vercel writes `tool-calls` for `tool_calls`; Python's enumerations begin with the name of their type. */
function finishOfWord(word: string | null): Finish {
  if (word === null) return UNFINISHED;
  const plain = word.replaceAll('-', '_').replace(/^finish_?reason\./i, '');
  return { reason: finishOf(plain).reason, raw: word };
}
