import type { Channel } from '@parley/contract';
import { useState } from 'react';
import { useChange } from '../../api/use-ask.ts';
import { MenuItem } from '../../filters/menu-item.tsx';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { NotDoneDialog } from '../../ui/not-done-dialog.tsx';
import { toast } from '../../ui/toast.tsx';

type Props = { channel: Channel; onSecret: (secret: string) => void };

/** Test, rotate, switch off and delete. */
export function ChannelMenu({ channel, onSecret }: Props) {
  const { id, name, kind, disabledAt } = channel;
  const test = useChange('POST /v1/channels/:channelId/test');
  const rotate = useChange('POST /v1/channels/:channelId/rotate');
  const update = useChange('PATCH /v1/channels/:channelId');
  const remove = useChange('DELETE /v1/channels/:channelId');
  const [dialog, setDialog] = useState<'rotate' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const params = { channelId: id };
  return (
    <>
      <ActionsMenu name={name}>
        {(then) => (
          <>
            <MenuItem
              first
              onChoose={then(() =>
                test.mutate(
                  { params },
                  { onSuccess: () => toast({ text: `A test is on its way to ${name}` }) },
                ),
              )}
            >
              Send a test
            </MenuItem>
            {kind === 'webhook' ? (
              <MenuItem first={false} onChoose={then(() => setDialog('rotate'))}>
                New secret
              </MenuItem>
            ) : null}
            <MenuItem
              first={false}
              onChoose={then(() => update.mutate({ params, body: { disabled: disabledAt === null } }))}
            >
              {disabledAt === null ? 'Switch off' : 'Switch on'}
            </MenuItem>
            <MenuItem first={false} onChoose={then(() => setDialog('delete'))}>
              <span className="text-bad">Delete</span>
            </MenuItem>
          </>
        )}
      </ActionsMenu>
      <ConfirmDialog
        open={dialog === 'rotate'}
        title="New secret"
        action="Create new secret"
        change={rotate}
        onConfirm={() =>
          rotate.mutate(
            { params },
            {
              onSuccess: ({ secret }) => {
                close();
                if (secret !== undefined) onSecret(secret);
              },
            },
          )
        }
        onClose={close}
      >
        For 24 hours, messages are signed with the old secret, too.
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'delete'}
        title="Delete channel"
        action="Delete channel"
        change={remove}
        onConfirm={() => remove.mutate({ params }, { onSuccess: close })}
        onClose={close}
      >
        <p className="wrap-anywhere">
          Monitors no longer write to{' '}
          <strong className="font-semibold text-ink">
            <bdi>{name}</bdi>
          </strong>
          , and its deliveries are deleted.
        </p>
      </ConfirmDialog>
      <NotDoneDialog changes={[test, update]} />
    </>
  );
}
