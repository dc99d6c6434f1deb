import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RenewBackupCodesDialog } from './renew-backup-codes-dialog.tsx';
import { StartSecondFactorDialog } from './start-second-factor-dialog.tsx';
import { StopSecondFactorDialog } from './stop-second-factor-dialog.tsx';

type Doing = 'start' | 'stop' | 'codes' | null;

export function SecondFactorCard({ on, hasPassword }: { on: boolean; hasPassword: boolean }) {
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  return (
    <Card title="Two-factor authentication" aside={on ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}>
      <div className="flex flex-col items-start gap-3">
        <p className="text-ink-2">
          {on
            ? 'Signing in takes your password and a code from your authenticator app or a backup code.'
            : 'Require a code from an authenticator app at sign-in, so a stolen password is not enough.'}
        </p>
        {on ? (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setDoing('codes')}>New backup codes…</Button>
            <Button onClick={() => setDoing('stop')}>Turn off…</Button>
          </div>
        ) : (
          <Button look="primary" onClick={() => setDoing('start')}>
            Set up
          </Button>
        )}
      </div>
      {doing === 'start' ? <StartSecondFactorDialog hasPassword={hasPassword} onClose={close} /> : null}
      {doing === 'stop' ? <StopSecondFactorDialog hasPassword={hasPassword} onClose={close} /> : null}
      {doing === 'codes' ? <RenewBackupCodesDialog hasPassword={hasPassword} onClose={close} /> : null}
    </Card>
  );
}
