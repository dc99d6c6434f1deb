/** The type of an interaction: the format's own word, or another upstream's synonym. */
import { type Format, typesOf } from '@parley/contract';
import { isObject, type Json } from '../base/json.ts';
import { kindOf, type Notes } from './notes.ts';
import { refusalOfWord, wordlessTypeOf, wordlessWord } from './other-kinds.ts';

/** Synonyms of conversation types among upstreams and clients. */
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

export function readType(value: unknown, format: Format | null, payload: Json, notes: Notes): string | null {
  if (typeof value !== 'string' || value === '') {
    notes.issue('reconify.type', 'required', `reconify.type must be a string, not ${kindOf(value)}.`);
    return null;
  }
  // Without a known format nothing can be said about its types.
  if (!format) return null;
  const allowed: readonly string[] = typesOf(format);
  const word = value.toLowerCase();
  const wordless = wordlessWord(word);
  const shown = value.slice(0, 64);
  if (allowed.includes(value) || OTHER_WORDS.has(word) || (wordless && allowed.includes(wordless))) {
    const type = shapeOf(allowed, payload) ?? wordless ?? ownWord(value, allowed, payload);
    if (type !== value)
      notes.warn(
        'reconify.type',
        'type_read_as',
        `reconify.type "${shown}" was read as ${type}, by the shape.`,
      );
    return type;
  }
  const list = allowed.join(' or ');
  const other = wordless
    ? `For other providers, send it as ${wordless} of format universal.`
    : refusalOfWord(shown);
  notes.issue(
    'reconify.type',
    'unknown_type',
    `reconify.type must be ${list} for format ${format}, not "${shown}".${other ? ` ${other}` : ''}`,
  );
  return null;
}

/** Embeddings and rankings are recognised by their shape, whatever their `type`. */
function shapeOf(allowed: readonly string[], { response }: Json): string | null {
  const type = isObject(response) ? wordlessTypeOf(response) : null;
  return type && allowed.includes(type) ? type : null;
}

function ownWord(value: string, allowed: readonly string[], payload: Json): string {
  return allowed.includes(value) ? value : typeOfShape(value.toLowerCase(), allowed, payload);
}

function typeOfShape(word: string, allowed: readonly string[], { request, response }: Json): string {
  const asked: Json = isObject(request) ? request : {};
  const answered: Json = isObject(response) ? response : {};
  if (asked.messages !== undefined) return 'chat';
  if (asked.input !== undefined && allowed.includes('response')) return 'response';
  const prompted = asked.prompt !== undefined || Array.isArray(answered.generations);
  // Gemini's two types have one shape: there the word has to say it.
  const named = asked.contents !== undefined && /^(?:generat|completion)/.test(word);
  const completes = allowed.find((type) => type === 'completion' || type === 'generate');
  return (prompted || named ? completes : null) ?? 'chat';
}
