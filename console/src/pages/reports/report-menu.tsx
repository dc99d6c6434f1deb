import type { Report } from '@parley/contract';
import { useState } from 'react';
import { useChange } from '../../api/use-ask.ts';
import { MenuItem } from '../../filters/menu-item.tsx';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { NotDoneDialog } from '../../ui/not-done-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { ReportDialog } from './report-dialog.tsx';

const REPORTS = 'GET /v1/reports';

/** Edit, send, switch off and delete. */
export function ReportMenu({ report }: { report: Report }) {
  const { id, app, name, enabled, notify } = report;
  const update = useChange('PATCH /v1/reports/:reportId', REPORTS);
  const send = useChange('POST /v1/reports/:reportId/send', REPORTS);
  const remove = useChange('DELETE /v1/reports/:reportId', REPORTS);
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const params = { reportId: id };
  return (
    <>
      <ActionsMenu name={name}>
        {(then) => (
          <>
            <MenuItem first onChoose={then(() => setDialog('edit'))}>
              Edit
            </MenuItem>
            {enabled && notify.length > 0 ? (
              <MenuItem
                first={false}
                onChoose={then(() =>
                  send.mutate({ params }, { onSuccess: () => toast({ text: `${name} is on its way` }) }),
                )}
              >
                Send now
              </MenuItem>
            ) : null}
            <MenuItem
              first={false}
              onChoose={then(() => update.mutate({ params, body: { enabled: !enabled } }))}
            >
              {enabled ? 'Switch off' : 'Switch on'}
            </MenuItem>
            <MenuItem first={false} onChoose={then(() => setDialog('delete'))}>
              <span className="text-bad">Delete</span>
            </MenuItem>
          </>
        )}
      </ActionsMenu>
      {dialog === 'edit' ? <ReportDialog appId={app} report={report} onClose={close} /> : null}
      <ConfirmDialog
        open={dialog === 'delete'}
        title="Delete report"
        action="Delete report"
        change={remove}
        onConfirm={() => remove.mutate({ params }, { onSuccess: close })}
        onClose={close}
      >
        <p className="wrap-anywhere">
          <strong className="font-semibold text-ink">
            <bdi>{name}</bdi>
          </strong>{' '}
          is no longer sent.
        </p>
      </ConfirmDialog>
      <NotDoneDialog changes={[update, send]} />
    </>
  );
}
