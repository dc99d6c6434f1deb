import { useChange } from '../../api/use-ask.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import type { ApiKey } from './key-columns.tsx';

/** Minutes for which the old key still works. */
const OVERLAPS = [
  ['0', 'Not at all: it ends now'],
  ['60', 'One hour'],
  ['1440', '24 hours'],
  ['10080', '7 days'],
] as const;

type Props = { appId: string; apiKey: ApiKey; onMade: (apiKey: string) => void; onClose: () => void };

export function RotateKeyDialog({ appId, apiKey: { id, name, hint }, onMade, onClose }: Props) {
  const rotate = useChange('POST /v1/applications/:appId/keys/:keyId/rotate');
  return (
    <Dialog open title={`Rotate ${name}`} onClose={onClose}>
      <Form
        action="Rotate"
        change={rotate}
        onSubmit={(field) =>
          rotate.mutate(
            { params: { appId, keyId: id }, body: { overlapMinutes: Number(field('overlap')) } },
            { onSuccess: ({ apiKey }) => onMade(apiKey) },
          )
        }
      >
        <p className="text-ink-2">
          A new key takes the place of the one that ends with <code className="font-mono">…{hint}</code>. Put
          the new one where the old one is used before the old one ends.
        </p>
        <SelectField
          label="How long the old key still works"
          name="overlap"
          defaultValue="1440"
          options={OVERLAPS}
        />
      </Form>
    </Dialog>
  );
}
