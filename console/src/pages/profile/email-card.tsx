import { useAsk, useChange } from '../../api/use-ask.ts';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { CurrentPassword, passwordBody } from './current-password.tsx';

export function EmailCard({ hasPassword }: { hasPassword: boolean }) {
  const change = useChange('POST /v1/auth/email');
  const mail = useAsk('GET /v1/auth/options', {}).data?.mail ?? true;
  return (
    <Card title="Change your email">
      <Form
        action={mail ? 'Send link' : 'Request link'}
        change={change}
        done={mail ? 'Check your email for the link.' : 'Ask your server’s operator for the link.'}
        onSubmit={(field, clear) =>
          change.mutate(
            { body: { email: field('email').trim(), ...passwordBody(field('password')) } },
            { onSuccess: clear },
          )
        }
      >
        <TextField
          label="New email"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          hint={
            mail
              ? 'Takes effect once you open the link we send to it.'
              : 'Takes effect once you open its link. Email isn’t set up; find the link in the server log.'
          }
        />
        <CurrentPassword hasPassword={hasPassword} />
      </Form>
    </Card>
  );
}
