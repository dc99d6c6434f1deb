/** Whose conversation a call belongs to. */
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

export function sessionOf(call: Call): string | null {
  return find(call, SESSION);
}

export function userOf(call: Call): { userId: string | null; email: string | null } | null {
  const userId = find(call, USER);
  const email = find(call, EMAIL);
  return userId === null && email === null ? null : { userId, email };
}

function find({ attributes, resource, events }: Call, names: readonly string[]): string | null {
  const said = firstText(attributes, names) ?? firstText(resource, names) ?? inEvents(events, names);
  return said === null ? null : said.slice(0, LONGEST).toWellFormed();
}

function inEvents(events: Call['events'], names: readonly string[]): string | null {
  for (const { attributes } of events) {
    const said = firstText(attributes, names);
    if (said !== null) return said;
  }
  return null;
}
