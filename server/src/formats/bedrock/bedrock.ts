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
  // A client may log the exception that it caught, which has no body either: an error, not a wrong shape.
  if (responseBody === response && exchange.error === null) {
    warnings.push(contradictsFormat('response', 'bedrock'));
  }
  return { exchange, warnings };
};

export const bedrock: FormatReader = { read: readBedrock, assemblerOf, latencyMs };

/** Converse reports its own latency. */
function latencyMs({ metrics }: Json): number | null {
  const { latencyMs: measured } = obj(metrics);
  return typeof measured === 'number' && measured >= 0 ? Math.round(measured) : null;
}

/** These responses have the same shape for every family. */
const RETRIEVAL: Record<(typeof WORDLESS_TYPES)[number], ReadFamily> = {
  embedding: (request, response) => readEmbedding('bedrock', request, response),
  rerank: (request, response) => readRerank('bedrock', request, response),
};

/**
 * The model id in the request is what people choose and are billed by. The name in the body is short or
 * internal, so it is used only when the id is an ARN that does not name the model.
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

/** ARNs of foundation models and inference profiles contain the model id; others do not. */
function namesModel(arn: string): boolean {
  return arn.includes(':foundation-model/') || arn.includes(':inference-profile/');
}
