/**
 * The session of exchanges without one, where the upstream stores conversations: the upstream's conversation,
 * else the first response that later ones continue.
 */
import type { Exchange, Format } from '@parley/contract';
import type { Json } from '../formats/index.ts';
import { name, obj } from '../formats/shared/read.ts';

export type Thread = {
  /** The upstream's id of the conversation. */
  conversation: string | null;
  /** Whether later exchanges can continue it. */
  isKept: boolean;
};

/** The session of an exchange, by the upstream's id of it. */
export type SessionOf = (appId: string, upstreamId: string) => string | undefined;

/** Maximum length of a session name, as for names in payloads. */
const MAX_SESSION_LENGTH = 256;

/** Null unless the upstream may store it: OpenAI stores responses unless `store` is false. */
export function threadOf(format: Format, request: Json, response: Json): Thread | null {
  if (format !== 'openai' && format !== 'universal') return null;
  const isResponse = response.object === 'response';
  if (!isResponse && request.input === undefined) return null;
  return {
    conversation: idOf(request.conversation) ?? idOf(response.conversation),
    isKept: isResponse && request.store !== false && response.store !== false,
  };
}

export function sessionIn(
  { conversation, isKept }: Thread,
  { upstreamId, previousUpstreamId }: Pick<Exchange, 'upstreamId' | 'previousUpstreamId'>,
  sessionOf: (upstreamId: string) => string | undefined,
): string | null {
  const before = previousUpstreamId && (sessionOf(previousUpstreamId) ?? previousUpstreamId);
  const session = conversation ?? before ?? (isKept ? upstreamId : null);
  return session !== null && session.length <= MAX_SESSION_LENGTH ? session : null;
}

/** An id, given bare or as an object's `id`. */
function idOf(value: unknown): string | null {
  return name(value) ?? name(obj(value).id);
}
