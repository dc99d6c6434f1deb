import { useLinkToken } from '../../lib/link-token.ts';
import { AskForReset } from './ask-for-reset.tsx';
import { SetNewPassword } from './set-new-password.tsx';

/** Requests the link; opened by the link, sets a new password. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  return token === null ? <AskForReset /> : <SetNewPassword token={token} />;
}
