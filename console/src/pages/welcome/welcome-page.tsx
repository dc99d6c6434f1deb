import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/use-ask.ts';
import { Page } from '../../shell/page.tsx';
import { mayIn, useMe } from '../../state/me.ts';
import { rememberKey } from '../../state/new-api-keys.ts';
import { Card } from '../../ui/card.tsx';
import { NameField, SelectField } from '../../ui/field.tsx';
import { EmptyState } from '../../ui/status.tsx';
import { SampleCard } from '../connect/sample-card.tsx';
import { EntryForm } from '../entry/entry-form.tsx';

export function WelcomePage() {
  const me = useMe();
  const navigate = useNavigate();
  const create = useChange('POST /v1/accounts/:accountId/applications');
  const accounts = me.accounts.filter((account) => mayIn(account, 'applications:write'));
  const first = me.applications.length === 0;
  const title = first ? `Welcome, ${me.person.name}` : 'New application';
  const [account] = accounts;
  if (!account)
    return (
      <Page title={title}>
        <EmptyState title="No applications yet">
          Your role can’t create one. Ask an owner or admin of the account.
        </EmptyState>
      </Page>
    );
  return (
    <Page title={title}>
      <Card className="max-w-lg">
        <div className="flex flex-col gap-4 pt-2">
          <p className="text-ink-2">
            An application is what calls a language model: a chat, an assistant, a batch job. It gets its own
            keys, and its data is separate from all others.
          </p>
          <EntryForm
            action={first ? 'Create your first application' : 'Create application'}
            busy={create.isPending}
            error={create.error}
            onSubmit={(field) =>
              create.mutate(
                {
                  params: { accountId: field('account') || account.id },
                  body: { name: field('name').trim() },
                },
                {
                  onSuccess({ id, apiKey }) {
                    rememberKey(id, apiKey);
                    void navigate({ to: '/apps/$appId/connect', params: { appId: id } });
                  },
                },
              )
            }
          >
            <NameField placeholder="Support assistant" hint="You can change it later." />
            {accounts.length > 1 ? (
              <SelectField
                label="Account"
                name="account"
                options={accounts.map(({ id, name }) => [id, name] as const)}
              />
            ) : null}
          </EntryForm>
        </div>
      </Card>
      {first ? (
        <div className="max-w-lg">
          <SampleCard account={account} />
        </div>
      ) : null}
    </Page>
  );
}
