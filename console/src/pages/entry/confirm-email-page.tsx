import type { SIGN_UP_LINK } from '@parley/contract';
import { useChange } from '../../api/use-ask.ts';
import { useLinkToken } from '../../lib/link-token.ts';
import { EntryCard } from './entry-card.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryLink } from './entry-link.tsx';
import { FinishSignUp } from './finish-sign-up.tsx';

/** How the token of a link begins that finishes a sign-up. */
const FINISHES_SIGN_UP: typeof SIGN_UP_LINK = 'su_';

/** A button, not the mere opening: programs that look at mail open links, too. */
export function ConfirmEmailPage() {
  const token = useLinkToken();
  const confirm = useChange('POST /v1/auth/email/confirm');
  if (token === null)
    return (
      <EntryCard title="Confirm your address" footer={<EntryLink to="/sign-in">Sign in</EntryLink>}>
        <p>Something is missing in this address. Open the link in the mail once more, in full.</p>
      </EntryCard>
    );
  if (token.startsWith(FINISHES_SIGN_UP)) return <FinishSignUp token={token} />;
  if (confirm.isSuccess)
    return (
      <EntryCard title="Your address is confirmed">
        <p>From now on you sign in with it.</p>
        <EntryLink to="/sign-in" prominent>
          Sign in
        </EntryLink>
      </EntryCard>
    );
  return (
    <EntryCard
      title="Confirm your address"
      intro="You got this link by mail. Confirm that the address is yours, and sign in with it."
    >
      <EntryForm
        action="Confirm the address"
        busy={confirm.isPending}
        error={confirm.error}
        onSubmit={() => confirm.mutate({ body: { token } })}
      />
    </EntryCard>
  );
}
