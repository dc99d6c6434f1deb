import { useChange } from '../../api/use-ask.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import type { ApiKey } from './key-columns.tsx';

/** Minutes for which the old key keeps working. */
const OVERLAPS = [
  ['0', 'Stop working now'],
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
          A new key replaces the one ending in <code className="font-mono">…{hint}</code>. Switch to the new
          key before the old one stops working.
        </p>
        <SelectField
          label="Keep the old key working for"
          name="overlap"
          defaultValue="1440"
          options={OVERLAPS}
        />
      </Form>
    </Dialog>
  );
}
