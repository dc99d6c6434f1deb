import type { Exchange, InteractionType, Warning } from '@parley/contract';
import type { Json, ReadExchange } from '../format.ts';
import type { FormatReader } from '../reader.ts';
import { exchangeOf, type Findings } from '../shared/exchange.ts';
import { finishOf } from '../shared/finish-reasons.ts';
import { answerOf } from '../shared/messages.ts';
import { readPrompt } from '../shared/prompt.ts';
import { name, text } from '../shared/read.ts';
import { contradictsFormat, contradictsType } from '../shared/warnings.ts';
import { readBlocks, readInput } from './blocks.ts';
import { assemblerOf } from './stream.ts';
import { readUsage } from './usage.ts';

/**
 * Anthropic: messages and the older prompt completions. The shape of the bodies tells them apart, not the
 * type.
 */
const readAnthropic: ReadExchange = (request, response, type) => {
  const shape = shapeOf(request, response);
  const warnings: Warning[] = [];
  const exchange = readShape(shape ?? type, request, response, warnings);
  if (shape !== null && shape !== type) warnings.push(contradictsType(type, shape));
  if (request.messages === undefined && request.prompt === undefined) {
    warnings.push(contradictsFormat('request', 'anthropic'));
  }
  if (!isMessage(response) && !isCompletion(response) && exchange.error === null) {
    warnings.push(contradictsFormat('response', 'anthropic'));
  }
  return { exchange, warnings };
};

export const anthropic: FormatReader = { read: readAnthropic, assemblerOf };

function shapeOf(request: Json, response: Json): InteractionType | null {
  if (isMessage(response)) return 'chat';
  if (isCompletion(response)) return 'completion';
  if (request.messages !== undefined) return 'chat';
  return request.prompt !== undefined ? 'completion' : null;
}

export function isMessage(response: Json): boolean {
  return response.type === 'message' || Array.isArray(response.content);
}

export function isCompletion(response: Json): boolean {
  return typeof response.completion === 'string';
}

export function readShape(
  shape: InteractionType,
  request: Json,
  response: Json,
  warnings: Warning[],
): Exchange {
  return exchangeOf({
    ...(shape === 'completion' ? findCompletion(request, response) : findMessage(request, response)),
    requestedModel: name(request.model),
    model: name(response.model),
    finish: finishOf(response.stop_reason),
    usage: readUsage(response.usage, warnings),
    upstreamId: name(response.id) ?? name(response.log_id) ?? name(response.request_id),
    body: response,
  });
}

type Found = Pick<Findings, 'input' | 'output' | 'answered'>;

function findMessage(request: Json, response: Json): Found {
  const answered = isMessage(response);
  return {
    input: readInput(request),
    output: answered ? [{ role: 'assistant', content: readBlocks(response.content) }] : [],
    answered,
  };
}

function findCompletion(request: Json, response: Json): Found {
  const answered = isCompletion(response);
  return {
    input: readPrompt(request.prompt),
    output: answered ? [answerOf(text(response.completion))] : [],
    answered,
  };
}
