import type { SavedView } from '@parley/contract';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { useUpdateView } from './use-view-change.ts';

type Props = { view: SavedView; open: boolean; onClose: () => void };

export function RenameViewDialog({ view, open, onClose }: Props) {
  const update = useUpdateView();
  const close = () => {
    update.reset();
    onClose();
  };
  return (
    <Dialog open={open} title="Rename view" onClose={close}>
      <Form
        action="Rename"
        change={update}
        onSubmit={(field) =>
          update.mutate({ params: { viewId: view.id }, body: { name: field('name') } }, { onSuccess: close })
        }
      >
        <TextField
          label="Name"
          name="name"
          defaultValue={view.name}
          required
          maxLength={100}
          dir="auto"
          autoComplete="off"
        />
      </Form>
    </Dialog>
  );
}
