import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { usePages } from '../../api/use-ask.ts';
import { pairAcross } from '../../conversation/pair-tools.ts';
import { SearchMarksContext, searchMarks } from '../../conversation/search-marks.ts';
import { useFirstMark } from '../../conversation/use-first-mark.ts';
import { compact, count, milliseconds, NONE } from '../../lib/format.ts';
import { ANONYMOUS } from '../../lib/user-name.ts';
import { ScorePanel } from '../../scores/score-panel.tsx';
import { Page } from '../../shell/page.tsx';
import { rangeIn, timeZoneOf } from '../../state/view.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { UserLink } from '../../ui/user-name.tsx';
import { SessionBar } from './session-bar.tsx';
import { SessionLabels } from './session-labels.tsx';
import { Timeline } from './timeline.tsx';
import { TurnView } from './turn-view.tsx';
import { turnId, useNamedTurn } from './use-named-turn.ts';

const route = getRouteApi('/signed-in/apps/$appId/sessions/$sessionId');

/** A session as one conversation: repeated history is shown once. */
export function SessionPage() {
  const { appId, sessionId } = route.useParams();
  const search = route.useSearch();
  const pages = usePages('GET /v1/sessions/:id', { params: { id: sessionId }, query: { limit: 100 } });
  const session = pages.data?.pages[0];
  const turns = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  const paired = pairAcross(turns.map(({ newInput, output }) => [...newInput, ...output]));
  const named = useNamedTurn(turns.length, pages);
  const timeZone = timeZoneOf(search);
  const marks = useMemo(() => searchMarks(search), [search]);
  const firstIn = named === null ? '[data-said]' : `#${turnId(named)}`;
  useFirstMark(search.q === undefined ? null : firstIn, named === null ? session?.id : turns.length >= named);
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
    <Page title={session.title ?? `Session ${session.session}`}>
      <SessionBar session={session} search={search} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <Card>
          <div data-said className="flex flex-col gap-6 pt-2">
            <Timeline
              turns={turns}
              endsAt={session.endsAt}
              ended={session.state === 'ended'}
              timeZone={timeZone}
            />
            <SearchMarksContext value={marks}>
              {turns.map((turn, i) => (
                <TurnView
                  key={turn.id}
                  turn={turn}
                  before={turns[i - 1]}
                  number={i + 1}
                  of={Math.max(session.interactions, turns.length)}
                  paired={paired[i]}
                  named={named === i + 1}
                  timeZone={timeZone}
                />
              ))}
            </SearchMarksContext>
            <MoreButton pages={pages} />
          </div>
        </Card>
        <div className="flex flex-col gap-4 lg:sticky lg:top-5">
          <Card title="Scores">
            <ScorePanel
              target={{ appId, type: 'session', id: session.session }}
              scores={session.scores}
              timeZone={timeZone}
            />
          </Card>
          <Card title="Details">
            <Facts
              items={[
                ['Started', <Time key="start" at={session.startedAt} timeZone={timeZone} />],
                ['Last active', <Time key="last" at={session.lastAt} timeZone={timeZone} />],
                [
                  session.state === 'current' ? 'Open until' : 'Ended',
                  <Time key="end" at={session.endsAt} timeZone={timeZone} />,
                ],
                ['Turns', count(session.interactions)],
                ['Failed', count(session.errors)],
                ['Truncated', count(session.truncated)],
                ['Blocked', count(session.blocked)],
                ['Slowest turn', milliseconds(session.slowestMs)],
                ['Tokens', compact(session.usage.total)],
                ['Cost', <Money key="cost" value={session.costUsd} />],
                ['Response models', session.models.join(', ') || NONE],
                [
                  'Labels',
                  Object.keys(session.labels).length === 0 ? (
                    NONE
                  ) : (
                    <SessionLabels key="labels" session={session} search={rangeIn(search)} />
                  ),
                ],
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
              Other sessions with this ID
            </Link>
          </Card>
        </div>
      </div>
    </Page>
  );
}
