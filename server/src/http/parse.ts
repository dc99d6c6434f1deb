/** Outside data passes a schema once, here; what is wrong comes back with every issue. */
import type { z } from 'zod';
import { ApiError } from '../errors.ts';

export function parseQuery<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ApiError('invalid_query', { issues: issuesOf(result.error) });
}

export function parseBody<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ApiError('invalid_json');
  return parseQuery(schema, value);
}

/** Something that is not an id names nothing. */
export function parseParams<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ApiError('not_found');
}

function issuesOf(error: z.ZodError) {
  return error.issues.flatMap(explain).map((issue) => ({
    path: issue.path.join('.'),
    code: issue.code,
    message: issue.message,
  }));
}

/** Of a choice of schemas, the one that came closest says what is wrong. */
function explain(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const closest = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
  if (closest.length === 0) return [issue];
  return closest.flatMap((inner) => explain({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** An issue of the value counts for more than one of its type. */
function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map(({ path, code }) => path.length * 2 + (code === 'invalid_type' ? 0 : 1)));
}
