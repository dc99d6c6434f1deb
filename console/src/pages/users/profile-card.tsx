import type { UserDetail } from '@parley/contract';
import { count } from '../../lib/format.ts';
import { fullName } from '../../lib/user-name.ts';
import { timeZoneOf, type View } from '../../state/view.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';

/** The user's profile as the application reported it, and when they were seen, regardless of the range. */
export function ProfileCard({ user, view }: { user: UserDetail; view: View }) {
  const timeZone = timeZoneOf(view);
  const { email, phone, gender, isAuthenticated, interactions, costUsd } = user;
  const said: [name: string, value: string | null][] = [
    ['Name', fullName(user)],
    ['Email', email],
    ['Phone', phone],
    ['Gender', gender],
    ['Authenticated', isAuthenticated === null ? null : isAuthenticated ? 'Yes' : 'No'],
  ];
  return (
    <Card title="Profile">
      <Facts
        items={[
          ...said
            .filter(([, value]) => value)
            .map(([name, value]) => [name, <bdi key={name}>{value}</bdi>] as const),
          ['First seen', <Time key="first" at={user.firstSeenAt} timeZone={timeZone} />],
          ['Last seen', <Time key="last" at={user.lastSeenAt} timeZone={timeZone} />],
          [
            'All time',
            <>
              {count(interactions)} {interactions === 1 ? 'interaction' : 'interactions'}
              {costUsd === null ? null : ', '}
              {costUsd === null ? null : <Money value={costUsd} />}
            </>,
          ],
        ]}
      />
    </Card>
  );
}
