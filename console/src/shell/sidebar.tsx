import { Link } from '@tanstack/react-router';
import { COMMAND_KEY } from '../lib/command-key.ts';
import { OUTER_PAGES } from '../pages/page-list.ts';
import { accountOf, type OwnApplication, onlyReviews, useMe } from '../state/me.ts';
import { rangeIn, type View } from '../state/view.ts';
import { Icon } from '../ui/icon.tsx';
import { KeyCap } from '../ui/key-cap.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AppNav } from './app-nav.tsx';
import { AppSwitcher } from './app-switcher.tsx';
import { NAV_LINK, NavGroup } from './nav-group.tsx';

type Props = {
  application: OwnApplication | undefined;
  /** Whether the page is All applications. */
  isAll: boolean;
  /** The view that links carry. */
  view: View;
  onSearch: () => void;
  onShortcuts: () => void;
  onInvite: () => void;
};

export function Sidebar({ application, isAll, view, onSearch, onShortcuts, onInvite }: Props) {
  const me = useMe();
  const account = application ? accountOf(me, application.id) : me.accounts[0];
  return (
    <nav aria-label="Main" className="flex h-full flex-col gap-4 overflow-y-auto p-3">
      <Link to="/" className="flex items-center gap-2 px-1 pt-1 text-lg font-semibold">
        <img src="/icon.svg" alt="" width="22" height="22" />
        Parley
      </Link>
      {onlyReviews(me) ? (
        <Link to={OUTER_PAGES.review.path} className={NAV_LINK}>
          <Icon name={OUTER_PAGES.review.icon} />
          Review
        </Link>
      ) : (
        <div className="flex flex-col gap-2">
          <AppSwitcher application={application} isAll={isAll} view={view} />
          <button
            type="button"
            aria-keyshortcuts="Meta+K Control+K"
            onClick={onSearch}
            className="flex h-8 items-center gap-2 rounded-md px-2.5 text-ink-3 hover:bg-sunken hover:text-ink"
          >
            <Icon name="search" />
            Search…
            <span aria-hidden="true" className="ml-auto hidden gap-0.5 lg:flex">
              <KeyCap>{COMMAND_KEY}</KeyCap>
              <KeyCap>K</KeyCap>
            </span>
          </button>
        </div>
      )}
      {isAll ? (
        <NavGroup title="Explore">
          <Link to={OUTER_PAGES.applications.path} search={rangeIn(view)} className={NAV_LINK}>
            <Icon name="overview" />
            Overview
          </Link>
        </NavGroup>
      ) : application ? (
        <AppNav appId={application.id} view={view} onInvite={onInvite} />
      ) : null}
      <div className="sticky bottom-0 -mx-3 -mb-3 mt-auto border-t border-line bg-canvas p-2">
        <AccountMenu account={account} onShortcuts={onShortcuts} />
      </div>
    </nav>
  );
}
