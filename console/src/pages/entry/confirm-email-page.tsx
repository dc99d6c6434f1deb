import type { SIGN_UP_LINK } from '@parley/contract';
import { useChange } from '../../api/use-ask.ts';
import { useLinkToken } from '../../lib/link-token.ts';
import { EntryCard } from './entry-card.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryLink } from './entry-link.tsx';
import { FinishSignUp } from './finish-sign-up.tsx';

/** Prefix of tokens that finish a sign-up. */
const FINISHES_SIGN_UP: typeof SIGN_UP_LINK = 'su_';

/** Confirms on a click rather than on load: mail scanners open links, too. */
export function ConfirmEmailPage() {
  const token = useLinkToken();
  const confirm = useChange('POST /v1/auth/email/confirm');
  if (token === null)
    return (
      <EntryCard title="Confirm your email" footer={<EntryLink to="/sign-in">Sign in</EntryLink>}>
        <p>This link is incomplete. Open the link in your email again.</p>
      </EntryCard>
    );
  if (token.startsWith(FINISHES_SIGN_UP)) return <FinishSignUp token={token} />;
  if (confirm.isSuccess)
    return (
      <EntryCard title="Email confirmed">
        <p>You can now sign in with this address.</p>
        <EntryLink to="/sign-in" prominent>
          Sign in
        </EntryLink>
      </EntryCard>
    );
  return (
    <EntryCard
      title="Confirm your email"
      intro="We emailed you this link. Confirm that the address is yours, and use it to sign in."
    >
      <EntryForm
        action="Confirm email"
        busy={confirm.isPending}
        error={confirm.error}
        onSubmit={() => confirm.mutate({ body: { token } })}
      />
    </EntryCard>
  );
}
