import type { Message, Part } from '@parley/contract';
import type { Json } from '../../base/json.ts';
import { addToolResult } from '../../formats/openai-like/content.ts';
import { addMessageParts } from '../../formats/openai-like/messages.ts';
import { isObject, name, text } from '../../formats/shared/read.ts';
import { roleOf } from '../../formats/shared/roles.ts';
import { firstText } from '../attributes.ts';
import type { Call } from '../telemetry.ts';
import {
  type CallContent,
  numberedAttributes,
  numberedItems,
  type ReadContent,
  structured,
} from './call-content.ts';

/** OpenLLMetry: every message is a set of numbered attributes. */
export const readOpenLlmetry: ReadContent = (call) => {
  const prompts = listedOnce(call, ['gen_ai.prompt', 'llm.prompts']);
  const completions = listedOnce(call, ['gen_ai.completion', 'llm.completions']);
  const said: CallContent = {
    requestedModel: firstText(call.attributes, ['llm.request.model']),
    model: firstText(call.attributes, ['llm.response.model']),
    finish:
      name(completions[0]?.finish_reason) ??
      firstText(call.attributes, ['llm.response.finish_reason', 'llm.response.stop_reason']),
  };
  if (prompts.length > 0) said.input = prompts.map(readPrompt);
  if (completions.length > 0)
    said.output = completions.map((each) => ({ role: 'assistant', content: contentOf(each) }));
  return said;
};

function listedOnce(call: Call, prefixes: readonly string[]): Json[] {
  for (const prefix of prefixes) {
    const items = numberedAttributes(call, prefix);
    if (items.length > 0) return items;
  }
  return [];
}

function readPrompt(prompt: Json): Message {
  const role = roleOf(prompt.role);
  if (role !== 'tool') return { role, content: contentOf(prompt) };
  const content: Part[] = [];
  addToolResult(content, contentIn(prompt), name(prompt.tool_call_id), name(prompt.name));
  return { role, content };
}

function contentOf(message: Json): Part[] {
  const parts: Part[] = [];
  const { function_call: _, ...rest } = message;
  addMessageParts(
    parts,
    { ...rest, content: contentIn(message), tool_calls: numberedItems(message.tool_calls) },
    false,
  );
  return parts;
}

/** Content of several parts is JSON. An answer that happens to be JSON is not a list of parts. */
function contentIn({ content }: Json): unknown {
  const said = text(content);
  if (said === null) return content;
  const value = structured(said);
  const isParts = Array.isArray(value) && value.every((part) => isObject(part) && name(part.type) !== null);
  return isParts && value.length > 0 ? value : said;
}
