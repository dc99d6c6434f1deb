import { type MemberRole, may } from '@parley/contract';
import { ApiError } from '../../base/errors.ts';

/** Throws for a role that may not put anything in front of others. */
export function mayShare(role: MemberRole): void {
  if (!may(role, 'views:share'))
    throw new ApiError('forbidden', { message: `Your role, ${role}, does not let you share views.` });
}
