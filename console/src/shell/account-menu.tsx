import { Link, useLocation } from '@tanstack/react-router';
import { OUTER_PAGES } from '../pages/page-list.ts';
import { mayIn, type OwnAccount, useMe } from '../state/me.ts';
import { Icon } from '../ui/icon.tsx';
import { Popover } from '../ui/popover.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { NAV_LINK } from './nav-group.tsx';
import { useSignOut } from './use-sign-out.ts';

const BUTTON = 'flex w-full min-w-0 items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left hover:bg-sunken';

type Props = {
  /** The account of the current application. */
  account: OwnAccount | undefined;
  onShortcuts: () => void;
};

/** The menu with profile, accounts, System and sign-out. */
export function AccountMenu({ account, onShortcuts }: Props) {
  const { person } = useMe();
  return (
    <Popover
      title="Account and profile"
      className={BUTTON}
      label={
        <>
          <span
            aria-hidden="true"
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent-strong"
          >
            {initialOf(person.name)}
          </span>
          <span className="flex min-w-0 flex-col leading-tight">
            <span dir="auto" className="truncate font-medium">
              {person.name}
            </span>
            {account ? (
              <span dir="auto" className="truncate text-sm text-ink-3">
                {account.name}
              </span>
            ) : null}
          </span>
          <Icon name="choose" className="ml-auto text-ink-3" />
        </>
      }
    >
      {(close) => <Menu onDone={close} onShortcuts={onShortcuts} />}
    </Popover>
  );
}

type MenuProps = { onDone: () => void; onShortcuts: () => void };

function Menu({ onDone, onShortcuts }: MenuProps) {
  const { person, accounts } = useMe();
  const { pathname } = useLocation();
  const signOut = useSignOut();
  const within = (path: string) => (pathname.startsWith(path) ? 'page' : undefined);
  return (
    <div className="flex w-60 max-w-full flex-col gap-0.5">
      <p dir="auto" className="truncate px-2.5 py-1 text-sm text-ink-3">
        {person.email}
      </p>
      <Link to={OUTER_PAGES.profile.path} onClick={onDone} className={NAV_LINK}>
        <Icon name={OUTER_PAGES.profile.icon} />
        {OUTER_PAGES.profile.title}
      </Link>
      {accounts
        .filter((account) => mayIn(account, 'account:read'))
        .map(({ id, name }) => (
          <Link
            key={id}
            to={OUTER_PAGES.account.path}
            params={{ accountId: id, section: 'members' }}
            aria-current={within(`/accounts/${id}/`)}
            onClick={onDone}
            className={NAV_LINK}
          >
            <Icon name={OUTER_PAGES.account.icon} />
            <span dir="auto" className="min-w-0 truncate">
              {name}
            </span>
            <span className="ml-auto pl-2 text-sm text-ink-3">Account</span>
          </Link>
        ))}
      {accounts.some(({ role }) => role === 'owner') ? (
        <Link to={OUTER_PAGES.system.path} onClick={onDone} className={NAV_LINK}>
          <Icon name={OUTER_PAGES.system.icon} />
          {OUTER_PAGES.system.title}
        </Link>
      ) : null}
      <hr className="my-1 border-line" />
      <a href="/docs" className={NAV_LINK}>
        <Icon name="api" />
        API reference
      </a>
      <button
        type="button"
        className={NAV_LINK}
        onClick={() => {
          onDone();
          onShortcuts();
        }}
      >
        <Icon name="keyboard" />
        Keyboard shortcuts
      </button>
      <ThemeSwitch />
      <hr className="my-1 border-line" />
      <button type="button" className={NAV_LINK} onClick={signOut}>
        <Icon name="sign-out" />
        Sign out
      </button>
    </div>
  );
}

function initialOf(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase() ?? '?';
}
