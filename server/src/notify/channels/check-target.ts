import { ApiError } from '../../base/errors.ts';
import { addressProblem, type Reach } from '../wire/reachable.ts';
import type { Target } from './target.ts';

export type TargetRules = {
  reach: Reach;
  /** Whether a mail server is configured. */
  canMail: boolean;
};

/** Names are looked up when something is sent: what they lead to changes, and may not be there yet. */
export function checkTarget(target: Target, { reach, canMail }: TargetRules): void {
  if ('to' in target && !canMail)
    throw new ApiError('conflict', {
      message: 'This server has no mail server. The operator has to set PARLEY_SMTP_URL first.',
    });
  const message = 'url' in target ? addressProblem(target.url, reach) : null;
  if (message !== null)
    throw new ApiError('invalid_query', { issues: [{ path: 'url', code: 'invalid_address', message }] });
}
