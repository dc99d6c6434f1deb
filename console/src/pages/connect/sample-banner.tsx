import { useState } from 'react';
import { useDeleteApplication } from '../../api/use-delete-application.ts';
import { accountOf, mayIn, type OwnApplication, useMe } from '../../state/me.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** A banner on all pages of the sample application, with a button to remove it. */
export function SampleBanner({ application }: { application: OwnApplication }) {
  const me = useMe();
  const remove = useDeleteApplication(application);
  const [asking, setAsking] = useState(false);
  const mayRemove = mayIn(accountOf(me, application.id), 'applications:delete');
  return (
    <section
      aria-label="Sample data"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-4 py-1.5 text-sm sm:px-6"
    >
      <p className="min-w-0">
        <strong className="font-semibold">This is sample data.</strong>{' '}
        {mayRemove
          ? 'Everything here is made up.'
          : 'Everything here is made up. An owner or an admin can remove it.'}
      </p>
      {mayRemove ? (
        <Button small onClick={() => setAsking(true)}>
          Remove
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        title="Remove sample data?"
        action="Remove"
        change={remove}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        This deletes the application “{application.name}” and everything in it. You can load sample data again
        at any time.
      </ConfirmDialog>
    </section>
  );
}
