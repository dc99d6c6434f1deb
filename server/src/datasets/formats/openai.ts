/** Fine-tuning of OpenAI's chat models: supervised, and by preference. */
import {
  type AssistantTurn,
  type Example,
  Inexpressible,
  type Media,
  type Tool,
  type Turn,
} from '../example.ts';
import type { Write } from './format.ts';

export const writeOpenAi: Write = ({ turns, answer, tools, onlyAnswer }) => {
  const ignored = (turn: Turn) => turn.role === 'assistant' && (onlyAnswer || turn.disliked);
  const weighted = turns.some(ignored);
  const messages = turns.map((turn) =>
    weighted && turn.role === 'assistant'
      ? { ...messageOf(turn), weight: ignored(turn) ? 0 : 1 }
      : messageOf(turn),
  );
  const last = messageOf(answer);
  return { messages: [...messages, weighted ? { ...last, weight: 1 } : last], ...toolsOf(tools) };
};

/** The correction is preferred to what the model answered. */
export const writePreference: Write = (example) => {
  const { turns, answer, replaced, tools }: Example = example;
  if (replaced === null) throw new Inexpressible('no_correction');
  return {
    input: { messages: turns.map(messageOf), ...toolsOf(tools) },
    preferred_output: [{ role: 'assistant', content: answer.text }],
    non_preferred_output: [{ role: 'assistant', content: replaced }],
  };
};

/** A message as the chat API has it. */
export function messageOf(turn: Turn): Record<string, unknown> {
  switch (turn.role) {
    case 'system':
      return { role: 'system', content: turn.text };
    case 'user':
      return { role: 'user', content: contentOf(turn) };
    case 'tool':
      return { role: 'tool', tool_call_id: turn.id, content: turn.text };
    case 'assistant':
      return assistantMessage(turn);
  }
}

function assistantMessage({ text, refusal, calls }: AssistantTurn): Record<string, unknown> {
  return {
    role: 'assistant',
    ...(text === '' && calls.length > 0 ? {} : { content: text === '' && refusal !== null ? null : text }),
    ...(refusal === null ? {} : { refusal }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(callOf) }),
  };
}

function callOf({ id, name, arguments: written }: AssistantTurn['calls'][number]) {
  return { id, type: 'function', function: { name, arguments: written === '' ? '{}' : written } };
}

function contentOf({ texts, media }: Extract<Turn, { role: 'user' }>) {
  if (media.length === 0) return texts.join('\n');
  return [...texts.map((text) => ({ type: 'text', text })), ...media.map(imageOf)];
}

function imageOf({ kind, url }: Media) {
  if (kind !== 'image') throw new Inexpressible('media', `${kind} in a message of the user`);
  if (url === null)
    throw new Inexpressible('media', 'image without an address: its bytes are in the request only');
  return { type: 'image_url', image_url: { url } };
}

function toolsOf(tools: readonly Tool[]) {
  return tools.length === 0 ? {} : { tools: tools.map(functionOf) };
}

export function functionOf({ name, description, parameters }: Tool) {
  return {
    type: 'function',
    function: { name, ...(description === null ? {} : { description }), parameters },
  };
}
