import { useState } from 'react';
import { useChange } from '../../api/use-ask.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { EntryCard } from './entry-card.tsx';
import { EntryForm } from './entry-form.tsx';

/** The second step of signing in, with two-factor authentication. */
export function SecondFactor({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const [kind, setKind] = useState<'code' | 'backupCode'>('code');
  const confirm = useChange('POST /v1/auth/sign-in/second-factor');
  const other = kind === 'code' ? 'backupCode' : 'code';
  return (
    <EntryCard
      title="Two-factor authentication"
      intro={
        kind === 'code'
          ? 'Enter the six-digit code from your authenticator app.'
          : 'Enter one of your backup codes. Each works once.'
      }
      footer={
        <>
          <Button
            look="ghost"
            small
            onClick={() => {
              confirm.reset();
              setKind(other);
            }}
          >
            {kind === 'code' ? 'Use a backup code instead' : 'Use your authenticator app instead'}
          </Button>
          <Button look="ghost" small onClick={onBack}>
            Back to password
          </Button>
        </>
      }
    >
      <EntryForm
        key={kind}
        action="Continue"
        busy={confirm.isPending}
        error={confirm.error}
        onSubmit={(field) => {
          const typed = field('code').replace(/\s/g, '');
          const body = kind === 'code' ? { code: typed } : { backupCode: typed };
          confirm.mutate({ body }, { onSuccess: onDone });
        }}
      >
        {kind === 'code' ? (
          <CodeField />
        ) : (
          <TextField label="Backup code" name="code" autoComplete="off" required maxLength={40} autoFocus />
        )}
      </EntryForm>
    </EntryCard>
  );
}
