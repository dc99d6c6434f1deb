/** The session and the user that a call belongs to. */
import { isLonger } from '../../base/shorten.ts';
import { readShortened } from '../../envelope/fields.ts';
import type { Notes } from '../../envelope/notes.ts';
import { addressKey } from '../../envelope/user-key.ts';
import { firstText } from '../attributes.ts';
import { preferring } from '../dialects/dialects.ts';
import { genAi } from '../dialects/gen-ai.ts';
import { openLlmetry } from '../dialects/open-llmetry.ts';
import type { Call } from '../telemetry.ts';

/** The same limit as in the payload of `/track`. */
const MAX_LENGTH = 256;

const PREFIXES = preferring(openLlmetry).flatMap(({ applicationAttributes }) => applicationAttributes ?? []);

const SESSION = namesOf(
  'session',
  ['session.id', 'session_id', 'sessionId'],
  ['conversation_id', 'conversationId', 'thread_id', 'threadId', 'chat_id', 'chatId'],
);
const USER = namesOf('user', ['user.id', 'user_id', 'userId']);
const EMAIL = namesOf('email', ['user.email', 'user_email', 'userEmail', 'email']);

/**
 * Names of the conventions, then those that applications add (better ones first), then those of other
 * dialects.
 */
function namesOf(field: 'session' | 'user' | 'email', ...added: readonly string[][]): readonly string[] {
  const [conventions = [], ...others] = preferring(genAi).map((dialect) => dialect[field] ?? []);
  const byApplication = added.flatMap((names) =>
    PREFIXES.flatMap((prefix) => names.map((name) => `${prefix}.${name}`)),
  );
  return [...conventions, ...byApplication, ...others.flat()];
}

export function sessionOf(call: Call, notes: Notes): string | null {
  const session = find(call, SESSION);
  return session && readShortened(session, 'session', MAX_LENGTH, notes);
}

export function userOf(call: Call, notes: Notes): { userId: string | null; email: string | null } | null {
  const stated = find(call, USER);
  const userId = stated && readShortened(stated, 'user.userId', MAX_LENGTH, notes);
  const email = emailOf(call, notes);
  return userId === null && email === null ? null : { userId, email };
}

/** An address that is too long is cut in the spelling that ignores case, as in a payload. */
function emailOf(call: Call, notes: Notes): string | null {
  const email = find(call, EMAIL);
  const key = email && addressKey(email);
  return key && isLonger(key, MAX_LENGTH) ? readShortened(key, 'user.email', MAX_LENGTH, notes) : email;
}

function find({ attributes, resource, events }: Call, names: readonly string[]): string | null {
  return firstText(attributes, names) ?? firstText(resource, names) ?? inEvents(events, names);
}

function inEvents(events: Call['events'], names: readonly string[]): string | null {
  for (const { attributes } of events) {
    const text = firstText(attributes, names);
    if (text !== null) return text;
  }
  return null;
}
