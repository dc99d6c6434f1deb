import { useChange } from '../../api/use-ask.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

type Props = { appId: string; onMade: (apiKey: string) => void; onClose: () => void };

export function NewKeyDialog({ appId, onMade, onClose }: Props) {
  const create = useChange('POST /v1/applications/:appId/keys');
  return (
    <Dialog open title="New API key" onClose={onClose}>
      <Form
        action="Create key"
        change={create}
        onSubmit={(field) =>
          create.mutate(
            { params: { appId }, body: { name: field('name').trim() } },
            { onSuccess: ({ apiKey }) => onMade(apiKey) },
          )
        }
      >
        <TextField
          label="Name"
          name="name"
          placeholder="Production"
          required
          maxLength={100}
          pattern=".*\S.*"
          autoComplete="off"
          autoFocus
          hint="Name the place it is used, so you know which key to rotate later."
        />
      </Form>
    </Dialog>
  );
}
