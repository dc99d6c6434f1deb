import type { Monitor } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/use-ask.ts';
import { MenuItem } from '../../filters/menu-item.tsx';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/status.tsx';

const HOUR_MS = 60 * 60_000;
const MUTES = [
  ['Mute for an hour', HOUR_MS],
  ['Mute for a day', 24 * HOUR_MS],
  ['Mute for a week', 7 * 24 * HOUR_MS],
] as const;

/** What those who manage monitors can do with one. */
export function MonitorMenu({ monitor, leave = false }: { monitor: Monitor; leave?: boolean }) {
  const { id, app, name, enabled, mutedUntil } = monitor;
  const update = useChange('PATCH /v1/monitors/:monitorId');
  const remove = useChange('DELETE /v1/monitors/:monitorId', 'GET /v1/monitors');
  const navigate = useNavigate();
  const [deletes, setDeletes] = useState(false);
  const params = { monitorId: id };
  const set = (body: { mutedUntil: string | null } | { enabled: boolean }) => update.mutate({ params, body });
  const isMuted = mutedUntil !== null && Date.parse(mutedUntil) > Date.now();
  return (
    <>
      <ActionsMenu name={name}>
        {(then) => (
          <>
            {isMuted ? (
              <MenuItem first onChoose={then(() => set({ mutedUntil: null }))}>
                Unmute
              </MenuItem>
            ) : (
              MUTES.map(([text, length], i) => (
                <MenuItem
                  key={text}
                  first={i === 0}
                  onChoose={then(() => set({ mutedUntil: new Date(Date.now() + length).toISOString() }))}
                >
                  {text}
                </MenuItem>
              ))
            )}
            <MenuItem first={false} onChoose={then(() => set({ enabled: !enabled }))}>
              {enabled ? 'Switch off' : 'Switch on'}
            </MenuItem>
            <MenuItem first={false} onChoose={then(() => setDeletes(true))}>
              <span className="text-bad">Delete</span>
            </MenuItem>
          </>
        )}
      </ActionsMenu>
      <ConfirmDialog
        open={deletes}
        title="Delete monitor"
        action="Delete monitor"
        change={remove}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () => {
                setDeletes(false);
                if (leave) void navigate({ to: '/apps/$appId/monitors', params: { appId: app } });
              },
            },
          )
        }
        onClose={() => setDeletes(false)}
      >
        <p className="wrap-anywhere">
          <strong className="font-semibold text-ink">
            <bdi>{name}</bdi>
          </strong>{' '}
          and its history are deleted.
        </p>
      </ConfirmDialog>
      <Dialog open={update.error !== null} title="Monitor not changed" onClose={update.reset}>
        <ErrorState error={update.error} />
      </Dialog>
    </>
  );
}
