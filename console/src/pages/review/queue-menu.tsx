import type { ReviewQueue } from '@parley/contract';
import { useState } from 'react';
import { useChange } from '../../api/use-ask.ts';
import { MenuItem } from '../../filters/menu-item.tsx';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/status.tsx';
import { AgreementDialog } from './agreement-dialog.tsx';
import { EditQueueDialog } from './edit-queue-dialog.tsx';

const QUEUES = 'GET /v1/review/queues';

/** What those who manage a queue can do with it. */
export function QueueMenu({ queue }: { queue: ReviewQueue }) {
  const { id, name, reviewers, closedAt } = queue;
  const update = useChange('PATCH /v1/review/queues/:queueId', QUEUES);
  const remove = useChange('DELETE /v1/review/queues/:queueId', QUEUES);
  const [dialog, setDialog] = useState<'edit' | 'agreement' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const params = { queueId: id };
  return (
    <>
      <ActionsMenu name={name}>
        {(then) => (
          <>
            <MenuItem first onChoose={then(() => setDialog('edit'))}>
              Edit
            </MenuItem>
            <MenuItem
              first={false}
              onChoose={then(() => update.mutate({ params, body: { closed: closedAt === null } }))}
            >
              {closedAt === null ? 'Close' : 'Reopen'}
            </MenuItem>
            {reviewers === 2 ? (
              <MenuItem first={false} onChoose={then(() => setDialog('agreement'))}>
                Agreement
              </MenuItem>
            ) : null}
            <MenuItem first={false} onChoose={then(() => setDialog('delete'))}>
              <span className="text-bad">Delete</span>
            </MenuItem>
          </>
        )}
      </ActionsMenu>
      {dialog === 'edit' ? <EditQueueDialog queue={queue} onClose={close} /> : null}
      {dialog === 'agreement' ? <AgreementDialog queueId={id} onClose={close} /> : null}
      <ConfirmDialog
        open={dialog === 'delete'}
        title="Delete queue"
        action="Delete queue"
        change={remove}
        onConfirm={() => remove.mutate({ params })}
        onClose={close}
      >
        <p className="wrap-anywhere">
          <strong className="font-semibold text-ink">
            <bdi>{name}</bdi>
          </strong>{' '}
          and its progress are deleted. The scores stay.
        </p>
      </ConfirmDialog>
      <Dialog open={update.error !== null} title="Queue not changed" onClose={update.reset}>
        <ErrorState error={update.error} />
      </Dialog>
    </>
  );
}
