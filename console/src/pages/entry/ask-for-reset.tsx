import { useAsk, useChange } from '../../api/use-ask.ts';
import { TextField } from '../../ui/field.tsx';
import { EntryCard } from './entry-card.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryLink } from './entry-link.tsx';

export function AskForReset() {
  const options = useAsk('GET /v1/auth/options', {}).data;
  const request = useChange('POST /v1/auth/reset');
  const back = <EntryLink to="/sign-in">Back to sign in</EntryLink>;
  const asked = request.variables?.body.email;
  if (request.isSuccess)
    return (
      <EntryCard title={options?.mail ? 'Check your email' : 'Ask your operator for the link'} footer={back}>
        <p>
          If there is an account for <strong className="font-medium">{asked}</strong>,{' '}
          {options?.mail
            ? 'a link that sets a new password is on its way. It works for an hour.'
            : 'there is now a link that sets a new password. Email isn’t set up; the server’s operator finds the link in the server log. It works for an hour.'}
        </p>
      </EntryCard>
    );
  return (
    <EntryCard
      title="Reset your password"
      intro={
        options?.mail === false
          ? 'Email isn’t set up. The server’s operator finds the link in the server log.'
          : 'We’ll email you a link.'
      }
      footer={back}
    >
      <EntryForm
        action="Request link"
        busy={request.isPending}
        error={request.error}
        onSubmit={(field) => request.mutate({ body: { email: field('email') } })}
      >
        <TextField label="Email" name="email" type="email" autoComplete="username" required maxLength={254} />
      </EntryForm>
    </EntryCard>
  );
}
