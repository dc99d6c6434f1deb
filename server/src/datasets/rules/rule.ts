/**
 * Readers of lines, written from the rules of the providers alone: what they let through, a provider takes. They share
 * nothing with the code that writes the lines.
 */
import { z } from 'zod';

/** What is wrong with a line; null when nothing is. */
export type Check = (line: unknown) => string | null;

/** What the provider will refuse about a file with this many lines. */
export type CheckFile = (lines: number) => string[];

export type Rules = { line: Check; file: CheckFile };

/** A check by a schema, and by rules about its result that a schema cannot say. */
export function rules<T>(schema: z.ZodType<T>, ...more: ((line: T) => string | null)[]): Check {
  return (line) => {
    const parsed = schema.safeParse(line);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return issue ? `${issue.path.join('.')}: ${issue.message}` : 'Invalid';
    }
    for (const rule of more) {
      const broken = rule(parsed.data);
      if (broken !== null) return broken;
    }
    return null;
  };
}

export function between(provider: string, least: number, most: number): CheckFile {
  return (lines) => {
    if (lines < least) return [`${provider} wants at least ${least} lines; this file has ${lines}.`];
    if (lines > most) return [`${provider} takes at most ${most} lines; this file has ${lines}.`];
    return [];
  };
}

export const Text = z.string().refine((text) => text.trim() !== '', 'Empty text');

/** JSON text of an object. */
export const ObjectText = z.string().refine((text) => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}, 'Not the JSON text of an object');

/** The roles must take turns, from the first of the pair to the second. */
export function takeTurns(
  roles: readonly string[],
  asks: readonly string[],
  answers: readonly string[],
): string | null {
  if (roles.length < 2 || roles.length % 2 === 1)
    return `The conversation has to go from ${asks.join(' or ')} to ${answers.join(' or ')}`;
  const wrong = roles.findIndex((role, i) => !(i % 2 === 0 ? asks : answers).includes(role));
  return wrong === -1 ? null : `Message ${wrong + 1} must not be of ${roles[wrong]}`;
}
