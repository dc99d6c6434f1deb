import type { Format } from '@parley/contract';
import type { Json, Reading } from '../format.ts';
import { exchangeOf } from '../shared/exchange.ts';
import { UNFINISHED } from '../shared/finish-reasons.ts';
import { name } from '../shared/read.ts';
import { contradictsFormat } from '../shared/warnings.ts';
import { embeddedIn } from './texts.ts';
import { readInputUsage } from './usage.ts';
import { vectorsIn } from './vectors.ts';

/** Embeddings: one message with all texts in the input, no output. */
export function readEmbedding(format: Format, request: Json, response: Json): Reading {
  const embedded = embeddedIn(request);
  const vectors = vectorsIn(response);
  const content = embedded.flat();
  const exchange = exchangeOf({
    requestedModel: name(request.model),
    model: name(response.model),
    input: content.length > 0 ? [{ role: 'user', content }] : [],
    output: [],
    finish: UNFINISHED,
    usage: readInputUsage(response),
    upstreamId: name(response.id),
    body: response,
    answered: vectors !== null,
    texts: embedded.length,
    vectors,
  });
  const warnings = embedded.length === 0 ? [contradictsFormat('request', format)] : [];
  if (vectors === null && exchange.error === null) warnings.push(contradictsFormat('response', format));
  return { exchange, warnings };
}
