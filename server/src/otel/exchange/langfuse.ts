import type { Message, Role } from '@parley/contract';
import { addItems, readOutput as readItems } from '../../formats/responses/items.ts';
import { jsonText } from '../../formats/shared/json-text.ts';
import { isObject, list } from '../../formats/shared/read.ts';
import { firstText } from '../attributes.ts';
import type { Json } from '../json.ts';
import { type CallContent, type ReadContent, structured } from './call-content.ts';
import { addConventionMessages } from './convention-parts.ts';

/** Langfuse's SDKs: what went into a generation and what came out, in whatever shape the application has it. */
export const readLangfuse: ReadContent = ({ attributes }) => {
  const model = firstText(attributes, ['langfuse.observation.model.name']);
  // It is overwritten with what answered.
  const said: CallContent = { requestedModel: model, model };
  const input = readInput(structured(attributes.get('langfuse.observation.input')));
  const output = readOutput(structured(attributes.get('langfuse.observation.output')));
  if (input.length > 0) said.input = input;
  if (output.length > 0) said.output = output;
  return said;
};

/** OpenAI's requests are there without the model, Gemini's and Anthropic's too. */
function readInput(value: unknown): Message[] {
  const request: Json = isObject(value) && !isMessage(value) ? value : { messages: value };
  const { instructions, system, messages, input, contents } = request;
  const said = messages ?? input ?? contents;
  const before = readSaid(instructions ?? system, 'system');
  return said === undefined ? [...before, ...asText(value, 'user')] : [...before, ...readSaid(said, 'user')];
}

/** The items of a response are one answer, messages are one each. */
function readOutput(value: unknown): Message[] {
  if (list(value).some(isItem)) return [readItems(list(value))];
  return readSaid(value, 'assistant').map(({ content }) => ({ role: 'assistant', content }));
}

/** Texts, messages, the items of a response, or something else as JSON. */
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

/** What stands beside messages in OpenAI's Responses: a message always says whose it is. */
function isItem(value: unknown): boolean {
  return isObject(value) && typeof value.type === 'string' && value.role === undefined && !isMessage(value);
}

function asText(value: unknown, role: Role): Message[] {
  const text = typeof value === 'string' ? value.toWellFormed() : jsonText(value);
  return text === '' ? [] : [{ role, content: [{ type: 'text', text }] }];
}
