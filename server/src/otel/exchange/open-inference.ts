import type { Message, Part } from '@parley/contract';
import { type Json, parseJson } from '../../base/json.ts';
import { argumentsText } from '../../formats/shared/json-text.ts';
import { mediaAt } from '../../formats/shared/media.ts';
import { addText, answerOf } from '../../formats/shared/messages.ts';
import { isObject, name, obj, text } from '../../formats/shared/read.ts';
import { roleOf } from '../../formats/shared/roles.ts';
import { firstText } from '../attributes.ts';
import type { Call } from '../telemetry.ts';
import { type CallContent, numberedAttributes, numberedItems, type ReadContent } from './call-content.ts';

/** OpenInference's attributes. The provider's own bodies take precedence; see `provider-bodies.ts`. */
export const readOpenInference: ReadContent = (call) => {
  const { attributes } = call;
  if (!attributes.has('openinference.span.kind')) return {};
  const said: CallContent = {
    requestedModel: requestedModel(call),
    model: firstText(attributes, ['llm.model_name']),
    finish: firstText(attributes, ['llm.finish_reason']),
  };
  const input = readInput(call);
  const output = readOutput(call);
  if (input.length > 0) said.input = input;
  if (output.length > 0) said.output = output;
  return said;
};

/** Instrumentations overwrite `llm.model_name` with the model that answered. */
function requestedModel({ attributes }: Call): string | null {
  const parameters = parseJson(firstText(attributes, ['llm.invocation_parameters']) ?? '');
  return name(obj(parameters).model) ?? firstText(attributes, ['llm.model_name']);
}

function readInput(call: Call): Message[] {
  const messages = numberedAttributes(call, 'llm.input_messages').map((each) =>
    readMessage(obj(each.message)),
  );
  if (messages.length > 0) return messages;
  const prompts = numberedAttributes(call, 'llm.prompts').map((each) => text(obj(each.prompt).text));
  const said = prompts.length > 0 ? prompts : [firstText(call.attributes, ['input.value'])];
  return said.filter((prompt) => prompt !== null).map((prompt) => ({ ...answerOf(prompt), role: 'user' }));
}

function readOutput(call: Call): Message[] {
  const messages = numberedAttributes(call, 'llm.output_messages').map((each) =>
    readMessage(obj(each.message)),
  );
  if (messages.length > 0) return messages.map(({ content }) => ({ role: 'assistant', content }));
  const choices = numberedAttributes(call, 'llm.choices').map((each) => text(obj(each.completion).text));
  const said = choices.length > 0 ? choices : [firstText(call.attributes, ['output.value'])];
  return said.filter((answer) => answer !== null).map(answerOf);
}

function readMessage(message: Json): Message {
  const role = roleOf(message.role);
  const content: Part[] = [];
  if (role === 'tool') {
    const result = text(message.content) ?? textsIn(message.contents);
    content.push({
      type: 'tool_result',
      id: name(message.tool_call_id),
      name: name(message.name),
      text: result,
    });
    return { role, content };
  }
  const parts = numberedItems(message.contents);
  if (parts.length === 0) addText(content, text(message.content));
  for (const part of parts) addPart(content, obj(obj(part).message_content));
  for (const each of numberedItems(message.tool_calls)) addCall(content, obj(obj(each).tool_call));
  const called = name(message.function_call_name);
  if (called !== null && role === 'assistant') {
    const written = argumentsText(message.function_call_arguments_json, '');
    content.push({ type: 'tool_call', id: null, name: called, arguments: written });
  }
  return { role, content };
}

function addPart(parts: Part[], part: Json): void {
  const type = name(part.type);
  const image = part.image ?? part.audio ?? part.video;
  if (isObject(image)) {
    const kind = part.image ? 'image' : part.audio ? 'audio' : 'video';
    const inner = obj(image[kind] ?? image);
    parts.push(mediaAt(kind, inner.url));
  } else if (type === 'reasoning') parts.push({ type: 'thinking', text: text(part.text) ?? '' });
  else if (typeof part.text === 'string') addText(parts, text(part.text));
  else if (type !== null) parts.push({ type: 'other', name: type });
}

function addCall(parts: Part[], call: Json): void {
  const called = obj(call.function);
  parts.push({
    type: 'tool_call',
    id: name(call.id),
    name: text(called.name) ?? '',
    arguments: argumentsText(called.arguments, ''),
  });
}

function textsIn(contents: unknown): string {
  return numberedItems(contents)
    .map((part) => text(obj(obj(part).message_content).text) ?? '')
    .join('\n');
}
