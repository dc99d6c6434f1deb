import type { Json } from '../format.ts';
import { arr, isObject, obj } from '../shared/read.ts';
import { type Assemble, type Building, joined, keep } from '../streams/events.ts';

/** Fields besides the text; counts and durations come with the last event. */
const EXTRA_FIELDS = [
  'model',
  'created_at',
  'done',
  'done_reason',
  'context',
  'total_duration',
  'load_duration',
  'prompt_eval_count',
  'prompt_eval_duration',
  'eval_count',
  'eval_duration',
  'error',
] as const;

/** `/api/chat` and `/api/generate`, one JSON object per line. Tool calls are not split. */
export function assemblerOf({ done, message, response }: Json): Assemble | null {
  if (typeof done !== 'boolean') return null;
  if (isObject(message)) return assembleChat;
  return typeof response === 'string' ? assembleGenerate : null;
}

const assembleChat: Assemble = ({ events }) => {
  const body: Building = {};
  const message: Building = { role: 'assistant', content: '' };
  const calls: unknown[] = [];
  for (const event of events) {
    const piece = obj(event.message);
    message.content = joined(message.content, piece.content);
    addThinking(message, piece);
    for (const call of arr(piece.tool_calls)) calls.push(call);
    keep(body, event, EXTRA_FIELDS);
  }
  if (calls.length > 0) message.tool_calls = calls;
  body.message = message;
  return { body, complete: isComplete(body) };
};

const assembleGenerate: Assemble = ({ events }) => {
  const body: Building = { response: '' };
  for (const event of events) {
    body.response = joined(body.response, event.response);
    addThinking(body, event);
    keep(body, event, EXTRA_FIELDS);
  }
  return { body, complete: isComplete(body) };
};

function addThinking(holder: Building, piece: Json): void {
  if (typeof piece.thinking === 'string') holder.thinking = joined(holder.thinking, piece.thinking);
}

function isComplete({ done, error }: Building): boolean {
  return done === true || error !== undefined;
}
