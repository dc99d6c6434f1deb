import { useChange } from '../../api/use-ask.ts';
import { SelectField } from '../../ui/field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { NewCredentialDialog } from './new-credential-dialog.tsx';

/** Lifetimes, in days. */
const LIFETIMES = [
  ['', 'No expiration'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'One year'],
] as const;
const DAY_MS = 86_400_000;

type Props = { appId: string; onMade: (token: string) => void; onClose: () => void };

export function NewTokenDialog({ appId, onMade, onClose }: Props) {
  const create = useChange('POST /v1/applications/:appId/tokens');
  return (
    <NewCredentialDialog
      title="New read token"
      action="Create token"
      change={create}
      placeholder="Weekly report"
      onSubmit={(name, field) => {
        const days = field('days');
        create.mutate(
          {
            params: { appId },
            body: {
              name,
              scopes: field('scopes') === 'replay' ? ['read', 'replay'] : ['read'],
              ...(days === '' ? {} : { expiresAt: Date.now() + Number(days) * DAY_MS }),
            },
          },
          { onSuccess: ({ token }) => onMade(token) },
        );
      }}
      onClose={onClose}
    >
      <RadioField
        label="Permissions"
        name="scopes"
        defaultValue="read"
        options={[
          ['read', 'Read', 'Interactions, sessions, users, metrics and the ledger.'],
          ['replay', 'Read and replay', 'Also replay rejected payloads.'],
        ]}
      />
      <SelectField label="Expires" name="days" defaultValue="90" options={LIFETIMES} />
    </NewCredentialDialog>
  );
}
