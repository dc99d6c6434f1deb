import type { User } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { Fact } from './fact.tsx';

type Props = { appId: string; user: User | null };

/** Who asked, as far as the application said. */
export function UserFacts({ appId, user }: Props) {
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  return (
    <>
      <Fact name="User">
        {user?.key ? (
          <Link
            to="/apps/$appId/users/$userKey"
            params={{ appId, userKey: user.key }}
            className="text-accent underline"
          >
            {user.key}
          </Link>
        ) : (
          'Nobody was named'
        )}
      </Fact>
      {name ? <Fact name="Name">{name}</Fact> : null}
      {user?.email && user.email.toLowerCase() !== user.key ? <Fact name="Email">{user.email}</Fact> : null}
      {user?.phone ? <Fact name="Phone">{user.phone}</Fact> : null}
      {user?.gender ? <Fact name="Gender">{user.gender}</Fact> : null}
      {user && user.isAuthenticated !== null ? (
        <Fact name="Signed in">{user.isAuthenticated ? 'Yes' : 'No'}</Fact>
      ) : null}
    </>
  );
}
