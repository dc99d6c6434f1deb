import { useState } from 'react';
import { useAsk, useChange } from '../../api/use-ask.ts';
import { mayIn, type OwnAccount, useMe } from '../../state/me.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { Invitations } from './invitations.tsx';
import { type Member, memberColumns } from './member-columns.tsx';
import { RolesCard } from './roles.tsx';

export function MembersSection({ account }: { account: OwnAccount }) {
  const { person } = useMe();
  const accountId = account.id;
  const answer = useAsk('GET /v1/accounts/:accountId/members', { params: { accountId } });
  const changeRole = useChange('PATCH /v1/accounts/:accountId/members/:memberId');
  const remove = useChange('DELETE /v1/accounts/:accountId/members/:memberId');
  const [removing, setRemoving] = useState<Member | null>(null);
  const manages = mayIn(account, 'members:manage');
  const members = answer.data?.data;
  return (
    <>
      {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
      {answer.isPending ? <SkeletonRows rows={3} /> : null}
      {changeRole.error ? <ErrorState error={changeRole.error} /> : null}
      {members ? (
        <DataTable
          label="Members"
          columns={memberColumns({
            own: account.role,
            personId: person.id,
            manages,
            onRole: ({ id }, role) =>
              changeRole.mutate({ params: { accountId, memberId: id }, body: { role } }),
            onRemove: setRemoving,
          })}
          rows={members}
          keyOf={({ id }) => id}
        />
      ) : null}
      {manages ? <Invitations account={account} /> : null}
      <RolesCard />
      <ConfirmDialog
        open={removing !== null}
        title={`Remove ${removing?.name}`}
        action="Remove"
        change={remove}
        onConfirm={() =>
          removing &&
          remove.mutate(
            { params: { accountId, memberId: removing.id } },
            { onSuccess: () => setRemoving(null) },
          )
        }
        onClose={() => setRemoving(null)}
      >
        {removing?.email} no longer sees anything of {account.name}. Keys and tokens that they made go on
        working: rotate those they know.
      </ConfirmDialog>
    </>
  );
}
