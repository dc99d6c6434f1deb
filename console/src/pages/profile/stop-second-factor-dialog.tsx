import { useChange } from '../../api/use-ask.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { CurrentPassword, passwordBody } from './current-password.tsx';

type Props = { hasPassword: boolean; onClose: () => void };

export function StopSecondFactorDialog({ hasPassword, onClose }: Props) {
  const stop = useChange('POST /v1/auth/second-factor/off');
  return (
    <Dialog open title="Turn off two-factor authentication" onClose={onClose}>
      <Form
        action="Turn off"
        look="danger"
        change={stop}
        onSubmit={(field) => stop.mutate({ body: passwordBody(field('password')) }, { onSuccess: onClose })}
      >
        <p className="text-ink-2">
          You will sign in with your password alone. Your backup codes stop working.
        </p>
        <CurrentPassword hasPassword={hasPassword} />
      </Form>
    </Dialog>
  );
}
