import { getRouteApi, Link } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { compact, count, NONE, usd } from '../../lib/format.ts';
import { Page } from '../../shell/page.tsx';
import { timeZoneOf, type View } from '../../state/view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { lines, timeLabels } from '../overview/series.ts';
import { useQueryOf } from '../overview/use-query.ts';
import { sessionColumns } from '../sessions/session-columns.tsx';
import { nameOf } from './user-columns.tsx';

const route = getRouteApi('/signed-in/apps/$appId/users/$userKey');

export function UserPage() {
  const { appId, userKey } = route.useParams();
  const answer = useAsk('GET /v1/users/:key', { params: { key: userKey }, query: { app: appId } });
  const user = answer.data;
  if (answer.error) {
    return (
      <Page title="User">
        <ErrorState error={answer.error} retry={() => answer.refetch()} />
      </Page>
    );
  }
  if (!user) {
    return (
      <Page title="User">
        <SkeletonRows />
      </Page>
    );
  }
  const view: View = { range: '90d', user: [user.identified ? user.key : ''] };
  const timeZone = timeZoneOf(view);
  return (
    <Page title={nameOf(user)}>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <Card title="Profile">
          <Facts
            items={[
              [
                'Key',
                <code key="key" className="font-mono text-sm">
                  {user.key}
                </code>,
              ],
              ['Named as', user.identified ? (user.userId ? 'userId' : 'email') : 'nobody'],
              ['Email', user.email ?? NONE],
              ['Name', [user.firstName, user.lastName].filter(Boolean).join(' ') || NONE],
              ['Phone', user.phone ?? NONE],
              ['Gender', user.gender ?? NONE],
              [
                'Signed in',
                user.isAuthenticated === null ? (
                  NONE
                ) : (
                  <Badge key="in" tone={user.isAuthenticated ? 'good' : 'neutral'}>
                    {user.isAuthenticated ? 'yes' : 'no'}
                  </Badge>
                ),
              ],
              ['First seen', <Time key="first" at={user.firstSeenAt} timeZone={timeZone} />],
              ['Last seen', <Time key="last" at={user.lastSeenAt} timeZone={timeZone} />],
              ['Interactions', count(user.interactions)],
              ['Sessions', count(user.sessions)],
              ['Tokens', count(user.usage.total)],
              ['Cost', usd(user.costUsd)],
            ]}
          />
          <Link
            to="/apps/$appId/interactions"
            params={{ appId }}
            search={user.identified ? { range: '90d', user: [user.key] } : { range: '90d', id: user.key }}
            className="mt-3 inline-block text-accent hover:underline"
          >
            {user.identified ? 'All interactions' : 'The interaction'}
          </Link>
        </Card>
        {user.identified ? <Activity appId={appId} view={view} /> : null}
      </div>
      <h2 className="text-lg font-semibold">Newest sessions</h2>
      {user.recentSessions.length === 0 ? (
        <p className="text-ink-3">None: no interaction of this user names a session.</p>
      ) : (
        <DataTable
          label="Sessions"
          columns={sessionColumns(timeZone)}
          rows={user.recentSessions}
          keyOf={({ id }) => id}
        />
      )}
    </Page>
  );
}

function Activity({ appId, view }: { appId: string; view: View }) {
  const answer = useQueryOf(appId, view, { measures: ['interactions'], bucket: 'day' });
  const data = lines(answer.data, [['interactions', 'Interactions']]);
  return (
    <Card title="When was this user here?">
      {answer.error ? <ErrorState error={answer.error} /> : null}
      <TimeChart
        times={data.times}
        series={data.series}
        kind="bars"
        format={compact}
        timeLabel={timeLabels('day', timeZoneOf(view))}
      />
    </Card>
  );
}
