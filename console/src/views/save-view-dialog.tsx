import { accountOf, mayIn, useMe } from '../state/me.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { useCreateView } from './use-view-change.ts';
import type { ShownPage } from './view-search.ts';

type Props = {
  open: boolean;
  appId: string;
  shown: ShownPage;
  onClose: () => void;
  /** Called with the id of the new view. */
  onSaved: (id: string) => void;
};

export function SaveViewDialog({ open, appId, shown, onClose, onSaved }: Props) {
  const account = accountOf(useMe(), appId);
  const create = useCreateView();
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <Dialog open={open} title="Save view" onClose={close}>
      <Form
        action="Save view"
        change={create}
        onSubmit={(field) =>
          create.mutate(
            { body: { app: appId, name: field('name'), ...shown, shared: field('shared') === 'on' } },
            {
              onSuccess: ({ id }) => {
                onSaved(id);
                close();
              },
            },
          )
        }
      >
        <TextField
          label="Name"
          name="name"
          required
          maxLength={100}
          dir="auto"
          autoComplete="off"
          hint="Keeps the page with its range, filters, search and order."
        />
        {mayIn(account, 'views:share') ? (
          <label className="flex items-start gap-2.5">
            <input type="checkbox" name="shared" className="mt-0.5 size-4 shrink-0 accent-accent" />
            <span className="min-w-0 wrap-anywhere">
              Share with everyone in <bdi>{account?.name}</bdi>
              <span className="block text-sm text-ink-3">Otherwise only you see it.</span>
            </span>
          </label>
        ) : null}
      </Form>
    </Dialog>
  );
}
