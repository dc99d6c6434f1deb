import type { UserDetail } from '@parley/contract';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { ChartCard } from '../../charts/chart-card.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import { count, usd } from '../../lib/format.ts';
import { Page } from '../../shell/page.tsx';
import { PRESETS, timeZoneOf, type View } from '../../state/view.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { lines, tableOf, timeLabels } from '../overview/series.ts';
import { useQueryOf } from '../overview/use-query.ts';
import { sessionColumns } from '../sessions/session-columns.tsx';
import { nameOf } from './user-columns.tsx';

/** As tall as the profile beside it, in pixels. */
const HEIGHT = 280;
const DAY_MS = 86_400_000;

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
  const isNew = Date.parse(user.firstSeenAt) > Date.now() - PRESETS['30d'].ms;
  const view: View = { range: isNew ? '30d' : '90d', user: [user.identified ? user.key : ''] };
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
              ...said(user),
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
          columns={sessionColumns(timeZone).filter(({ name }) => name !== 'users')}
          rows={user.recentSessions}
          keyOf={({ id }) => id}
        />
      )}
    </Page>
  );
}

/** What the application said of them, as far as it did. */
function said({ email, firstName, lastName, phone, gender, isAuthenticated }: UserDetail) {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const facts: [name: string, value: string | null][] = [
    ['Email', email],
    ['Name', name],
    ['Phone', phone],
    ['Gender', gender],
    ['Signed in', isAuthenticated === null ? null : isAuthenticated ? 'yes' : 'no'],
  ];
  return facts.filter(([, value]) => value);
}

function Activity({ appId, view }: { appId: string; view: View }) {
  const navigate = useNavigate();
  const answer = useQueryOf(appId, view, { measures: ['interactions'], bucket: 'day' });
  const data = lines(answer.data, [['interactions', 'Interactions']]);
  const label = timeLabels('day', timeZoneOf(view));
  return (
    <ChartCard
      title="When was this user here?"
      table={tableOf(data, label, count)}
      state={answer}
      height={HEIGHT}
    >
      <TimeChart
        times={data.times}
        series={data.series}
        kind="bars"
        format={count}
        timeLabel={label}
        height={HEIGHT}
        onPick={(index) => {
          const from = data.times[index];
          if (from === undefined) return;
          const to = data.times[index + 1] ?? new Date(Date.parse(from) + DAY_MS).toISOString();
          const { range: _, ...search } = { ...view, from, to };
          void navigate({ to: '/apps/$appId/interactions', params: { appId }, search });
        }}
      />
    </ChartCard>
  );
}
