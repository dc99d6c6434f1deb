import type { z } from 'zod';
import { ApiError } from '../errors.ts';
import { isUuid } from '../ingest/uuid.ts';

/** Outside data passes a schema once, here; what is wrong comes back with every issue. */
export function parseQuery<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    code: issue.code,
    message: issue.message,
  }));
  throw new ApiError('invalid_query', { issues });
}

/** Something that is not an id names nothing. */
export function parseId(params: unknown): string {
  if (typeof params === 'object' && params !== null && 'id' in params && typeof params.id === 'string') {
    if (isUuid(params.id)) return params.id.toLowerCase();
  }
  throw new ApiError('not_found');
}
