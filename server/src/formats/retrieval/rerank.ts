import type { Format, Message, Part } from '@parley/contract';
import type { Json, Reading } from '../format.ts';
import { exchangeOf } from '../shared/exchange.ts';
import { UNFINISHED } from '../shared/finish-reasons.ts';
import { count, isObject, name, obj, text } from '../shared/read.ts';
import { contradictsFormat } from '../shared/warnings.ts';
import { documentsIn } from './texts.ts';
import { readInputUsage } from './usage.ts';

/**
 * Rankings: the query and the documents as two messages in the input, the ranked documents and their scores
 * in the output.
 */
export function readRerank(format: Format, request: Json, response: Json): Reading {
  const documents = documentsIn(request);
  const query = text(request.query);
  const results = response.results ?? response.data;
  const answered = Array.isArray(results);
  const exchange = exchangeOf({
    requestedModel: name(request.model),
    model: name(response.model),
    input: [...messageOf(query === null ? [] : [{ type: 'text', text: query }]), ...messageOf(documents)],
    output: answered ? [{ role: 'assistant', content: results.flatMap(rankedIn) }] : [],
    finish: UNFINISHED,
    usage: readInputUsage(response),
    upstreamId: name(response.id),
    body: response,
    answered,
    texts: documents.length,
  });
  const warnings = query === null ? [contradictsFormat('request', format)] : [];
  if (!answered && exchange.error === null) warnings.push(contradictsFormat('response', format));
  return { exchange, warnings };
}

function messageOf(content: Part[]): Message[] {
  return content.length > 0 ? [{ role: 'user', content }] : [];
}

function rankedIn(result: unknown): Part[] {
  const index = count(obj(result).index);
  if (!isObject(result) || index === null) return [];
  const score = result.relevance_score ?? result.relevanceScore ?? result.score;
  return [{ type: 'ranked', index, score: Number.isFinite(score) ? Number(score) : null }];
}
