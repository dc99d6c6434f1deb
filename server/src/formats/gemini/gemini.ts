import type { Warning } from '@parley/contract';
import type { Json, ReadExchange } from '../format.ts';
import type { FormatReader } from '../reader.ts';
import { withRetrieval } from '../retrieval/with-retrieval.ts';
import { exchangeOf } from '../shared/exchange.ts';
import { arr, isObject, name, obj } from '../shared/read.ts';
import { contradictsFormat } from '../shared/warnings.ts';
import { readBlock, readFinish } from './finish.ts';
import { readInput, readParts } from './parts.ts';
import { assemblerOf } from './stream.ts';
import { readUsage } from './usage.ts';

/** Gemini, through AI Studio or Vertex. `chat` and `generate` have the same shape. */
const readGemini: ReadExchange = (request, outer) => {
  const response = unwrap(outer);
  const candidates = arr(response.candidates);
  const first = obj(candidates[0]);
  const feedback = obj(response.promptFeedback ?? response.prompt_feedback);
  const finish = readFinish(first.finishReason ?? first.finish_reason);
  const answered = looksLikeAnswer(response);
  const exchange = exchangeOf({
    requestedModel: name(request.model),
    model: name(response.modelVersion) ?? name(response.model_version),
    input: readInput(request),
    output: candidates.map((candidate) => ({
      role: 'assistant',
      content: readParts(obj(candidate).content),
    })),
    finish: finish.raw === null ? readBlock(feedback.blockReason ?? feedback.block_reason) : finish,
    finishMessage: name(first.finishMessage) ?? name(first.finish_message),
    usage: readUsage(response.usageMetadata ?? response.usage_metadata),
    upstreamId: name(response.responseId) ?? name(response.response_id),
    body: response,
    answered,
  });
  const warnings: Warning[] = [];
  if (request.contents === undefined) warnings.push(contradictsFormat('request', 'gemini'));
  if (!answered && exchange.error === null) warnings.push(contradictsFormat('response', 'gemini'));
  return { exchange, warnings };
};

export const gemini: FormatReader = { read: withRetrieval('gemini', readGemini), assemblerOf };

/** The JavaScript SDK's result wraps the response in one more level. */
function unwrap(response: Json): Json {
  return !looksLikeAnswer(response) && isObject(response.response) ? response.response : response;
}

function looksLikeAnswer(response: Json): boolean {
  return (
    Array.isArray(response.candidates) ||
    isObject(response.promptFeedback ?? response.prompt_feedback) ||
    isObject(response.usageMetadata ?? response.usage_metadata)
  );
}
