import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { AlertLink } from '../../charts/alert-link.tsx';
import { readStack } from '../../charts/query/stacks.ts';
import { ViewBar } from '../../filters/view-bar.tsx';
import { ANONYMOUS, fullName, userName } from '../../lib/user-name.ts';
import { ScorePanel } from '../../scores/score-panel.tsx';
import { Page } from '../../shell/page.tsx';
import { readLooks } from '../../state/chart-looks.ts';
import { readView, timeZoneOf, type View } from '../../state/view.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { OnlyInteraction } from './only-interaction.tsx';
import { ProfileCard } from './profile-card.tsx';
import { UserActivity } from './user-activity.tsx';
import { UserSessions } from './user-sessions.tsx';

const route = getRouteApi('/signed-in/apps/$appId/users/$userKey');

/** A user's activity in the current view. */
export function UserPage() {
  const { appId, userKey } = route.useParams();
  const { user: _user, 'not.user': _not, ...search } = route.useSearch();
  const view = readView(search);
  const navigate = useNavigate();
  const answer = useAsk('GET /v1/users/:key', { params: { key: userKey }, query: { app: appId } });
  // The placeholder data is of the previous user.
  const user = answer.data?.key === userKey ? answer.data : undefined;
  if (answer.error || !user) {
    return (
      <Page title="User">
        {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : <SkeletonRows />}
      </Page>
    );
  }
  if (!user.identified) {
    return (
      <Page title={fullName(user) || ANONYMOUS}>
        <OnlyInteraction user={user} />
      </Page>
    );
  }
  const stackBy = readStack(search.stack);
  const kept = { ...readLooks(search), ...(search.stack === undefined ? {} : { stack: stackBy }) };
  const show = (next: ReturnType<typeof route.useSearch>, replace: boolean) =>
    void navigate({
      to: '/apps/$appId/users/$userKey',
      params: { appId, userKey },
      search: next,
      replace,
    });
  const own: View = { ...view, user: [user.key] };
  const part = { appId, view: own };
  return (
    <Page
      title={userName(user, user.key)}
      aside={
        <span className="flex items-center gap-3">
          <AlertLink measure="costUsd" view={own} words />
          <Link
            to="/apps/$appId/interactions"
            params={{ appId }}
            search={own}
            className="text-accent hover:underline"
          >
            All interactions
          </Link>
        </span>
      }
    >
      <p className="-mt-2 flex min-w-0 items-center gap-2 text-ink-2">
        <code dir="auto" className="min-w-0 truncate font-mono text-sm" title={user.key}>
          {user.key}
        </code>
        <CopyButton text={user.key} label="Copy key" />
      </p>
      <ViewBar view={view} onChange={(next) => show({ ...next, ...kept }, false)} />
      <UserActivity {...part} stackBy={stackBy} onStack={(stack) => show({ ...view, ...kept, stack }, true)}>
        <div className="flex flex-col gap-4">
          <ProfileCard user={user} view={view} />
          <Card title="Scores">
            <ScorePanel
              target={{ appId, type: 'user', id: user.key }}
              scores={user.scores}
              timeZone={timeZoneOf(view)}
            />
          </Card>
        </div>
      </UserActivity>
      <UserSessions {...part} />
    </Page>
  );
}
