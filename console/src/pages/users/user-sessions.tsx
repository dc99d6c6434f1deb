import { Link } from '@tanstack/react-router';
import { usePages } from '../../api/use-ask.ts';
import { listQuery, timeZoneOf, type View } from '../../state/view.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { ErrorState, SkeletonRows, Stale } from '../../ui/status.tsx';
import { selectableSessions } from '../sessions/selectable-sessions.tsx';
import { sessionColumns } from '../sessions/session-columns.tsx';

/** The sessions of a user, newest first. */
export function UserSessions({ appId, view }: { appId: string; view: View }) {
  const pages = usePages('GET /v1/sessions', { query: { ...listQuery(appId, view), limit: 20 } });
  const rows = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <header className="flex items-baseline justify-between gap-4 pt-2">
        <h2 className="text-lg font-semibold">Sessions</h2>
        <Link
          to="/apps/$appId/sessions"
          params={{ appId }}
          search={view}
          className="text-sm text-accent hover:underline"
        >
          All sessions
        </Link>
      </header>
      {pages.error ? <ErrorState error={pages.error} retry={() => pages.refetch()} /> : null}
      {pages.isPending ? <SkeletonRows rows={4} /> : null}
      {pages.data && rows.length === 0 ? <p className="text-ink-3">No sessions in this range.</p> : null}
      {rows.length > 0 ? (
        <Stale stale={pages.isPlaceholderData}>
          <DataTable
            label="Sessions"
            columns={sessionColumns(rows, timeZoneOf(view)).filter(({ name }) => name !== 'users')}
            rows={rows}
            keyOf={({ id }) => id}
            selectable={selectableSessions(appId)}
          />
        </Stale>
      ) : null}
      <MoreButton pages={pages} />
    </>
  );
}
