import type { InteractionType, Message, Part, Warning } from '@parley/contract';
import type { Json, ReadExchange } from '../format.ts';
import { addContent, addToolResult } from '../openai-like/content.ts';
import { addToolCalls } from '../openai-like/messages.ts';
import type { FormatReader } from '../reader.ts';
import { withRetrieval } from '../retrieval/with-retrieval.ts';
import { exchangeOf } from '../shared/exchange.ts';
import { finishOf } from '../shared/finish-reasons.ts';
import { mediaAt } from '../shared/media.ts';
import { addText } from '../shared/messages.ts';
import { readPrompt } from '../shared/prompt.ts';
import { arr, count, isObject, name, text } from '../shared/read.ts';
import { roleOf } from '../shared/roles.ts';
import { usageOf } from '../shared/usage.ts';
import { contradictsFormat, contradictsType } from '../shared/warnings.ts';
import { assemblerOf } from './stream.ts';

/**
 * Ollama's native API: `/api/chat` and `/api/generate`. The shape of the bodies tells them apart, not the
 * type.
 */
const readOllama: ReadExchange = (request, response, type) => {
  const shape = shapeOf(request, response);
  const answered = isChat(response) || isGenerate(response);
  const exchange = exchangeOf({
    requestedModel: name(request.model),
    model: name(response.model),
    input: Array.isArray(request.messages) ? readMessages(request.messages) : readPrompted(request),
    output: answered ? [readOutput(response)] : [],
    finish: finishOf(response.done_reason),
    usage: usageOf({ input: count(response.prompt_eval_count), output: count(response.eval_count) }),
    upstreamId: null,
    body: response,
    answered,
  });
  const warnings: Warning[] = [];
  if (!Array.isArray(request.messages) && request.prompt === undefined) {
    warnings.push(contradictsFormat('request', 'ollama'));
  }
  if (!answered && exchange.error === null) warnings.push(contradictsFormat('response', 'ollama'));
  if (shape !== null && shape !== type) warnings.push(contradictsType(type, shape));
  return { exchange, warnings };
};

export const ollama: FormatReader = { read: withRetrieval('ollama', readOllama), assemblerOf, latencyMs };

/** Durations are in nanoseconds. */
function latencyMs({ total_duration: duration }: Json): number | null {
  return typeof duration === 'number' && duration >= 0 ? Math.round(duration / 1e6) : null;
}

function shapeOf(request: Json, response: Json): InteractionType | null {
  if (isChat(response)) return 'chat';
  if (isGenerate(response)) return 'generate';
  if (Array.isArray(request.messages)) return 'chat';
  return request.prompt !== undefined ? 'generate' : null;
}

function isChat(response: Json): boolean {
  return isObject(response.message);
}

function isGenerate(response: Json): boolean {
  return typeof response.response === 'string';
}

function readMessages(value: readonly unknown[]): Message[] {
  const messages: Message[] = [];
  for (const message of value) {
    if (!isObject(message)) continue;
    const role = roleOf(message.role);
    const content: Part[] = [];
    if (role === 'tool') {
      addToolResult(content, message.content, name(message.tool_call_id), name(message.tool_name));
    } else addMessage(content, message);
    addImages(content, message.images);
    messages.push({ role, content });
  }
  return messages;
}

function readPrompted(request: Json): Message[] {
  const messages = readPrompt(request.prompt);
  const images: Part[] = [];
  addImages(images, request.images);
  if (images.length > 0) messages.push({ role: 'user', content: images });
  const system: Part[] = [];
  addText(system, text(request.system));
  return system.length > 0 ? [{ role: 'system', content: system }, ...messages] : messages;
}

function readOutput(response: Json): Message {
  const content: Part[] = [];
  if (isObject(response.message)) addMessage(content, response.message);
  else addMessage(content, { thinking: response.thinking, content: response.response });
  return { role: 'assistant', content };
}

/** Parts in the order in which the model produced them: thinking, text, tool calls. */
function addMessage(content: Part[], message: Json): void {
  const thinking = name(message.thinking);
  if (thinking !== null) content.push({ type: 'thinking', text: thinking });
  addContent(content, message.content, true);
  addToolCalls(content, message.tool_calls);
}

/** Base64 without a media type; the data is never stored. */
function addImages(content: Part[], images: unknown): void {
  for (const image of arr(images)) content.push(mediaAt('image', image));
}
