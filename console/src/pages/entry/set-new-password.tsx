import { useChange } from '../../api/use-ask.ts';
import { EntryCard } from './entry-card.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryLink } from './entry-link.tsx';
import { NewPasswordField } from './password-field.tsx';

export function SetNewPassword({ token }: { token: string }) {
  const confirm = useChange('POST /v1/auth/reset/confirm');
  if (confirm.isSuccess)
    return (
      <EntryCard title="Your new password is set">
        <p>You were signed out everywhere. Sign in with the new password.</p>
        <EntryLink to="/sign-in" prominent>
          Sign in
        </EntryLink>
      </EntryCard>
    );
  return (
    <EntryCard
      title="Set a new password"
      footer={<EntryLink to="/reset-password">Ask for a new link</EntryLink>}
    >
      <EntryForm
        action="Set the password"
        busy={confirm.isPending}
        error={confirm.error}
        onSubmit={(field) => confirm.mutate({ body: { token, newPassword: field('password') } })}
      >
        <NewPasswordField label="New password" />
      </EntryForm>
    </EntryCard>
  );
}
