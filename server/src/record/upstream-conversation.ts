/**
 * An upstream that keeps what was said knows which exchanges belong together. Where no session was sent, that is
 * their session: the upstream's conversation, or else the first response that the others go on from.
 */
import type { Exchange, Format } from '@parley/contract';
import type { Json } from '../formats/index.ts';
import { name, obj } from '../formats/shared/read.ts';

export type Thread = {
  /** The upstream's own name for the conversation. */
  conversation: string | null;
  /** Whether others can go on from it. */
  isKept: boolean;
};

/** The session of an exchange, by the upstream's id of it. */
export type SessionOf = (appId: string, upstreamId: string) => string | undefined;

/** As long as a session that is sent. */
const LONGEST = 256;

/** Responses are kept unless somebody says otherwise; nothing else is. */
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
  return session !== null && session.length <= LONGEST ? session : null;
}

/** Of what is named by its id, or by an object that has one. */
function idOf(value: unknown): string | null {
  return name(value) ?? name(obj(value).id);
}
