import { Page } from '../../shell/page.tsx';
import { useMe } from '../../state/me.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmailCard } from './email-card.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function ProfilePage() {
  const { person, accounts } = useMe();
  return (
    <Page title="Profile">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="You">
            <NameForm name={person.name} />
            <Facts
              items={[
                ['Email', person.email],
                ['Accounts', accounts.map(({ name, role }) => `${name} (${role})`).join(', ') || 'none'],
              ]}
            />
          </Card>
          <EmailCard hasPassword={person.hasPassword} />
          <PasswordCard hasPassword={person.hasPassword} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <SecondFactorCard on={person.secondFactor} hasPassword={person.hasPassword} />
          <SessionsCard />
        </div>
      </div>
    </Page>
  );
}
