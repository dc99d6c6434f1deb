/**
 * The rule for texts that people type, such as names: characters one can see, and spaces between them. No control
 * characters (a NUL, which PostgreSQL keeps in no text, a line break, an escape), and no halves of surrogate pairs,
 * which no encoding has.
 */
import { z } from 'zod';

const TYPED = [/^[^\p{Cc}\p{Cs}]*$/u, 'No control characters or broken characters'] as const;

export const Text = z.string().regex(...TYPED);
/** What stands around it, a line break of what was pasted included, is left away. */
export const TrimmedText = z
  .string()
  .trim()
  .regex(...TYPED);

/** What is left of a text from elsewhere, such as a name at an identity provider. */
export function typedText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
}
