import type { UserDetail } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { ProfileCard } from './profile-card.tsx';

const LINK = 'text-accent hover:underline';

/** An anonymous user, who is known by a single interaction. */
export function OnlyInteraction({ user }: { user: UserDetail }) {
  const { appId, key, firstSeenAt, recentSessions } = user;
  const [session] = recentSessions;
  const around = { from: firstSeenAt, to: new Date(Date.parse(firstSeenAt) + 1000).toISOString() };
  return (
    <>
      <p className="max-w-prose text-ink-2">
        This interaction named no user: neither <code className="font-mono">userId</code> nor{' '}
        <code className="font-mono">email</code>.
      </p>
      <p className="flex flex-wrap gap-4">
        <Link
          to="/apps/$appId/interactions"
          params={{ appId }}
          search={{ ...around, id: key }}
          className={LINK}
        >
          Open interaction
        </Link>
        {session ? (
          <Link
            to="/apps/$appId/sessions/$sessionId"
            params={{ appId, sessionId: session.id }}
            className={LINK}
          >
            Open session
          </Link>
        ) : null}
      </p>
      <ProfileCard user={user} view={{}} />
    </>
  );
}
