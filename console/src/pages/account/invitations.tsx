import { useState } from 'react';
import { useAsk, useChange } from '../../api/use-ask.ts';
import type { OwnAccount } from '../../state/me.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { InvitePeople } from './invite-people.tsx';
import { ROLE_NAMES } from './roles.tsx';

export function Invitations({ account }: { account: OwnAccount }) {
  const accountId = account.id;
  const answer = useAsk('GET /v1/accounts/:accountId/invitations', { params: { accountId } });
  const revoke = useChange('DELETE /v1/accounts/:accountId/invitations/:invitationId');
  const [inviting, setInviting] = useState(false);
  const open = answer.data?.data ?? [];
  const timeZone = timeZoneOf({});
  return (
    <>
      <div className="flex items-center justify-between gap-3 pt-2">
        <h2 className="text-lg font-semibold">Invitations</h2>
        <Button look="primary" onClick={() => setInviting(true)}>
          Invite people
        </Button>
      </div>
      {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
      {revoke.error ? <ErrorState error={revoke.error} /> : null}
      {answer.data && open.length === 0 ? <p className="text-ink-3">No pending invitations.</p> : null}
      {open.length > 0 ? (
        <DataTable
          label="Pending invitations"
          columns={[
            { name: 'for', head: 'For', cell: ({ email }) => email ?? 'Anyone with the link' },
            { name: 'role', head: 'Role', cell: ({ role }) => <Badge>{ROLE_NAMES[role]}</Badge> },
            { name: 'by', head: 'By', wide: true, cell: ({ invitedBy }) => invitedBy },
            {
              name: 'until',
              head: 'Expires',
              wide: true,
              cell: ({ expiresAt }) => <Time at={expiresAt} timeZone={timeZone} relative />,
            },
            {
              name: 'do',
              head: 'Actions',
              quiet: true,
              figure: true,
              cell: ({ id, email }) => (
                <Button
                  look="ghost"
                  small
                  aria-label={`Revoke the invitation for ${email ?? 'anyone with the link'}`}
                  onClick={() => revoke.mutate({ params: { accountId, invitationId: id } })}
                >
                  Revoke
                </Button>
              ),
            },
          ]}
          rows={open}
          keyOf={({ id }) => id}
        />
      ) : null}
      {inviting ? <InvitePeople account={account} onClose={() => setInviting(false)} /> : null}
    </>
  );
}
