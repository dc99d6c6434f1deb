import { type Exchange, isWordless, type Warning, type WORDLESS_TYPES } from '@parley/contract';
import type { Json, ReadExchange } from '../format.ts';
import type { FormatReader } from '../reader.ts';
import { readEmbedding } from '../retrieval/embedding.ts';
import { readRerank } from '../retrieval/rerank.ts';
import { name, obj } from '../shared/read.ts';
import { upstreamError } from '../shared/upstream-error.ts';
import { contradictsFormat } from '../shared/warnings.ts';
import { chooseFamily } from './choose.ts';
import { isConverse, readConverse } from './converse.ts';
import { countsBeside, readBody, requestIdOf } from './envelope.ts';
import type { ReadFamily } from './family.ts';
import { assemblerOf } from './stream.ts';

/**
 * Amazon Bedrock: Converse, which has one shape for all models, and InvokeModel, an envelope around the
 * bodies of one model family.
 */
const readBedrock: ReadExchange = (request, response, type) => {
  if (!isWordless(type) && isConverse(request, response)) {
    const { exchange, warnings } = readConverse(request, response);
    return { exchange: addEnvelope(exchange, name(request.modelId), response, response), warnings };
  }
  const warnings: Warning[] = [];
  const requestBody = readBody(request, 'request.body', warnings);
  const responseBody = readBody(response, 'response.body', warnings);
  const modelId = name(request.modelId);
  const family = isWordless(type) ? RETRIEVAL[type] : chooseFamily(modelId ?? '', requestBody, responseBody);
  const reading = family(requestBody, responseBody);
  for (const found of reading.warnings) warnings.push(found);
  const exchange = addEnvelope(reading.exchange, modelId, response, responseBody);
  if (requestBody === request) warnings.push(contradictsFormat('request', 'bedrock'));
  // A client that logs the exception it caught has no body either: that is an error, and no odd shape.
  if (responseBody === response && exchange.error === null) {
    warnings.push(contradictsFormat('response', 'bedrock'));
  }
  return { exchange, warnings };
};

export const bedrock: FormatReader = { read: readBedrock, assemblerOf, latencyMs };

/** Converse measures its own latency. */
function latencyMs({ metrics }: Json): number | null {
  const { latencyMs: measured } = obj(metrics);
  return typeof measured === 'number' && measured >= 0 ? Math.round(measured) : null;
}

/** What these answer with says all; whose they are does not matter. */
const RETRIEVAL: Record<(typeof WORDLESS_TYPES)[number], ReadFamily> = {
  embedding: (request, response) => readEmbedding('bedrock', request, response),
  rerank: (request, response) => readRerank('bedrock', request, response),
};

/**
 * The model id is what people chose, are billed by and know; the body's own name is short or internal
 * and only stands in for an ARN, which says nothing about what answered.
 */
function addEnvelope(exchange: Exchange, modelId: string | null, response: Json, body: Json): Exchange {
  const opaque = modelId === null || (modelId.startsWith('arn:') && !namesModel(modelId));
  const error = exchange.error ?? (body === response ? null : upstreamError(response, true));
  const intervened = body['amazon-bedrock-guardrailAction'] === 'INTERVENED';
  const { usage } = exchange;
  return {
    ...exchange,
    model: opaque ? (exchange.model ?? modelId) : modelId,
    requestedModel: modelId ?? exchange.requestedModel,
    outcome: intervened ? 'blocked' : error === null ? exchange.outcome : outcomeOf(exchange),
    usage: usage.input === null && usage.output === null ? countsBeside(response, body) : usage,
    upstreamId: exchange.upstreamId ?? requestIdOf(response),
    error,
  };
}

function outcomeOf(exchange: Exchange): Exchange['outcome'] {
  return exchange.outcome === 'ok' ? 'error' : exchange.outcome;
}

/** Foundation models and inference profiles carry the model's id in their ARN; the others do not. */
function namesModel(arn: string): boolean {
  return arn.includes(':foundation-model/') || arn.includes(':inference-profile/');
}
