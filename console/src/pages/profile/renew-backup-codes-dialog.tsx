import { useChange } from '../../api/use-ask.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { CurrentPassword, passwordBody } from './current-password.tsx';

type Props = { hasPassword: boolean; onClose: () => void };

export function RenewBackupCodesDialog({ hasPassword, onClose }: Props) {
  const renew = useChange('POST /v1/auth/second-factor/backup-codes');
  return (
    <Dialog open title="New backup codes" onClose={onClose} kept={renew.data !== undefined}>
      {renew.data ? (
        <BackupCodes codes={renew.data.backupCodes} onDone={onClose} />
      ) : (
        <Form
          action="Create new codes"
          change={renew}
          onSubmit={(field) => renew.mutate({ body: passwordBody(field('password')) })}
        >
          <p className="text-ink-2">Your current codes stop working.</p>
          <CurrentPassword hasPassword={hasPassword} />
        </Form>
      )}
    </Dialog>
  );
}
