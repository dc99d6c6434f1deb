import type { Part, Usage } from '@parley/contract';
import type { Json } from '../format.ts';
import { exchangeOf } from '../shared/exchange.ts';
import { finishOf } from '../shared/finish-reasons.ts';
import { argumentsText, jsonText } from '../shared/json-text.ts';
import { type MediaKind, media } from '../shared/media.ts';
import { addText, readTurns } from '../shared/messages.ts';
import { count, isObject, list, name, obj, sum, text } from '../shared/read.ts';
import { NO_USAGE, usageOf } from '../shared/usage.ts';
import type { ReadFamily } from './family.ts';

/** Amazon Nova: the shape of Bedrock's Converse API, where a block is named by its only key. */
export const readNova: ReadFamily = (request, response) => {
  const answer = obj(response.output).message;
  return {
    exchange: exchangeOf({
      requestedModel: null,
      model: null,
      input: readTurns(request, readBlocks),
      output: isObject(answer) ? [{ role: 'assistant', content: readBlocks(answer.content) }] : [],
      finish: finishOf(response.stopReason),
      usage: readUsage(response.usage),
      upstreamId: null,
      body: response,
      answered: isObject(response.output),
    }),
    warnings: [],
  };
};

function readBlocks(content: unknown): Part[] {
  const parts: Part[] = [];
  for (const block of list(content)) {
    if (isObject(block)) addBlock(parts, block);
    else addText(parts, text(block));
  }
  return parts;
}

const MEDIA: readonly MediaKind[] = ['image', 'video', 'audio', 'document'];

function addBlock(parts: Part[], block: Json): void {
  const { toolUse, toolResult, reasoningContent } = block;
  if (typeof block.text === 'string') {
    addText(parts, text(block.text));
  } else if (isObject(toolUse)) {
    parts.push({
      type: 'tool_call',
      id: name(toolUse.toolUseId),
      name: text(toolUse.name) ?? '',
      arguments: argumentsText(toolUse.input, '{}'),
    });
  } else if (isObject(toolResult)) {
    const lines = list(toolResult.content).map((inner) => text(obj(inner).text) ?? resultText(inner));
    const id = name(toolResult.toolUseId);
    parts.push({ type: 'tool_result', id, name: null, text: lines.join('\n') });
  } else if (isObject(reasoningContent)) {
    parts.push({ type: 'thinking', text: text(obj(reasoningContent.reasoningText).text) ?? '' });
  } else {
    for (const kind of MEDIA) {
      const described = block[kind];
      if (isObject(described)) parts.push(media(kind, mimeOf(kind, name(described.format)), null));
    }
  }
}

function resultText(inner: unknown): string {
  const { json } = obj(inner);
  return json === undefined ? (text(inner) ?? '') : jsonText(json);
}

function mimeOf(kind: MediaKind, format: string | null): string | null {
  if (format === null || kind === 'document') return null;
  return `${kind}/${format}`;
}

/**
 * Cached tokens come beside `inputTokens`, and the total counts them; where the total does not, they
 * were inside.
 */
function readUsage(value: unknown): Usage {
  if (!isObject(value)) return NO_USAGE;
  const fresh = count(value.inputTokens);
  const output = count(value.outputTokens);
  const total = count(value.totalTokens);
  const cachedInput = count(value.cacheReadInputTokenCount ?? value.cacheReadInputTokens);
  const cacheWrite = count(value.cacheWriteInputTokenCount ?? value.cacheWriteInputTokens);
  const inside = fresh !== null && output !== null && total === fresh + output;
  const input = fresh === null || inside ? fresh : sum([fresh, cachedInput, cacheWrite]);
  return usageOf({ input, output, total, cachedInput, cacheWrite });
}
