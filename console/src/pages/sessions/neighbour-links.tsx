import { Link } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { neighbourQuery, type SessionsSearch } from './sessions-query.ts';

type Props = { appId: string; sessionId: string; search: SessionsSearch };

/** Links to the previous and next session of the list that the address describes. */
export function NeighbourLinks(props: Props) {
  return (
    <nav aria-label="Other sessions" className="flex gap-1">
      <Neighbour {...props} way="previous" arrow="↑" name="Previous" />
      <Neighbour {...props} way="next" arrow="↓" name="Next" />
    </nav>
  );
}

type NeighbourProps = Props & { way: 'previous' | 'next'; arrow: string; name: string };

const LOOK = 'inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-sm font-medium text-ink-2';

function Neighbour({ appId, sessionId, search, way, arrow, name }: NeighbourProps) {
  const query = neighbourQuery(appId, search, sessionId, way);
  const { data, isPlaceholderData } = useAsk('GET /v1/sessions', { query });
  // A stale answer may name this session.
  const session = isPlaceholderData ? undefined : data?.data[0];
  const label = (
    <>
      <span aria-hidden="true">{arrow}</span> {name}
    </>
  );
  if (!session) {
    return (
      <button type="button" disabled className={`${LOOK} opacity-50`}>
        {label}
      </button>
    );
  }
  return (
    <Link
      to="/apps/$appId/sessions/$sessionId"
      params={{ appId, sessionId: session.id }}
      search={search}
      title={session.title ?? session.session}
      className={`${LOOK} hover:bg-sunken hover:text-ink`}
    >
      {label}
    </Link>
  );
}
