import { useState } from 'react';
import { useChange } from '../../api/use-ask.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { CurrentPassword, passwordBody } from './current-password.tsx';
import { QrCode } from './qr-code.tsx';

type Props = { hasPassword: boolean; onClose: () => void };

/** The steps: password, QR code with a first code, backup codes. */
export function StartSecondFactorDialog({ hasPassword, onClose }: Props) {
  const start = useChange('POST /v1/auth/second-factor');
  const confirm = useChange('POST /v1/auth/second-factor/confirm');
  const [isOn, setIsOn] = useState(false);
  if (start.data && isOn) {
    return (
      <Dialog open title="Your backup codes" onClose={onClose} kept>
        <BackupCodes codes={start.data.backupCodes} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog open title="Set up two-factor authentication" onClose={onClose} steady>
      {start.data ? (
        <Form
          key="code"
          action="Turn on"
          change={confirm}
          onSubmit={(field) =>
            confirm.mutate(
              { body: { code: field('code').replace(/\s/g, '') } },
              { onSuccess: () => setIsOn(true) },
            )
          }
        >
          <p className="text-ink-2">
            Scan this with an authenticator app, or open the link on your phone. Then type the six digits that
            the app shows.
          </p>
          <div className="flex justify-center">
            <QrCode text={start.data.uri} label="QR code for your authenticator app" />
          </div>
          <CopyLine label="Or open this link" text={start.data.uri} />
          <CodeField />
        </Form>
      ) : (
        <Form
          key="password"
          action="Continue"
          change={start}
          onSubmit={(field) => start.mutate({ body: passwordBody(field('password')) })}
        >
          <p className="text-ink-2">
            You need an authenticator app on your phone, such as Aegis, 2FAS or the one in your password
            manager.
          </p>
          <CurrentPassword hasPassword={hasPassword} />
        </Form>
      )}
    </Dialog>
  );
}
