import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/use-ask.ts';
import { askMe } from '../../state/me.ts';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { EntryCard } from './entry-card.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryLink } from './entry-link.tsx';
import { useInvitation } from './invitation.ts';
import { useGoOn } from './use-go-on.ts';

const HERE = '/invitation';

export function InvitationPage() {
  const { token, preview } = useInvitation();
  const me = useQuery({ ...askMe(), retry: false });
  const accept = useChange('POST /v1/invitations/accept');
  const goOn = useGoOn();

  if (token === null)
    return (
      <EntryCard title="Invitation">
        <p>This link is incomplete. Open the invitation link again.</p>
      </EntryCard>
    );
  if (preview.error)
    return (
      <EntryCard title="Invitation" footer={<EntryLink to="/sign-in">Sign in</EntryLink>}>
        <ErrorState error={preview.error} />
        <p>Invitations work once and expire after a week. Ask for a new one.</p>
      </EntryCard>
    );
  if (!preview.data || me.isLoading)
    return (
      <EntryCard title="Invitation">
        <SkeletonRows rows={3} />
      </EntryCard>
    );

  const { accountName, role, email } = preview.data;
  const person = me.data?.person;
  const intro = `You are invited to ${accountName}, as ${role}.`;
  if (!person)
    return (
      <EntryCard title={`Join ${accountName}`} intro={intro}>
        <EntryLink to="/sign-up" back={HERE} prominent>
          Sign up and join
        </EntryLink>
        <p className="text-center text-sm text-ink-2">
          Already have an account?{' '}
          <EntryLink to="/sign-in" back={HERE}>
            Sign in
          </EntryLink>
        </p>
      </EntryCard>
    );
  if (email !== null && email !== person.email)
    return (
      <EntryCard title={`Join ${accountName}`} intro={intro}>
        <p>
          This invitation is for <strong className="font-medium">{email}</strong>, and you are signed in as{' '}
          <strong className="font-medium">{person.email}</strong>.
        </p>
        <EntryLink to="/sign-in" back={HERE} prominent>
          Use another account
        </EntryLink>
      </EntryCard>
    );
  return (
    <EntryCard
      title={`Join ${accountName}`}
      intro={intro}
      footer={
        <EntryLink to="/sign-in" back={HERE}>
          Use another account
        </EntryLink>
      }
    >
      <p>
        You are signed in as <strong className="font-medium">{person.email}</strong>.
      </p>
      <EntryForm
        action={`Join ${accountName}`}
        busy={accept.isPending}
        error={accept.error}
        onSubmit={() => accept.mutate({ body: { token } }, { onSuccess: () => goOn('/') })}
      />
    </EntryCard>
  );
}
