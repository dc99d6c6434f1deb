import { useChange } from '../../api/use-ask.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { RadioField } from '../../ui/radio-field.tsx';

/** Days for which a token works. */
const LIVES = [
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
    <Dialog open title="New read token" onClose={onClose}>
      <Form
        action="Create token"
        change={create}
        onSubmit={(field) => {
          const days = field('days');
          create.mutate(
            {
              params: { appId },
              body: {
                name: field('name').trim(),
                scopes: field('scopes') === 'replay' ? ['read', 'replay'] : ['read'],
                ...(days === '' ? {} : { expiresAt: Date.now() + Number(days) * DAY_MS }),
              },
            },
            { onSuccess: ({ token }) => onMade(token) },
          );
        }}
      >
        <TextField
          label="Name"
          name="name"
          placeholder="Weekly report"
          required
          maxLength={100}
          pattern=".*\S.*"
          autoComplete="off"
          autoFocus
        />
        <RadioField
          label="Permissions"
          name="scopes"
          defaultValue="read"
          options={[
            ['read', 'Read', 'Interactions, sessions, users, metrics and the ledger.'],
            ['replay', 'Read and replay', 'Also replay rejected payloads.'],
          ]}
        />
        <SelectField label="Expires" name="days" defaultValue="90" options={LIVES} />
      </Form>
    </Dialog>
  );
}
