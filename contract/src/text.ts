/**
 * The rule for texts that people type, such as names: visible characters, and spaces between them. No control
 * characters (NUL, which PostgreSQL cannot store, line breaks, escapes) and no lone surrogates, which UTF-8
 * cannot encode.
 */
import { z } from 'zod';

const TYPEABLE = [/^[^\p{Cc}\p{Cs}]*$/u, 'No control characters or broken characters'] as const;

export const Text = z.string().regex(...TYPEABLE);
/** Trims white space, including a line break that was pasted along. */
export const TrimmedText = z
  .string()
  .trim()
  .regex(...TYPEABLE);

/** Cleans a text from elsewhere, such as a name from an identity provider. */
export function typedText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
}
