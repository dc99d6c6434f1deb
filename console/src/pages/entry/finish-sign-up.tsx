import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { TextField } from '../../ui/field.tsx';
import { EntryCard } from './entry-card.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryLink } from './entry-link.tsx';
import { useGoOn } from './use-go-on.ts';

/**
 * Asks for the password, which identifies the sign-up: someone else may have started one with the same
 * address, and its email looks the same.
 */
export function FinishSignUp({ token }: { token: string }) {
  const goOn = useGoOn();
  const finish = useMutation({
    async mutationFn(password: string) {
      const { email } = await call('POST /v1/auth/email/confirm', { body: { token, password } });
      await call('POST /v1/auth/sign-in', { body: { email, password } });
    },
    onSuccess: () => goOn('/'),
  });
  return (
    <EntryCard
      title="Confirm your email"
      intro="Enter the password you chose when you signed up. If you did not sign up, close this page."
      footer={<EntryLink to="/sign-in">Sign in</EntryLink>}
    >
      <EntryForm
        action="Confirm and sign in"
        busy={finish.isPending}
        error={finish.error}
        onSubmit={(field) => finish.mutate(field('password'))}
      >
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={128}
        />
      </EntryForm>
    </EntryCard>
  );
}
