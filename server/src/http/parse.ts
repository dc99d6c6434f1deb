/** Outside data passes a schema once, here; what is wrong comes back with every issue. */
import type { z } from 'zod';
import { ApiError } from '../base/errors.ts';

export function parseQuery<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ApiError('invalid_query', { issues: issuesOf(result.error) });
}

export function parseBody<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ApiError('invalid_json');
  refuseSprawling(value);
  return parseQuery(schema, value);
}

/** More than any schema takes, in a list and in depth. */
const LONGEST = 200;
const DEEPEST = 8;

/** A schema looks at every item, and says of each what is wrong with it: not of a hundred thousand. */
function refuseSprawling(value: unknown, path: readonly string[] = []): void {
  if (typeof value !== 'object' || value === null) return;
  const names = Array.isArray(value) ? value : Object.keys(value);
  if (names.length > LONGEST || path.length > DEEPEST) {
    const message = `At most ${LONGEST} items or fields, and ${DEEPEST} levels of them.`;
    throw new ApiError('invalid_query', { issues: [{ path: path.join('.'), code: 'too_big', message }] });
  }
  for (const [name, inner] of Object.entries(value)) refuseSprawling(inner, [...path, name]);
}

/** Something that is not an id names nothing. */
export function parseParams<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ApiError('not_found');
}

/** Nobody reads more of them, or a name of a thousand characters that is not known. */
const MOST_ISSUES = 100;
const LONGEST_MESSAGE = 500;

function issuesOf(error: z.ZodError) {
  const issues = error.issues.flatMap(explain).slice(0, MOST_ISSUES);
  return issues.map(({ path, code, message }) => ({
    path: path.join('.'),
    code,
    message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message,
  }));
}

/** What zod says of a choice of schemas that says nothing of its own. */
const SAYS_NOTHING = 'Invalid input';

/** Of a choice of schemas, the one that came closest says what is wrong, unless the choice itself does. */
function explain(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const closest = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
  if (closest.length === 0 || issue.message !== SAYS_NOTHING) return [issue];
  return closest.flatMap((inner) => explain({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** An issue of the value counts for more than one of its type. */
function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map(({ path, code }) => path.length * 2 + (code === 'invalid_type' ? 0 : 1)));
}
