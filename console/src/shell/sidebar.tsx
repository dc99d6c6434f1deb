import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChange } from '../api/use-ask.ts';
import { accountOf, mayIn, useMe } from '../state/me.ts';
import { useTravellingView } from '../state/travelling-view.ts';
import { rangeIn } from '../state/view.ts';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { SavedViews } from '../views/saved-views.tsx';

const LINK =
  'flex h-8 items-center rounded-md px-2.5 text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-strong';

export function Sidebar({ appId }: { appId: string | undefined }) {
  const me = useMe();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  /** What is looked at goes along from page to page. */
  const view = useTravellingView(appId);
  /** Pages with sections are the current one in all of them. */
  const within = (path: string) => (pathname.startsWith(path) ? 'page' : undefined);
  const signOut = useChange('POST /v1/auth/sign-out');
  const account = appId ? accountOf(me, appId) : me.accounts[0];
  const open = me.applications.filter(({ archivedAt, id }) => archivedAt === null || id === appId);
  return (
    <nav aria-label="Main" className="flex h-full flex-col gap-4 overflow-y-auto p-3">
      <Link to="/" className="flex items-center gap-2 px-1 pt-1 text-lg font-semibold">
        <img src="/icon.svg" alt="" width="22" height="22" />
        Parley
      </Link>
      <label className="flex flex-col gap-1 text-sm text-ink-3">
        Application
        <select
          value={appId ?? ''}
          onChange={(event) => {
            if (event.target.value === 'new') void navigate({ to: '/welcome' });
            else
              void navigate({
                to: '/apps/$appId/overview',
                params: { appId: event.target.value },
                search: rangeIn(view),
              });
          }}
          className="h-9 rounded-md border border-line-strong bg-surface px-2 font-medium text-ink"
        >
          {appId === undefined ? <option value="">Choose…</option> : null}
          {open.map(({ id, name, archivedAt }) => (
            <option key={id} value={id}>
              {archivedAt === null ? name : `${name} (archived)`}
            </option>
          ))}
          {mayIn(account, 'applications:write') ? <option value="new">New application…</option> : null}
        </select>
      </label>
      {appId ? (
        <Group>
          <Link to="/apps/$appId/overview" params={{ appId }} search={view} className={LINK}>
            Overview
          </Link>
          <Link to="/apps/$appId/interactions" params={{ appId }} search={view} className={LINK}>
            Interactions
          </Link>
          <Link to="/apps/$appId/sessions" params={{ appId }} search={view} className={LINK}>
            Sessions
          </Link>
          <Link to="/apps/$appId/users" params={{ appId }} search={view} className={LINK}>
            Users
          </Link>
          <Link to="/apps/$appId/models" params={{ appId }} search={view} className={LINK}>
            Models
          </Link>
          <Link to="/apps/$appId/errors" params={{ appId }} search={view} className={LINK}>
            Errors
          </Link>
          <Link to="/apps/$appId/intake" params={{ appId }} className={LINK}>
            Intake
          </Link>
          <Link
            to="/apps/$appId/settings/$section"
            params={{ appId, section: 'general' }}
            aria-current={within(`/apps/${appId}/settings/`)}
            className={LINK}
          >
            Settings
          </Link>
          <Link to="/apps/$appId/start" params={{ appId }} className={LINK}>
            Connect
          </Link>
        </Group>
      ) : null}
      {appId ? <SavedViews appId={appId} /> : null}
      <div className="mt-auto flex flex-col gap-3">
        <Group>
          {account ? (
            <Link
              to="/accounts/$accountId/$section"
              params={{ accountId: account.id, section: 'members' }}
              aria-current={within('/accounts/')}
              className={LINK}
            >
              <span className="truncate">{account.name}</span>
              <Note>account</Note>
            </Link>
          ) : null}
          {account?.role === 'owner' ? (
            <Link to="/system" className={LINK}>
              System
            </Link>
          ) : null}
          <Link to="/profile" className={LINK}>
            <span className="truncate">{me.person.name}</span>
            <Note>you</Note>
          </Link>
          <a href="/docs" className={LINK}>
            API reference
          </a>
          <button
            type="button"
            className={`${LINK} text-left`}
            onClick={() => signOut.mutate({}, { onSettled: () => window.location.assign('/sign-in') })}
          >
            Sign out
          </button>
        </Group>
        <div className="border-t border-line px-2.5 pt-3">
          <ThemeSwitch />
        </div>
      </div>
    </nav>
  );
}

/** What a name is the name of. */
function Note({ children }: { children: string }) {
  return <span className="ml-auto pl-2 text-sm text-ink-3">{children}</span>;
}

function Group({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-0.5">{children}</div>;
}
