/** Whose conversation a call belongs to. */

import { isLonger } from '../../base/shorten.ts';
import { readShortened } from '../../envelope/fields.ts';
import type { Notes } from '../../envelope/notes.ts';
import { addressKey } from '../../envelope/user-key.ts';
import { firstText } from '../attributes.ts';
import type { Call } from '../telemetry.ts';

/** As long as the payload of `/track` lets them be. */
const LONGEST = 256;

/** What the conventions call it, then every dialect's own place for what an application adds. */
const SESSION = [
  'gen_ai.conversation.id',
  'session.id',
  ...own('session.id', 'session_id', 'sessionId'),
  ...own('conversation_id', 'conversationId', 'thread_id', 'threadId', 'chat_id', 'chatId'),
  'langfuse.session.id',
];
const USER = ['user.id', 'enduser.id', ...own('user.id', 'user_id', 'userId'), 'langfuse.user.id'];
const EMAIL = ['user.email', 'enduser.email', ...own('user.email', 'user_email', 'userEmail', 'email')];

function own(...names: string[]): string[] {
  const places = ['traceloop.association.properties', 'ai.telemetry.metadata', 'ai.settings.context'];
  return places.flatMap((place) => names.map((name) => `${place}.${name}`));
}

export function sessionOf(call: Call, notes: Notes): string | null {
  const session = find(call, SESSION);
  return session && readShortened(session, 'session', LONGEST, notes);
}

export function userOf(call: Call, notes: Notes): { userId: string | null; email: string | null } | null {
  const stated = find(call, USER);
  const userId = stated && readShortened(stated, 'user.userId', LONGEST, notes);
  const email = emailOf(call, notes);
  return userId === null && email === null ? null : { userId, email };
}

/** By what is the same in capitals, where it is too long, as that of a payload is. */
function emailOf(call: Call, notes: Notes): string | null {
  const email = find(call, EMAIL);
  const key = email && addressKey(email);
  return key && isLonger(key, LONGEST) ? readShortened(key, 'user.email', LONGEST, notes) : email;
}

function find({ attributes, resource, events }: Call, names: readonly string[]): string | null {
  return firstText(attributes, names) ?? firstText(resource, names) ?? inEvents(events, names);
}

function inEvents(events: Call['events'], names: readonly string[]): string | null {
  for (const { attributes } of events) {
    const said = firstText(attributes, names);
    if (said !== null) return said;
  }
  return null;
}
