import { useAsk, useChange } from '../../api/use-ask.ts';
import { TextField } from '../../ui/field.tsx';
import { EntryCard } from './entry-card.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryLink } from './entry-link.tsx';

export function AskForReset() {
  const options = useAsk('GET /v1/auth/options', {}).data;
  const request = useChange('POST /v1/auth/reset');
  const back = <EntryLink to="/sign-in">Back to signing in</EntryLink>;
  const asked = request.variables?.body.email;
  if (request.isSuccess)
    return (
      <EntryCard title={options?.mail ? 'Look into your mail' : 'Ask for the link'} footer={back}>
        <p>
          If somebody signs in as <strong className="font-medium">{asked}</strong>,{' '}
          {options?.mail
            ? 'a link that sets a new password is on its way. It works for an hour.'
            : 'there is now a link that sets a new password. This server sends no mail: the link is in its log. Ask whoever runs the server for it; it works for an hour.'}
        </p>
      </EntryCard>
    );
  return (
    <EntryCard
      title="Set a new password"
      intro={
        options?.mail === false
          ? 'This server sends no mail. The link will be in its log, for whoever runs the server to hand to you.'
          : 'We send a link to your address.'
      }
      footer={back}
    >
      <EntryForm
        action="Ask for a link"
        busy={request.isPending}
        error={request.error}
        onSubmit={(field) => request.mutate({ body: { email: field('email') } })}
      >
        <TextField label="Email" name="email" type="email" autoComplete="username" required maxLength={254} />
      </EntryForm>
    </EntryCard>
  );
}
