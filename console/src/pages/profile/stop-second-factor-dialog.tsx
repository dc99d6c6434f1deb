import { useChange } from '../../api/use-ask.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { CurrentPassword, passwordBody } from './current-password.tsx';

type Props = { hasPassword: boolean; onClose: () => void };

export function StopSecondFactorDialog({ hasPassword, onClose }: Props) {
  const stop = useChange('POST /v1/auth/second-factor/off');
  return (
    <Dialog open title="Turn the second factor off" onClose={onClose}>
      <Form
        action="Turn it off"
        look="danger"
        change={stop}
        onSubmit={(field) => stop.mutate({ body: passwordBody(field('password')) }, { onSuccess: onClose })}
      >
        <p className="text-ink-2">Your password alone signs you in then. The backup codes end, too.</p>
        <CurrentPassword hasPassword={hasPassword} />
      </Form>
    </Dialog>
  );
}
