import type { Session } from '@parley/contract';
import { Link, useLocation } from '@tanstack/react-router';
import { CopyButton } from '../../ui/copy.tsx';
import { ExportMenu } from '../interactions/export-menu.tsx';
import { NeighbourLinks } from './neighbour-links.tsx';
import { SessionBadges, SessionName } from './session-badges.tsx';
import type { SessionsSearch } from './sessions-query.ts';

type Props = { session: Session; search: SessionsSearch };

/** The bar below the heading: id, actions and links. */
export function SessionBar({ session, search }: Props) {
  const { id, appId, startedAt, lastAt } = session;
  const query = {
    app: appId,
    session: session.session,
    // An id may have several sessions, which do not overlap: the time range selects this one.
    from: startedAt,
    to: new Date(Date.parse(lastAt) + 1).toISOString(),
  };
  // With the turn that the address names.
  const hash = useLocation({ select: (location) => location.hash });
  const link = `${window.location.origin}/apps/${appId}/sessions/${id}${hash === '' ? '' : `#${hash}`}`;
  return (
    <div className="-mt-2 flex flex-wrap items-center gap-2">
      <SessionName name={session.session} />
      <SessionBadges session={session} />
      <div className="flex flex-wrap items-center gap-1 sm:ml-auto">
        <Link
          to="/apps/$appId/sessions"
          params={{ appId }}
          search={search}
          className="mr-2 text-sm text-accent hover:underline"
        >
          All sessions
        </Link>
        <NeighbourLinks appId={appId} sessionId={id} search={search} />
        <CopyButton text={link} label="Copy link" />
        <ExportMenu
          query={query}
          note="The interactions of this session."
          className="inline-flex h-7 items-center rounded-md border border-line-strong bg-surface px-2 text-sm font-medium hover:bg-sunken"
        />
      </div>
    </div>
  );
}
