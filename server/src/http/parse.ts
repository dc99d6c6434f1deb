/** Outside data passes a schema once, here; errors list every issue. */
import { z } from 'zod';
import { ApiError } from '../base/errors.ts';

export function parseQuery<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ApiError('invalid_query', { issues: issuesOf(result.error) });
}

/** The body is an object, or a list where the schema has the choice. */
export function parseBody<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const isList = Array.isArray(value) && !(schema instanceof z.ZodUnion);
  if (typeof value !== 'object' || value === null || isList) throw new ApiError('invalid_json');
  refuseOversized(value);
  return parseQuery(schema, value);
}

/** Larger than any list and deeper than any object in our schemas. */
const MAX_ITEMS = 200;
const MAX_DEPTH = 8;

/** A schema checks every item and reports each issue: this keeps it from doing so for a hundred thousand. */
function refuseOversized(value: unknown, path: readonly string[] = []): void {
  if (typeof value !== 'object' || value === null) return;
  const names = Array.isArray(value) ? value : Object.keys(value);
  if (names.length > MAX_ITEMS || path.length > MAX_DEPTH) {
    const message = `At most ${MAX_ITEMS} items or fields, and ${MAX_DEPTH} levels of them.`;
    throw new ApiError('invalid_query', { issues: [{ path: path.join('.'), code: 'too_big', message }] });
  }
  for (const [name, inner] of Object.entries(value)) refuseOversized(inner, [...path, name]);
}

/** An invalid id in a path is not found. */
export function parseParams<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ApiError('not_found');
}

/** More issues, or a longer message, would not be read. */
const MAX_ISSUES = 100;
const MAX_MESSAGE_LENGTH = 500;

export function issuesOf(error: z.ZodError) {
  const issues = error.issues.flatMap(explain).slice(0, MAX_ISSUES);
  return issues.map(({ path, code, message }) => ({
    path: path.join('.'),
    code,
    message: message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message,
  }));
}

/** Zod's message for a union without one of its own. */
const GENERIC_MESSAGE = 'Invalid input';

/** For a union, reports the issues of the closest option, unless the union has its own message. */
function explain(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const closest = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
  if (closest.length === 0 || issue.message !== GENERIC_MESSAGE) return [issue];
  return closest.flatMap((inner) => explain({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** An issue of a value counts more than one of its type. */
function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map(({ path, code }) => path.length * 2 + (code === 'invalid_type' ? 0 : 1)));
}
