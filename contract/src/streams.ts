/** Where an answer stands in the response of an upstream. */
const ANSWERS = ['choices', 'candidates', 'output', 'content', 'generations', 'body'] as const;

/**
 * Whether a streamed answer was sent as it came, instead of a response: `stream`, its raw text or its events,
 * or `chunks`, its events. A response that has an answer and such a member beside it is no stream.
 */
export function isStream(response: Readonly<Record<string, unknown>>): boolean {
  const { stream, chunks } = response;
  if (typeof stream !== 'string' && !Array.isArray(stream) && !Array.isArray(chunks)) return false;
  return ANSWERS.every((member) => response[member] === undefined);
}
