import type { Message, Role } from '@parley/contract';
import type { Json } from '../../base/json.ts';
import { addToolResult } from '../../formats/openai-like/content.ts';
import { addMessageParts } from '../../formats/openai-like/messages.ts';
import { isObject, list, name } from '../../formats/shared/read.ts';
import { roleOf } from '../../formats/shared/roles.ts';
import type { Call, CallEvent, Value } from '../telemetry.ts';
import { type CallContent, type ReadContent, structured } from './call-content.ts';
import { addConventionMessages } from './convention-parts.ts';

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  ['gen_ai.tool.message', 'tool'],
]);

/**
 * The GenAI conventions up to 1.36: an event for every message, on the span or as a log record; in older
 * versions, one for the prompt and one for the completion. Pydantic AI wrote its events into an attribute.
 */
export const readEvents: ReadContent = (call) => {
  const input: Message[] = [];
  const choices: Choice[] = [];
  let found = false;
  for (const { event, body } of inOrderOf(eventsOf(call))) {
    const role = ROLES.get(event);
    if (role !== undefined) addMessage(input, role, body);
    else if (event === 'gen_ai.choice') choices.push(choiceOf(body, choices.length));
    else if (event === 'gen_ai.content.prompt') addLegacy(input, 'user', body['gen_ai.prompt']);
    else if (event === 'gen_ai.content.completion') {
      const output: Message[] = [];
      addLegacy(output, 'assistant', body['gen_ai.completion']);
      for (const message of output) choices.push({ index: choices.length, message, finish: null });
    } else continue;
    found = true;
  }
  if (!found) return readLegacy(call);
  choices.sort((a, b) => a.index - b.index);
  const said: CallContent = { finish: choices[0]?.finish ?? null };
  if (input.length > 0) said.input = input;
  if (choices.length > 0) said.output = joined(choices);
  return said;
};

type NamedEvent = { event: string; body: Json };
type Choice = { index: number; message: Message; finish: string | null };

function eventsOf({ attributes, events }: Call): NamedEvent[] {
  const named = events.map(({ name: event, ...rest }) => ({ event, body: bodyOf(rest) }));
  const inAttribute = structured(attributes.get('events'));
  for (const value of list(inAttribute)) {
    if (isObject(value)) named.push({ event: name(value['event.name']) ?? '', body: value });
  }
  return named;
}

/** Sorts messages by their index, if all of them have one. Choices have indexes of their own. */
function inOrderOf(events: readonly NamedEvent[]): readonly NamedEvent[] {
  const messages = events.filter(({ event }) => ROLES.has(event));
  if (!messages.every(({ body }) => indexOf(body) !== null)) return events;
  const ordered = messages.sort((a, b) => (indexOf(a.body) ?? 0) - (indexOf(b.body) ?? 0));
  return [...ordered, ...events.filter(({ event }) => !ROLES.has(event))];
}

function indexOf({ index }: Json): number | null {
  return typeof index === 'number' ? index : null;
}

/**
 * The content of an event: in the body of a log record, in a span event's attributes, or (Azure) in one as
 * JSON.
 */
function bodyOf({ attributes, body }: Omit<CallEvent, 'name'>): Json {
  const content = structured(attributes.get('gen_ai.event.content'));
  const said = structured(body ?? undefined);
  return {
    ...Object.fromEntries(attributes),
    ...(isObject(content) ? content : typeof content === 'string' ? { content } : {}),
    ...(isObject(said) ? said : typeof said === 'string' ? { content: said } : {}),
  };
}

function addMessage(messages: Message[], role: Role, body: Json): void {
  const content = decoded(body.content);
  const message: Message = { role: body.role === undefined ? role : roleOf(body.role), content: [] };
  messages.push(message);
  if (role === 'tool') {
    message.role = 'tool';
    addToolResult(message.content, content, name(body.id) ?? name(body.tool_call_id), name(body.name));
  } else {
    addMessageParts(message.content, { ...body, content, tool_calls: decoded(body.tool_calls) }, false);
  }
}

function choiceOf(body: Json, next: number): Choice {
  const stated = decoded(body.message);
  const bare = typeof stated === 'string' ? { content: stated } : body;
  const message = isObject(stated) ? stated : bare;
  const into: Message[] = [];
  addMessage(into, 'assistant', message);
  return {
    index: indexOf(body) ?? next,
    message: { role: 'assistant', content: into.flatMap(({ content }) => content) },
    finish: name(body.finish_reason),
  };
}

/** Pydantic AI reports one answer in several events with the same index. */
function joined(choices: readonly Choice[]): Message[] {
  const output = new Map<number, Message>();
  for (const { index, message } of choices) {
    const before = output.get(index);
    if (before === undefined) output.set(index, message);
    else output.set(index, { ...before, content: before.content.concat(message.content) });
  }
  return [...output.values()];
}

/** `gen_ai.prompt` and `gen_ai.completion`: a text, or messages as JSON. */
function readLegacy({ attributes }: Call): CallContent {
  const said: CallContent = {};
  const input: Message[] = [];
  const output: Message[] = [];
  addLegacy(input, 'user', attributes.get('gen_ai.prompt'));
  addLegacy(output, 'assistant', attributes.get('gen_ai.completion'));
  if (input.length > 0) said.input = input;
  if (output.length > 0) said.output = output;
  return said;
}

function addLegacy(messages: Message[], role: Role, value: unknown): void {
  for (const item of list(decoded(value))) {
    const message = isObject(item) ? { role, ...item } : { role, content: item };
    addConventionMessages(messages, [message]);
  }
}

/** Structured values are JSON in the attributes of spans. */
function decoded(value: unknown): unknown {
  return typeof value === 'string' ? structured(value satisfies Value) : value;
}
