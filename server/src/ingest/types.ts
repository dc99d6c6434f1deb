/** The type of an interaction: the format's own word, or another upstream's for the same thing. */
import { type Format, typesOf } from '@parley/contract';
import { isObject, type JsonObject, kindOf, type Notes } from './notes.ts';

/** What upstreams and clients call a conversation, the completion of a prompt, or a response. */
const OTHER_WORDS = new Set([
  'chat',
  'message',
  'messages',
  'converse',
  'conversation',
  'chat_completion',
  'chat_completions',
  'chat.completion',
  'chat.completions',
  'completion',
  'completions',
  'text_completion',
  'generate',
  'generation',
  'generatecontent',
  'invoke',
  'invokemodel',
  'response',
  'responses',
]);

/** What models do that are asked for something else than text. */
const OTHER_KINDS = /image|picture|embed|audio|speech|voice|transcri|translat|video|moderat|rerank|classif/i;

export function readType(
  value: unknown,
  format: Format | null,
  payload: JsonObject,
  notes: Notes,
): string | null {
  if (typeof value !== 'string' || value === '') {
    notes.issue('reconify.type', 'required', `reconify.type must be a string, not ${kindOf(value)}.`);
    return null;
  }
  // Without a known format nothing can be said about its types.
  if (!format) return null;
  const allowed: readonly string[] = typesOf(format);
  if (allowed.includes(value)) return value;
  const shown = value.slice(0, 64);
  if (OTHER_WORDS.has(value.toLowerCase())) {
    const type = typeOfShape(value.toLowerCase(), allowed, payload);
    notes.warn(
      'reconify.type',
      'type_read_as',
      `reconify.type "${shown}" was read as ${type}, by the shape.`,
    );
    return type;
  }
  const list = allowed.join(' or ');
  const taken = OTHER_KINDS.test(shown) ? ' Only text from language models is taken.' : '';
  notes.issue(
    'reconify.type',
    'unknown_type',
    `reconify.type must be ${list} for format ${format}, not "${shown}".${taken}`,
  );
  return null;
}

function typeOfShape(word: string, allowed: readonly string[], { request, response }: JsonObject): string {
  const asked: JsonObject = isObject(request) ? request : {};
  const answered: JsonObject = isObject(response) ? response : {};
  if (asked.messages !== undefined) return 'chat';
  if (asked.input !== undefined && allowed.includes('response')) return 'response';
  const prompted = asked.prompt !== undefined || Array.isArray(answered.generations);
  // Gemini's two types have one shape: there the word has to say it.
  const named = asked.contents !== undefined && /^(?:generat|completion)/.test(word);
  const completes = allowed.find((type) => type === 'completion' || type === 'generate');
  return (prompted || named ? completes : null) ?? 'chat';
}
