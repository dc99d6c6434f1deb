import { getRouteApi, Link } from '@tanstack/react-router';
import { usePages } from '../../api/use-ask.ts';
import { compact, count, usd } from '../../lib/format.ts';
import { ANONYMOUS } from '../../lib/user-name.ts';
import { Page } from '../../shell/page.tsx';
import { timeZoneOf } from '../../state/view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { UserLink } from '../../ui/user-name.tsx';
import { Timeline } from './timeline.tsx';
import { TurnView } from './turn-view.tsx';

const route = getRouteApi('/signed-in/apps/$appId/sessions/$sessionId');

/** A session as one conversation: the history that clients send along is shown once. */
export function SessionPage() {
  const { appId, sessionId } = route.useParams();
  const pages = usePages('GET /v1/sessions/:id', { params: { id: sessionId }, query: { limit: 100 } });
  const session = pages.data?.pages[0];
  const turns = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  const timeZone = timeZoneOf({});
  if (pages.error) {
    return (
      <Page title="Session">
        <ErrorState error={pages.error} retry={() => pages.refetch()} />
      </Page>
    );
  }
  if (!session) {
    return (
      <Page title="Session">
        <SkeletonRows />
      </Page>
    );
  }
  return (
    <Page title={`Session ${session.session}`}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_280px]">
        <Card>
          <div className="flex flex-col gap-6 pt-2">
            <Timeline
              turns={turns}
              endsAt={session.endsAt}
              ended={session.state === 'ended'}
              timeZone={timeZone}
            />
            {turns.map((turn, i) => (
              <TurnView key={turn.id} turn={turn} before={turns[i - 1]} timeZone={timeZone} />
            ))}
            <MoreButton pages={pages} />
          </div>
        </Card>
        <Card title="Facts" className="lg:sticky lg:top-5">
          <Facts
            items={[
              [
                'State',
                <Badge key="state" tone={session.state === 'current' ? 'good' : 'neutral'}>
                  {session.state}
                </Badge>,
              ],
              ['Started', <Time key="start" at={session.startedAt} timeZone={timeZone} />],
              ['Last', <Time key="last" at={session.lastAt} timeZone={timeZone} />],
              [
                session.state === 'current' ? 'Ends' : 'Ended',
                <Time key="end" at={session.endsAt} timeZone={timeZone} />,
              ],
              ['Interactions', count(session.interactions)],
              ['Failed', count(session.errors)],
              ['Tokens', compact(session.usage.total)],
              ['Cost', usd(session.costUsd)],
              ['Models', session.models.join(', ')],
              [
                'Users',
                session.users.length === 0
                  ? ANONYMOUS
                  : session.users.map((key) => (
                      <UserLink key={key} userKey={key} className="mr-2 text-accent hover:underline" />
                    )),
              ],
            ]}
          />
          <Link
            to="/apps/$appId/sessions"
            params={{ appId }}
            search={{ range: '90d', session: [session.session] }}
            className="mt-3 inline-block text-accent hover:underline"
          >
            Other sessions of this name
          </Link>
        </Card>
      </div>
    </Page>
  );
}
