/** Takes passwords and keys out of a text that others get to see. */
export function mask(text: string): string {
  return text
    .replace(/(\w+:\/\/[^\s:/@]*):[^\s/]*@/g, '$1:***@')
    .replace(/\b(password|secret|token)=[^\s&]+/gi, '$1=***')
    .replace(/\b(pk|sk|rt)_[\w-]{8,}/g, '$1_***');
}

/** Longer ones are texts that a store was given, and not names. */
const LONG_QUOTE = /(?<=^|[\s(:=,])(['"`])(?:(?!\1).){60,}(?:\1|$)/g;
const MOST = 300;

/** What went wrong, in one line and without what people said: errors of a store quote what it stumbled over. */
export function maskedError(error: unknown): string {
  const line = messageOf(error).replace(/\s+/g, ' ').trim();
  const masked = mask(line).replace(LONG_QUOTE, '$1…$1');
  return masked.length > MOST ? `${masked.slice(0, MOST - 1)}…` : masked;
}

/** That fetching failed says little: what it failed of is its cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error.message || error.name;
  return error.cause instanceof Error && error.cause.message !== message
    ? `${message}: ${messageOf(error.cause)}`
    : message;
}
