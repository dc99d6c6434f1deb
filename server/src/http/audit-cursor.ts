import { z } from 'zod';
import type { AuditPosition } from '../accounts/list-audit.ts';
import { ApiError } from '../errors.ts';

const Position = z.tuple([z.int(), z.string()]);

export function encodePosition({ at, id }: { at: string; id: string }): string {
  return Buffer.from(JSON.stringify([Date.parse(at), id])).toString('base64url');
}

export function readPosition(cursor: string): AuditPosition {
  try {
    const [at, id] = Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { at, id };
  } catch {
    const message = 'It is not a cursor that came from here.';
    throw new ApiError('invalid_query', { issues: [{ path: 'cursor', code: 'invalid_cursor', message }] });
  }
}
