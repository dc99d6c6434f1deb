import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk, useChange } from '../../api/use-ask.ts';
import { mayIn, type OwnAccount } from '../../state/me.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { NameField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Time } from '../../ui/time.tsx';
import { ROLE_NAMES } from './roles.tsx';

export function GeneralSection({ account }: { account: OwnAccount }) {
  const answer = useAsk('GET /v1/accounts/:accountId', { params: { accountId: account.id } });
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Card title="Account">
        <div className="flex flex-col gap-4">
          {mayIn(account, 'account:update') ? <Rename account={account} /> : null}
          <Facts
            items={[
              ...(mayIn(account, 'account:update') ? [] : [['Name', account.name] as const]),
              ['Your role', <Badge key="role">{ROLE_NAMES[account.role]}</Badge>],
              [
                'Created',
                answer.data ? (
                  <Time key="created" at={answer.data.createdAt} timeZone={timeZoneOf({})} />
                ) : (
                  '…'
                ),
              ],
            ]}
          />
        </div>
      </Card>
      <Leave account={account} />
    </div>
  );
}

function Rename({ account: { id, name } }: { account: OwnAccount }) {
  const rename = useChange('PATCH /v1/accounts/:accountId');
  return (
    <Form
      action="Save"
      change={rename}
      done="Saved."
      onSubmit={(field) => rename.mutate({ params: { accountId: id }, body: { name: field('name').trim() } })}
    >
      <NameField key={name} defaultValue={name} />
    </Form>
  );
}

function Leave({ account: { id, name } }: { account: OwnAccount }) {
  const leave = useChange('POST /v1/accounts/:accountId/leave');
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  return (
    <Card title="Leave">
      <div className="flex flex-col items-start gap-3">
        <p className="text-ink-2">
          You lose access to this account’s applications, and need an invitation to come back. The last owner
          can’t leave.
        </p>
        <Button onClick={() => setAsking(true)}>Leave account…</Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Leave ${name}`}
        action="Leave"
        change={leave}
        onConfirm={() =>
          leave.mutate(
            { params: { accountId: id } },
            {
              onSuccess() {
                localStorage.removeItem('application');
                void navigate({ to: '/' });
              },
            },
          )
        }
        onClose={() => setAsking(false)}
      >
        You lose access to all of its applications right away.
      </ConfirmDialog>
    </Card>
  );
}
