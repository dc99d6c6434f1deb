import type { User } from '@parley/contract';
import { ANONYMOUS, fullName } from '../lib/user-name.ts';
import { UserLink } from '../ui/user-name.tsx';
import { Fact } from './fact.tsx';

type Props = { user: User | null };

/** The user, as the application reported them. */
export function UserFacts({ user }: Props) {
  const name = user && fullName(user);
  return (
    <>
      <Fact name="User">
        {user?.key ? (
          <UserLink userKey={user.key} known={fullName(user)} className="text-accent underline" />
        ) : (
          name || ANONYMOUS
        )}
      </Fact>
      {user?.key ? (
        <Fact name="Key">
          <code className="font-mono text-sm">{user.key}</code>
        </Fact>
      ) : null}
      {user?.email && user.email.toLowerCase() !== user.key ? <Fact name="Email">{user.email}</Fact> : null}
      {user?.phone ? <Fact name="Phone">{user.phone}</Fact> : null}
      {user?.gender ? <Fact name="Gender">{user.gender}</Fact> : null}
      {user && user.isAuthenticated !== null ? (
        <Fact name="Authenticated">{user.isAuthenticated ? 'Yes' : 'No'}</Fact>
      ) : null}
    </>
  );
}
