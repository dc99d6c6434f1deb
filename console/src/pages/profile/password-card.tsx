import { useChange } from '../../api/use-ask.ts';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { NewPasswordField } from '../entry/password-field.tsx';
import { CurrentPassword } from './current-password.tsx';

export function PasswordCard({ hasPassword }: { hasPassword: boolean }) {
  const change = useChange('POST /v1/auth/password');
  if (!hasPassword) {
    return (
      <Card title="Password">
        <p className="text-ink-2">
          You sign in with your identity provider, so you have no password. To set one, sign out and choose
          “Forgot your password?”.
        </p>
      </Card>
    );
  }
  return (
    <Card title="Change your password">
      <Form
        action="Change password"
        change={change}
        done="Changed. Your other sessions have ended."
        onSubmit={(field, clear) =>
          change.mutate(
            { body: { currentPassword: field('currentPassword'), newPassword: field('password') } },
            { onSuccess: clear },
          )
        }
      >
        <CurrentPassword hasPassword name="currentPassword" />
        <NewPasswordField label="New password" />
      </Form>
    </Card>
  );
}
