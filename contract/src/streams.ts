/** Members of an upstream's response that contain the answer. */
const ANSWERS = ['choices', 'candidates', 'output', 'content', 'generations', 'body'] as const;

/**
 * Whether the client sent a stream in place of a response: `stream`, its raw text or its events, or `chunks`,
 * its events. A response that has an answer beside such a member is not a stream.
 */
export function isStream(response: Readonly<Record<string, unknown>>): boolean {
  const { stream, chunks } = response;
  if (typeof stream !== 'string' && !Array.isArray(stream) && !Array.isArray(chunks)) return false;
  return ANSWERS.every((member) => response[member] === undefined);
}
