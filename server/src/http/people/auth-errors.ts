import { ApiError } from '../../base/errors.ts';
import type { AuthAnswer } from './login.ts';

const CONFLICTS: Record<string, string> = {
  TOTP_ALREADY_ENABLED: 'The second factor is on already.',
  TOTP_NOT_ENABLED: 'The second factor was not started.',
  TWO_FACTOR_NOT_ENABLED: 'The second factor is not on.',
  BACKUP_CODES_NOT_ENABLED: 'The second factor is not on.',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'You have no password: ask for a link that sets one.',
};

/** Not 401: a signed-in person who mistypes stays signed in. */
export function requireSuccess(answer: AuthAnswer): Record<string, unknown> {
  if (answer.ok) return answer.body;
  const conflict = CONFLICTS[answer.code];
  if (conflict !== undefined) throw new ApiError('conflict', { message: conflict });
  throw wrongPassword();
}

export function wrongPassword(): ApiError {
  return new ApiError('forbidden', { message: 'The password or the code is wrong.' });
}
