/** Masks passwords and keys in texts that are logged or shown. */
export function mask(text: string): string {
  return text
    .replace(/(\w+:\/\/[^\s:/@]*):[^\s/]*@/g, '$1:***@')
    .replace(/\b(password|secret|token)=[^\s&]+/gi, '$1=***')
    .replace(/\b(pk|sk|rt)_[\w-]{8,}/g, '$1_***');
}

/** Longer quoted strings are content that the store was given, not names. */
const LONG_QUOTE = /(?<=^|[\s(:=,])(['"`])(?:(?!\1).){60,}(?:\1|$)/g;
const MAX_CHARACTERS = 300;

/** An error in one line, without user content: errors of a store quote the values they failed on. */
export function maskedError(error: unknown): string {
  const line = messageOf(error).replace(/\s+/g, ' ').trim();
  const masked = mask(line).replace(LONG_QUOTE, '$1…$1');
  return masked.length > MAX_CHARACTERS ? `${masked.slice(0, MAX_CHARACTERS - 1)}…` : masked;
}

/** `fetch failed` says little; the reason is in its cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error.message || error.name;
  return error.cause instanceof Error && error.cause.message !== message
    ? `${message}: ${messageOf(error.cause)}`
    : message;
}
