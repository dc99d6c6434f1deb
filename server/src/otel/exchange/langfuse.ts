import type { Message, Role } from '@parley/contract';
import type { Json } from '../../base/json.ts';
import { addItems, readOutput as readItems } from '../../formats/responses/items.ts';
import { jsonText } from '../../formats/shared/json-text.ts';
import { isObject, list } from '../../formats/shared/read.ts';
import { firstText } from '../attributes.ts';
import { type CallContent, type ReadContent, structured } from './call-content.ts';
import { addConventionMessages } from './convention-parts.ts';

/** Langfuse's SDKs: the input and output of a generation, in any shape that an application uses. */
export const readLangfuse: ReadContent = ({ attributes }) => {
  const model = firstText(attributes, ['langfuse.observation.model.name']);
  // The SDK overwrites the requested model with the one that answered.
  const said: CallContent = { requestedModel: model, model };
  const input = readInput(structured(attributes.get('langfuse.observation.input')));
  const output = readOutput(structured(attributes.get('langfuse.observation.output')));
  if (input.length > 0) said.input = input;
  if (output.length > 0) said.output = output;
  return said;
};

/** The input may be a request of OpenAI, Gemini or Anthropic without its model. */
function readInput(value: unknown): Message[] {
  const request: Json = isObject(value) && !isMessage(value) ? value : { messages: value };
  const { instructions, system, messages, input, contents } = request;
  const said = messages ?? input ?? contents;
  const before = readSaid(instructions ?? system, 'system');
  return said === undefined ? [...before, ...asText(value, 'user')] : [...before, ...readSaid(said, 'user')];
}

/** The items of a response are one answer; each message is an answer of its own. */
function readOutput(value: unknown): Message[] {
  if (list(value).some(isItem)) return [readItems(list(value))];
  return readSaid(value, 'assistant').map(({ content }) => ({ role: 'assistant', content }));
}

/** The value may be texts, messages or items of a response; anything else is kept as JSON. */
function readSaid(value: unknown, role: Role): Message[] {
  const said = list(value);
  const messages: Message[] = [];
  if (said.some(isItem)) addItems(messages, said, role);
  else if (said.length > 0 && said.every(isMessage))
    addConventionMessages(
      messages,
      said.map((message) => ({ role, ...message })),
    );
  else if (said.every((text) => typeof text === 'string'))
    for (const text of said) messages.push(...asText(text, role));
  else messages.push(...asText(value, role));
  return messages;
}

function isMessage(value: unknown): value is Json {
  if (!isObject(value)) return false;
  return ['content', 'parts', 'tool_calls'].some((name) => value[name] !== undefined);
}

/** An item of OpenAI's Responses that is not a message; messages have a role. */
function isItem(value: unknown): boolean {
  return isObject(value) && typeof value.type === 'string' && value.role === undefined && !isMessage(value);
}

function asText(value: unknown, role: Role): Message[] {
  const text = typeof value === 'string' ? value.toWellFormed() : jsonText(value);
  return text === '' ? [] : [{ role, content: [{ type: 'text', text }] }];
}
