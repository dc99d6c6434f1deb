import { useChange } from '../../api/use-ask.ts';
import { EntryCard } from './entry-card.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryLink } from './entry-link.tsx';
import { NewPasswordField } from './password-field.tsx';

export function SetNewPassword({ token }: { token: string }) {
  const confirm = useChange('POST /v1/auth/reset/confirm');
  if (confirm.isSuccess)
    return (
      <EntryCard title="Password updated">
        <p>You were signed out everywhere. Sign in with your new password.</p>
        <EntryLink to="/sign-in" prominent>
          Sign in
        </EntryLink>
      </EntryCard>
    );
  return (
    <EntryCard
      title="Reset your password"
      footer={<EntryLink to="/reset-password">Request a new link</EntryLink>}
    >
      <EntryForm
        action="Set password"
        busy={confirm.isPending}
        error={confirm.error}
        onSubmit={(field) => confirm.mutate({ body: { token, newPassword: field('password') } })}
      >
        <NewPasswordField label="New password" />
      </EntryForm>
    </EntryCard>
  );
}
