/** Embeddings and rerankings, which return no text. */
import type { Exchange, Usage } from '@parley/contract';
import { exchangeOf, type Findings } from '../../formats/shared/exchange.ts';
import { UNFINISHED } from '../../formats/shared/finish-reasons.ts';
import { count } from '../../formats/shared/read.ts';
import { NO_USAGE } from '../../formats/shared/usage.ts';
import { firstText } from '../attributes.ts';
import type { CallKind } from '../dialects/dialect.ts';
import { readTokens } from '../facts/tokens.ts';
import type { Call } from '../telemetry.ts';
import type { CallContent } from './call-content.ts';
import { callError } from './call-error.ts';
import { readEmbedded, readVectors } from './embedding.ts';
import { readRanking } from './rerank.ts';

/** OpenInference's names. */
const MODELS = ['embedding.model_name', 'reranker.model_name'];

export function wordlessExchange(kind: Exclude<CallKind, 'call'>, call: Call, said: CallContent): Exchange {
  const model = firstText(call.attributes, MODELS);
  const usage = inputUsage(call);
  const found = kind === 'embedding' ? embedded(call, said) : ranked(call, said);
  const answered = found.answered || usage.input !== null;
  const error = callError(call, answered);
  return exchangeOf({
    ...found,
    requestedModel: said.requestedModel ?? model,
    model: said.model ?? model,
    finish: UNFINISHED,
    usage,
    upstreamId: said.upstreamId ?? null,
    body: error === null ? {} : { error },
    answered,
  });
}

type Found = Pick<Findings, 'input' | 'output' | 'texts' | 'vectors' | 'answered'>;

function embedded(call: Call, said: CallContent): Found {
  const texts = readEmbedded(call, said);
  const vectors = readVectors(call);
  const content = texts?.flat() ?? [];
  return {
    input: content.length > 0 ? [{ role: 'user', content }] : [],
    output: [],
    ...(texts === null ? {} : { texts: texts.length }),
    vectors,
    answered: vectors !== null,
  };
}

function ranked(call: Call, said: CallContent): Found {
  const { input, output, texts } = readRanking(call, said);
  return { input, output, ...(texts === null ? {} : { texts }), answered: output.length > 0 };
}

/** There is no text to count as output. */
function inputUsage({ scope, attributes }: Call): Usage {
  const { input, total } = readTokens(scope, attributes);
  return { ...NO_USAGE, input: count(input ?? total), total: count(total ?? input) };
}
